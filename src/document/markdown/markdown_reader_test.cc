#include "document/markdown/markdown_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace grove::document {
namespace {

Result<Document> read(const std::string& text, const ReadLimits& limits = {}) {
  return open_markdown_reader()->read({.bytes = text, .file_name = "a.md", .limits = limits}, {});
}

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(MarkdownReader, TheTextIsTheSourceWithLineFeeds) {
  const auto document = read("# A\r\ntext\rmore");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "# A\ntext\nmore\n");
  EXPECT_EQ(document->title, "A");
}

TEST(MarkdownReader, OldEncodingsAreRead) {
  EXPECT_EQ(read("# Die Gr\xF6\xDF"
                 "e der Stadt\n")
                ->title,
            "Die Größe der Stadt");
}

// Each of these costs parsers of links, emphasis or nested quotes the square of its size.
TEST(MarkdownReader, HostileNestingTakesNoLongerThanOtherText) {
  constexpr int kTimes = 200'000;
  for (const std::string& text : {repeated("[", kTimes) + repeated("](", kTimes), repeated("*a_ ", kTimes), repeated("> ", kTimes) + "a\n",
                                  repeated("- ", kTimes) + "a\n" + repeated("\n", kTimes), repeated("![[]()", kTimes),
                                  repeated(repeated("|a", 50'000) + "|\n" + repeated("|-", 50'000) + "|\n", 40)}) {
    const auto document = read(text, {.time = std::chrono::seconds(20)});
    ASSERT_TRUE(document) << document.error().message;
    EXPECT_TRUE(document->headings.empty());
  }
}

TEST(MarkdownReader, MoreThanTheLimitIsRefused) {
  const auto document = read(std::string(5000, 'a'), {.text_bytes = 4096});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
}

TEST(MarkdownReader, ACancelledReadEnds) {
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(open_markdown_reader()->read({.bytes = "a", .file_name = "a.md"}, cancel).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace grove::document
