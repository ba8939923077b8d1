#include "knowledge/review/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"

namespace grove::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// 2026-02-12T10:00:00Z
class FixedClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() const override {
    return std::chrono::system_clock::time_point(std::chrono::seconds(1'770'890'400));
  }
  std::chrono::steady_clock::time_point steady() const override { return {}; }
};

class ReviewTest : public testing::Test {
 protected:
  void SetUp() override {
    SchemaCard proposed;
    proposed.name_space = "http://my.org/ns/";
    proposed.classes = {{.name = "Invoice", .description = "A bill.", .origin = "induced"},
                        {.name = "Person", .description = "", .origin = "foaf", .iri = "http://xmlns.com/foaf/0.1/Person"}};
    proposed.datatype_properties = {{.name = "total", .domain = "Invoice", .range = "number", .description = "", .origin = "induced"}};
    ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
    ASSERT_TRUE(
        write_file(files_.evidence, R"({"classes":[{"name":"invoice","evidence":[{"chunk_id":"d#p1#c0000","quote":"an invoice"}]}]})"));
  }
  Review review() {
    auto opened = Review::open(files_, clock_);
    EXPECT_TRUE(opened) << describe(opened.error());
    return std::move(*opened);
  }
  std::vector<std::string> pending() {
    std::vector<std::string> ids;
    const Review opened = review();
    for (const TermChange& one : opened.pending()) ids.push_back(one.id);
    return ids;
  }
  Status decide(const std::string& term, Verdict verdict, std::string reason = {}) {
    Review opened = review();
    const auto ids = opened.find_pending(std::vector{term});
    if (!ids) return std::unexpected(ids.error());
    return opened.decide(*ids, {.verdict = verdict, .by = "Ada", .reason = std::move(reason)});
  }

  TemporaryFolder folder_;
  FixedClock clock_;
  ReviewFiles files_{.approved = folder_ / "a/card.json",
                     .proposed = folder_ / "proposed.json",
                     .evidence = folder_ / "proposal.json",
                     .decisions = folder_ / "a/decisions.jsonl"};
};

TEST_F(ReviewTest, NothingOfTwoWhoDecideAtOnceIsLost) {
  Review ada = review();
  Review eve = review();
  ASSERT_TRUE(ada.decide(std::vector<std::string>{"class:Invoice"}, {.verdict = Verdict::kAccepted, .by = "Ada"}));
  ASSERT_TRUE(eve.decide(std::vector<std::string>{"class:Person"}, {.verdict = Verdict::kAccepted, .by = "Eve"}));
  EXPECT_EQ(review().decisions().size(), 2U);
  EXPECT_EQ(review().approved().classes.size(), 2U);
  EXPECT_EQ(ada.decide(std::vector<std::string>{"class:Person"}, {.verdict = Verdict::kRejected, .by = "Ada"}).error().code,
            ErrorCode::kNotFound)
      << "Eve has decided it";
}

TEST_F(ReviewTest, WhatIsProposedOtherwiseMeanwhileIsNotDecidedUnseen) {
  Review ada = review();
  auto proposed = read_schema_card(files_.proposed);
  ASSERT_TRUE(proposed);
  proposed->classes[0].description = "A demand for money.";
  ASSERT_TRUE(write_schema_card(files_.proposed, *proposed));
  EXPECT_EQ(ada.decide(std::vector<std::string>{"class:Invoice"}, {.verdict = Verdict::kAccepted, .by = "Ada"}).error().code,
            ErrorCode::kConflict);
  EXPECT_EQ(ada.pending().front().fields.front().after, "A demand for money.");
}

TEST_F(ReviewTest, ShowsWhatIsNewWithItsEvidence) {
  const Review opened = review();
  ASSERT_EQ(opened.pending().size(), 3U);
  const TermChange& invoice = opened.pending().front();
  EXPECT_EQ(invoice.id, "class:Invoice");
  EXPECT_EQ(invoice.kind, ChangeKind::kAdded);
  EXPECT_THAT(invoice.evidence, ElementsAre(Evidence{"d#p1#c0000", "an invoice"}));
  EXPECT_EQ(invoice.fields.front().field, "description");
  EXPECT_EQ(invoice.fields.front().after, "A bill.");
}

TEST_F(ReviewTest, AcceptedTermsAreInTheApprovedCardAndRejectedOnesAreNotAskedAgain) {
  ASSERT_TRUE(decide("invoice", Verdict::kAccepted, "We bill."));
  ASSERT_TRUE(decide("class:person", Verdict::kRejected));
  EXPECT_THAT(pending(), ElementsAre("datatype:Invoice.total"));
  const auto card = read_schema_card(files_.approved);
  ASSERT_EQ(card->classes.size(), 1U);
  EXPECT_EQ(card->classes.front().name, "Invoice");
  EXPECT_EQ(card->version, "2026-02-12T10:00:00Z");
  EXPECT_EQ(*read_file(files_.decisions),
            "{\"term\":\"class:Invoice\",\"change\":\"added\",\"verdict\":\"accepted\",\"by\":\"Ada\",\"at\":\"2026-02-12T10:00:00Z\","
            "\"reason\":\"We "
            "bill.\",\"digest\":\"" +
                review().decisions()[0].digest +
                "\",\"before\":null,\"after\":{\"name\":\"Invoice\",\"description\":\"A bill.\",\"origin\":\"induced\"}}\n"
                "{\"term\":\"class:Person\",\"change\":\"added\",\"verdict\":\"rejected\",\"by\":\"Ada\",\"at\":\"2026-02-12T10:00:00Z\","
                "\"reason\":\"\","
                "\"digest\":\"" +
                review().decisions()[1].digest +
                "\",\"before\":null,\"after\":{\"name\":\"Person\",\"description\":\"\",\"origin\":\"foaf\",\"iri\":\"http://xmlns.com/"
                "foaf/0.1/Person\"}}\n");
  const std::string turtle = *read_file(folder_ / "a/decisions.ttl");
  EXPECT_THAT(turtle, HasSubstr("orag:status orag:Approved"));
  EXPECT_THAT(turtle, HasSubstr("orag:status orag:Revoked"));
  EXPECT_THAT(turtle, HasSubstr("prov:wasAssociatedWith"));
  EXPECT_THAT(turtle, HasSubstr("\"We bill.\""));
}

TEST_F(ReviewTest, ARejectedTermIsAskedAgainWhenItIsProposedOtherwise) {
  ASSERT_TRUE(decide("Person", Verdict::kRejected));
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.classes[1].description = "A human being.";
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  EXPECT_THAT(pending(), testing::Contains("class:Person"));
}

TEST_F(ReviewTest, ADecisionIsTakenBackAndStaysInTheLog) {
  ASSERT_TRUE(decide("Invoice", Verdict::kAccepted));
  ASSERT_TRUE(decide("Person", Verdict::kRejected));
  ASSERT_TRUE(review().take_back("Invoice", {.by = "Bob", .reason = "Too early."}));
  ASSERT_TRUE(review().take_back("class:Person", {.by = "Bob"}));
  EXPECT_THAT(read_schema_card(files_.approved)->classes, IsEmpty());
  EXPECT_EQ(pending().size(), 3U);
  EXPECT_EQ(review().decisions().size(), 4U);
  EXPECT_THAT(*read_file(folder_ / "a/decisions.ttl"), HasSubstr("orag:Proposed"));
  EXPECT_EQ(review().take_back("Invoice", {.by = "Bob"}).error().code, ErrorCode::kNotFound);
}

TEST_F(ReviewTest, AChangeAndARemovalAreDecidedLikeAnAddition) {
  ASSERT_TRUE(decide("Invoice", Verdict::kAccepted));
  ASSERT_TRUE(decide("Person", Verdict::kAccepted));
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.classes[0].description = "A bill for something.";
  proposed.classes.pop_back();
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  const Review opened = review();
  ASSERT_EQ(opened.pending().size(), 3U);
  EXPECT_EQ(opened.pending()[0].kind, ChangeKind::kChanged);
  EXPECT_EQ(opened.pending()[0].fields.front().before, "A bill.");
  EXPECT_EQ(opened.pending()[1].kind, ChangeKind::kRemoved);
  ASSERT_TRUE(decide("Person", Verdict::kAccepted));
  EXPECT_EQ(read_schema_card(files_.approved)->classes.size(), 1U);
  ASSERT_TRUE(review().take_back("Person", {.by = "Bob"}));
  EXPECT_EQ(read_schema_card(files_.approved)->classes.size(), 2U);
}

TEST_F(ReviewTest, WhatTheLogSaysIsCarriedOutAfterAKill) {
  ASSERT_TRUE(decide("Invoice", Verdict::kAccepted));
  ASSERT_TRUE(remove_file(files_.approved));  // as if it had ended between the log and the card
  ASSERT_TRUE(write_file(files_.decisions + ".begun", "0"));
  EXPECT_THAT(pending(), ElementsAre("class:Person", "datatype:Invoice.total"));
  EXPECT_EQ(read_schema_card(files_.approved)->classes.size(), 1U);
  EXPECT_FALSE(read_file(files_.decisions + ".begun"));

  const std::string card = *read_file(files_.approved);
  ASSERT_TRUE(review().take_back("class:Invoice", {.by = "Ada"}));
  ASSERT_TRUE(write_file(files_.approved, card));  // the same, of a decision that was taken back
  ASSERT_TRUE(write_file(files_.decisions + ".begun", "1"));
  EXPECT_EQ(pending().size(), 3U);
  EXPECT_TRUE(read_schema_card(files_.approved)->classes.empty());
}

TEST_F(ReviewTest, WhatPeopleWriteIntoTheApprovedCardStays) {
  ASSERT_TRUE(decide("Invoice", Verdict::kAccepted));
  SchemaCard card = *read_schema_card(files_.approved);
  card.classes[0].description = "What has to be paid.";
  ASSERT_TRUE(write_schema_card(files_.approved, card));
  const std::string before = *read_file(files_.approved);
  static_cast<void>(pending());
  EXPECT_EQ(*read_file(files_.approved), before);
}

TEST_F(ReviewTest, WhatCannotBeWrittenIsRefusedBeforeAnythingIs) {
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.classes[1].iri = "not an iri";
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  EXPECT_FALSE(decide("Person", Verdict::kAccepted));
  EXPECT_FALSE(read_file(files_.decisions)) << "nothing is";
  EXPECT_TRUE(decide("Invoice", Verdict::kAccepted)) << "and the others go on";
}

TEST_F(ReviewTest, ANameOfSeveralDecisionsIsNotTakenBackByChance) {
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.events = {{.name = "Person", .actors = {}, .effects = {}, .description = "", .origin = "induced"}};
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  ASSERT_TRUE(decide("class:Person", Verdict::kAccepted));
  ASSERT_TRUE(decide("event:Person", Verdict::kAccepted));
  EXPECT_EQ(review().take_back("Person", {.by = "Ada"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(review().take_back("event:Person", {.by = "Ada"}));
}

TEST_F(ReviewTest, NamesWithDotsAreNotTakenForOneAnother) {
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.datatype_properties = {{.name = "b.c", .domain = "A", .range = "string", .description = "", .origin = "induced"},
                                  {.name = "c", .domain = "A.b", .range = "string", .description = "", .origin = "induced"}};
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  EXPECT_THAT(pending(), testing::IsSupersetOf({"datatype:A.b.c", "datatype:A\\.b.c"}));
  ASSERT_TRUE(decide("datatype:A\\.b.c", Verdict::kAccepted));
  EXPECT_EQ(read_schema_card(files_.approved)->datatype_properties.at(0).domain, "A.b");
}

TEST_F(ReviewTest, SaysWhichTermIsMeant) {
  SchemaCard proposed = *read_schema_card(files_.proposed);
  proposed.events = {{.name = "Person", .actors = {}, .effects = {}, .description = "", .origin = "induced"}};
  ASSERT_TRUE(write_schema_card(files_.proposed, proposed));
  EXPECT_EQ(decide("Person", Verdict::kAccepted).error().message, "\"Person\" may be class:Person or event:Person");
  EXPECT_EQ(decide("Nothing", Verdict::kAccepted).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(review().decide({}, {.by = " "}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::knowledge
