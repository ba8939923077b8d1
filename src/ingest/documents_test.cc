#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "document/searchable/text_store.h"
#include "ingest/testing/test_world.h"

// Documents among the files of a repository.
namespace grove::ingest {
namespace {

using ::testing::HasSubstr;

const std::string kPdf = "%PDF-1.7\n";

IngestReport ran(World& world) {
  const auto report = world.ingest(world.request());
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report.value_or(IngestReport{});
}

document::TextStore store_of(const World& world) { return document::TextStore::beside(world.request().directory); }

std::size_t stored_texts(const World& world) {
  std::error_code none;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(store_of(world).directory(), none)) count += entry.is_regular_file() ? 1 : 0;
  return count;
}

TEST(IngestDocuments, TheTextMadeOfADocumentIsIndexedAndKept) {
  World world;
  world.tree.write("book.pdf", kPdf + "First page.\nSecond page.");
  const IngestReport report = ran(world);
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.units, 1U);
  EXPECT_THAT(world.index.published.at("book.pdf").text, HasSubstr("First page."));
  const auto stored = store_of(world).get(world.index.published.at("book.pdf").hash);
  ASSERT_TRUE(stored);
  EXPECT_EQ((*stored)->piece(0).page, 1U);
  EXPECT_EQ((*stored)->piece(0).page_end, 2U);
}

TEST(IngestDocuments, ADocumentIsReadOnceAsLongAsItsBytesAreTheSame) {
  World world;
  world.tree.write("book.pdf", kPdf + "Text.");
  ran(world);
  world.tree.touch("book.pdf");
  EXPECT_EQ(ran(world).unchanged, 1U);
  world.tree.write("copy.pdf", kPdf + "Text.");
  EXPECT_EQ(ran(world).added, 1U);
  EXPECT_EQ(world.extractions, 1);
  world.tree.write("book.pdf", kPdf + "Other text.");
  EXPECT_EQ(ran(world).modified, 1U);
  EXPECT_EQ(world.extractions, 2);
}

TEST(IngestDocuments, TextsThatNoFileHoldsAreRemoved) {
  World world;
  world.tree.write("a.pdf", kPdf + "One.");
  world.tree.write("b.pdf", kPdf + "One.");
  ran(world);
  EXPECT_EQ(stored_texts(world), 1U);
  world.tree.remove("a.pdf");
  ran(world);
  EXPECT_EQ(stored_texts(world), 1U) << "the copy still holds it";
  world.tree.remove("b.pdf");
  ran(world);
  EXPECT_EQ(stored_texts(world), 0U);
}

TEST(IngestDocuments, ALostTextIsMadeAgain) {
  World world;
  world.tree.write("book.pdf", kPdf + "Text.");
  ran(world);
  std::filesystem::remove_all(store_of(world).directory());
  EXPECT_EQ(ran(world).unchanged, 1U);
  EXPECT_EQ(world.extractions, 2);
  EXPECT_EQ(stored_texts(world), 1U);
}

TEST(IngestDocuments, ATextIsTakenAsItIsWhereTheCorpusWasLost) {
  World world;
  world.tree.write("book.pdf", kPdf + "Text.");
  ran(world);
  const std::string facts = world.index.published.at("book.pdf").facts;
  ASSERT_TRUE(corpus::Corpus::erase(world.request().directory));
  EXPECT_EQ(ran(world).added, 1U);
  EXPECT_EQ(world.extractions, 1);
  EXPECT_EQ(world.index.published.at("book.pdf").facts, facts);
}

TEST(IngestDocuments, ForceReadsDocumentsAgain) {
  World world;
  world.tree.write("book.pdf", kPdf + "Text.");
  ran(world);
  IngestRequest force = world.request();
  force.force = true;
  ASSERT_TRUE(world.ingest(force));
  EXPECT_EQ(world.extractions, 2);
}

TEST(IngestDocuments, ScannedPagesAreListedWithTheReason) {
  World world;
  world.tree.write("scan.pdf", kPdf + "scan\nscan");
  const IngestReport report = ran(world);
  ASSERT_EQ(report.skipped.size(), 1U);
  EXPECT_THAT(report.skipped[0].reason, HasSubstr("none of its 2 pages holds text"));
  ran(world);
  EXPECT_EQ(world.extractions, 1) << "it is not read again";
}

TEST(IngestDocuments, WhatLacksAProgramIsTriedAgainByTheNextRun) {
  World world;
  world.tree.write("book.pdf", kPdf + "missing");
  EXPECT_THAT(ran(world).skipped.at(0).reason, HasSubstr("there is no program"));
  ran(world);
  EXPECT_EQ(world.extractions, 2);
}

}  // namespace
}  // namespace grove::ingest
