#include "corpus/summaries.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/testing/temporary_folder.h"

namespace grove::corpus {
namespace {

Summary about(const std::string& subject, const std::string& text) {
  return {.of = Summary::Of::kType,
          .subject = subject,
          .path = "src/Orders.java",
          .shown = sha256(text),
          .files = sha256("file"),
          .text = text,
          .model = "small",
          .written_at_ms = 7};
}

TEST(Summaries, KeepWhatWasWrittenLastAboutEachPart) {
  const TemporaryFolder folder;
  {
    auto summaries = Summaries::open(folder.path(), Summaries::Access::kWrite).value();
    ASSERT_TRUE(summaries->put(about("shop.Orders", "Takes orders.")));
    ASSERT_TRUE(summaries->put(about("shop.Orders", "Takes and keeps orders.")));
    Summary module = about("shop", "A shop.");
    module.of = Summary::Of::kModule;
    ASSERT_TRUE(summaries->put(module));
    ASSERT_TRUE(summaries->put(about("shop.Bills", "Writes bills.")));
    ASSERT_TRUE(summaries->remove(about("shop.Bills", "")));
  }
  const auto all = Summaries::open(folder.path(), Summaries::Access::kRead).value()->all().value();
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0].subject + ": " + all[0].text, "shop.Orders: Takes and keeps orders.");
  EXPECT_EQ(all[0].shown, sha256("Takes and keeps orders."));
  EXPECT_EQ(all[0].files, sha256("file"));
  EXPECT_EQ(all[0].model, "small");
  EXPECT_EQ(all[0].written_at_ms, 7);
  EXPECT_EQ(all[1].of, Summary::Of::kModule);
}

TEST(Summaries, AreNoneBeforeTheFirstAndDamagedOnesSaySo) {
  const TemporaryFolder folder;
  EXPECT_EQ(Summaries::open(folder.path(), Summaries::Access::kRead).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(summaries_stamp(folder.path()), 0);
  std::ofstream(folder.path() + "/summaries.db") << std::string(5000, 'x');
  const auto damaged = Summaries::open(folder.path(), Summaries::Access::kRead);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(damaged.error().hint, testing::HasSubstr("grove summarize"));
}

TEST(Summaries, TheirStampTellsOfChanges) {
  const TemporaryFolder folder;
  ASSERT_TRUE(Summaries::open(folder.path(), Summaries::Access::kWrite).value()->put(about("A", "One.")));
  const std::uint64_t before = summaries_stamp(folder.path());
  EXPECT_NE(before, 0);
  EXPECT_EQ(summaries_stamp(folder.path()), before);
  ASSERT_TRUE(Summaries::open(folder.path(), Summaries::Access::kWrite).value()->put(about("B", "Two.")));
  EXPECT_NE(summaries_stamp(folder.path()), before);
}

}  // namespace
}  // namespace grove::corpus
