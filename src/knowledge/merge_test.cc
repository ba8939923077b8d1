#include "knowledge/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "knowledge/card_index.h"

namespace grove::knowledge {
namespace {

using ::testing::ElementsAre;

/// 2026-02-12T10:00:00Z
class FixedClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    return std::chrono::system_clock::time_point(std::chrono::seconds(1'770'890'400));
  }
  std::chrono::steady_clock::time_point steady() const override { return {}; }
};

SchemaCard people() {
  SchemaCard card;
  card.name_space = "http://my.org/ns/";
  card.classes = {{.name = "Person", .description = "A human being.", .origin = "foaf", .iri = "http://xmlns.com/foaf/0.1/Person"}};
  card.datatype_properties = {{.name = "email", .domain = "Person", .range = "string", .description = "", .origin = "foaf"}};
  card.object_properties = {{.name = "knows",
                             .domain = "Person",
                             .range = "Person",
                             .description = "",
                             .origin = "foaf",
                             .iri = "http://xmlns.com/foaf/0.1/knows"}};
  return card;
}

TEST(Merge, KeepsOriginsAndTakesLongerDescriptions) {
  Proposal proposal;
  proposal.terms.classes = {{.name = " PERSON", .description = "A human being, alive or dead."},
                            {.name = "invoice", .description = "A bill."}};
  proposal.terms.datatype_properties = {{.name = "Email", .domain = "person", .range = "xsd:string", .description = "Where to write to."},
                                        {.name = "total", .domain = "Invoice", .range = "float", .description = ""},
                                        {.name = "weight", .domain = "Parcel", .range = "number", .description = ""}};
  proposal.terms.object_properties = {{.name = "billedTo", .domain = "Invoice", .range = "Company", .description = ""}};
  proposal.merge_suggestions = {{.names = {"Bill", "Invoice"}, .rationale = "same"}};
  const SchemaCard card = merge(people(), proposal, FixedClock());
  EXPECT_EQ(card.version, "2026-02-12T10:00:00Z");
  ASSERT_EQ(card.classes.size(), 2U);
  EXPECT_EQ(card.classes[0].name, "invoice");
  EXPECT_EQ(card.classes[0].origin, "induced");
  EXPECT_EQ(card.classes[1].name, "Person");
  EXPECT_EQ(card.classes[1].origin, "foaf");
  EXPECT_EQ(card.classes[1].description, "A human being, alive or dead.");
  ASSERT_EQ(card.datatype_properties.size(), 3U);
  EXPECT_EQ(card.datatype_properties[0].description, "Where to write to.");
  EXPECT_EQ(card.datatype_properties[1].range, "number");
  EXPECT_THAT(card.aliases.front().names, ElementsAre("Bill", "Invoice"));
  EXPECT_THAT(card.warnings, ElementsAre("DatatypeProperty weight refers to unknown domain class Parcel.",
                                         "ObjectProperty billedTo refers to unknown range class Company."));
  EXPECT_EQ(schema_card_json(merge(card, proposal, FixedClock())), schema_card_json(card)) << "merging twice changes nothing";
}

TEST(Merge, TakesAnAlignmentForAProposal) {
  Alignment alignment;
  alignment.classes = {{.induced_name = "Human", .action = AlignAction::kReuse, .baseline_name = "Person", .rationale = "The same."},
                       {.induced_name = "Customer", .action = AlignAction::kExtend, .baseline_name = "Person", .description = "Buys."},
                       {.induced_name = "Invoice", .action = AlignAction::kNew},
                       {.induced_name = "Ghost", .action = AlignAction::kReuse, .baseline_name = "Nobody"}};
  alignment.datatype_properties = {
      {.induced_name = "mail",
       .induced_domain = "Human",
       .induced_range = "string",
       .action = AlignAction::kReuse,
       .baseline_name = "email",
       .baseline_domain = "Person"},
      {.induced_name = "post",
       .induced_domain = "Customer",
       .induced_range = "string",
       .action = AlignAction::kReuse,
       .baseline_name = "email",
       .baseline_domain = "Person"},
      {.induced_name = "due", .induced_domain = "Invoice", .induced_range = "date", .action = AlignAction::kNew}};
  alignment.object_properties = {{.induced_name = "trusts",
                                  .induced_domain = "Human",
                                  .induced_range = "Human",
                                  .action = AlignAction::kExtend,
                                  .baseline_name = "knows",
                                  .baseline_domain = "Person"}};
  const SchemaCard card = merge(people(), alignment, FixedClock());
  ASSERT_EQ(card.classes.size(), 4U);
  EXPECT_EQ(card.classes[0].name, "Customer");
  EXPECT_THAT(card.classes[0].subclass_of, ElementsAre("Person"));
  EXPECT_EQ(card.classes[0].origin, "induced");
  EXPECT_EQ(card.classes[1].name, "Ghost");
  ASSERT_EQ(card.datatype_properties.size(), 2U);
  ASSERT_EQ(card.object_properties.size(), 2U);
  EXPECT_EQ(card.object_properties[1].domain, "Person");
  EXPECT_EQ(card.object_properties[1].range, "Person");
  EXPECT_THAT(card.object_properties[1].subproperty_of, ElementsAre("http://xmlns.com/foaf/0.1/knows"));
  EXPECT_THAT(card.datatype_properties[1].applies_to(), ElementsAre("Person")) << "a customer is one";
  ASSERT_EQ(card.aliases.size(), 3U);
  EXPECT_THAT(card.aliases[0].names, ElementsAre("email", "mail"));
  EXPECT_THAT(card.aliases[1].names, ElementsAre("email", "post"));
  EXPECT_THAT(card.aliases[2].names, ElementsAre("Person", "Human"));
  EXPECT_THAT(card.warnings, ElementsAre("Class Ghost is aligned to the unknown class Nobody."));
}

TEST(CardIndex, FindsPropertiesOfAncestorsAndOfAnything) {
  SchemaCard card = people();
  card.classes.push_back({.name = "Customer", .description = "", .origin = "induced", .subclass_of = {"Person"}});
  card.classes.push_back({.name = "Loop", .description = "", .origin = "induced", .subclass_of = {"Loop"}});
  card.datatype_properties.push_back({.name = "label", .domain = "", .range = "string", .description = "", .origin = "x"});
  const CardIndex index(card);
  EXPECT_EQ(index.datatype_property("customer", "EMAIL"), &card.datatype_properties[0]);
  EXPECT_EQ(index.datatype_property("Loop", "email"), nullptr);
  EXPECT_EQ(index.datatype_property("Loop", "label"), &card.datatype_properties[1]);
  EXPECT_EQ(index.datatype_property_of("Customer", "email"), nullptr);
  EXPECT_TRUE(index.is_a("Customer", "person"));
  EXPECT_EQ(index.iri_of(card.classes[0])->value, "http://xmlns.com/foaf/0.1/Person");
  EXPECT_EQ(index.iri_of(card.classes[1])->value, "http://my.org/ns/Customer");
}

}  // namespace
}  // namespace grove::knowledge
