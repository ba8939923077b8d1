#include "document/archive/zip_archive.h"

#include <gtest/gtest.h>

#include "document/testing/archive_bytes.h"

namespace grove::document {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

TEST(ZipArchive, MembersAreReadByTheirPath) {
  const std::string bytes = archive_of({{"a/b.txt", "hello"}, {"empty", ""}});
  Budget budget({}, {});
  auto archive = ZipArchive::open(bytes, budget);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->read("a/b.txt"), "hello");
  EXPECT_EQ(archive->read("empty"), "");
  EXPECT_TRUE(archive->has("empty"));
  EXPECT_EQ(archive->read("c").error().code, ErrorCode::kNotFound);
}

TEST(ZipArchive, AMemberThatUnpacksToMoreThanItsRatioAllowsIsRefused) {
  const std::string bytes = archive_of({{"bomb", std::string(64 * kMebibyte, 'a')}});
  ASSERT_LT(bytes.size(), kMebibyte / 8);
  Budget budget({.unpacked_ratio = 100}, {});
  auto archive = ZipArchive::open(bytes, budget);
  const auto content = archive->read("bomb");
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().code, ErrorCode::kResourceLimit);
}

TEST(ZipArchive, MembersTogetherUnpackToNoMoreThanTheDocumentMay) {
  const std::string bytes = archive_of({{"a", std::string(kMebibyte, 'a')}, {"b", std::string(kMebibyte, 'b')}});
  Budget budget({.text_bytes = kMebibyte + 1000}, {});
  auto archive = ZipArchive::open(bytes, budget);
  EXPECT_TRUE(archive->read("a"));
  EXPECT_EQ(archive->read("b").error().code, ErrorCode::kResourceLimit);
}

TEST(ZipArchive, WhatIsNoArchiveOrDamagedIsSaidSo) {
  Budget budget({}, {});
  EXPECT_EQ(ZipArchive::open("PK\3\4 and nothing", budget).error().code, ErrorCode::kCorrupt);
  std::string bytes = archive_of({{"a", "some text that is packed, some text that is packed, some text that is packed"}});
  bytes[35] = static_cast<char>(~bytes[35]);
  auto archive = ZipArchive::open(bytes, budget);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->read("a").error().code, ErrorCode::kCorrupt);
}

TEST(MemberPath, ReferencesAreResolvedAndNeverLeaveTheArchive) {
  EXPECT_EQ(member_path("OEBPS/book.opf", "text/a%20b.html#top"), "OEBPS/text/a b.html");
  EXPECT_EQ(member_path("OEBPS/text/a.html", "../img/./b.png"), "OEBPS/img/b.png");
  EXPECT_EQ(member_path("word/document.xml", "/word/styles.xml"), "word/styles.xml");
  EXPECT_EQ(member_path("a.opf", "../../etc/passwd"), "");
  EXPECT_EQ(member_path("a.opf", "%2e%2e/x"), "");
  EXPECT_EQ(member_path("a.opf", "http://example.org/x"), "");
  EXPECT_EQ(member_path("a.opf", "#only"), "");
}

}  // namespace
}  // namespace grove::document
