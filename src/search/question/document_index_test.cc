#include "search/question/document_index.h"

#include <gtest/gtest.h>

namespace grove::search {
namespace {

DocumentIndex index_of(std::initializer_list<std::pair<std::string_view, std::string_view>> documents) {
  DocumentIndex index;
  for (const auto& [heading, body] : documents) {
    const DocumentField fields[] = {{.text = heading, .weight = 3}, {.text = body, .weight = 1}};
    index.add(fields);
  }
  return index;
}

TEST(DocumentIndex, FindsPartsOfIdentifiersAndForms) {
  const DocumentIndex index = index_of({{"processCreationForm", ""}, {"showOwner", ""}});
  const auto found = index.search("owners");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].document, 1U);
}

TEST(DocumentIndex, RanksWhatCoversMoreAndWhatWeighsMore) {
  const DocumentIndex index = index_of({{"order", "payment"}, {"payment", ""}, {"owner", "payment"}, {"vet", "x"}});
  const auto both = index.search("order payment");
  ASSERT_EQ(both.size(), 3U);
  EXPECT_EQ(both[0].document, 0U);
  EXPECT_EQ(both[0].terms, 2U);
  EXPECT_EQ(index.search("payment")[0].document, 1U);
}

TEST(DocumentIndex, EqualScoresStandInTheOrderTheyWereAdded) {
  const auto found = index_of({{"pay", ""}, {"pay", ""}}).search("pay");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].document, 0U);
}

TEST(DocumentIndex, NothingIsFoundByNothing) {
  EXPECT_TRUE(DocumentIndex().search("order").empty());
  EXPECT_TRUE(index_of({{"order", ""}}).search("").empty());
}

}  // namespace
}  // namespace grove::search
