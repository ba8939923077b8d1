#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "document/pdf/testing/pdf_file.h"
#include "document/searchable/searchable_text.h"
#include "document/searchable/text_store.h"
#include "document/testing/archive_bytes.h"

namespace grove::document {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kChunks =
    R"({"id": "d#p1#c0000", "doc": "guide", "text": "One.\nTwo.", "page": 1, "page_label": "i", "heading_path": ["A", "B"], "entities": ["e:1", "e:2"]})"
    "\n"
    R"({"id": "d#p2#c0001", "doc": "guide", "text": "Three.", "page": 2, "page_end": 3, "heading_path": ["A", "B"], "entities": ["e:1"]})"
    "\n";
constexpr std::string_view kEntities =
    R"({"iri": "https://x.example/v#Fo", "types": ["https://x.example/v#Thing"], "label": "Főszer", "aliases": ["Fo"], "summary": "A thing."})"
    "\n";

std::string_view text_of(const SearchableText& text, const Piece& piece) {
  return std::string_view(text.text).substr(piece.span.begin, piece.span.end - piece.span.begin);
}

std::vector<std::string> names_of(const Facts& facts) {
  std::vector<std::string> names;
  for (const Symbol& symbol : facts.symbols) names.emplace_back(facts.text(symbol.name));
  return names;
}

TEST(Searchable, AFileIsADocumentByItsBytesAndItsName) {
  const std::string pdf = testing::pdf_of({testing::PdfPage{}});
  EXPECT_EQ(recognise_searchable("a.pdf", pdf), Language::kDocument);
  EXPECT_EQ(recognise_searchable("without_ending", pdf), Language::kDocument);
  EXPECT_EQ(recognise_searchable("magic.py", "MAGIC = '%PDF-1.7'\n"), Language::kPlainText) << "code that speaks of PDF";
  EXPECT_EQ(recognise_searchable("a.pdf", "no PDF"), Language::kPlainText);
  const std::string book = archive_of({{"word/document.xml", "<w/>"}});
  EXPECT_EQ(recognise_searchable("a.docx", book), Language::kDocument);
  EXPECT_EQ(recognise_searchable("a.jar", book), Language::kPlainText);
  EXPECT_EQ(recognise_searchable("a.docx", archive_of({{"other.xml", "<w/>"}})), Language::kPlainText);
}

TEST(Searchable, LinesOfJsonAreADatasetByTheirKeys) {
  EXPECT_EQ(recognise_searchable("chunks.jsonl", kChunks), Language::kDataset);
  EXPECT_EQ(recognise_searchable("entities.ndjson", kEntities), Language::kDataset);
  EXPECT_EQ(recognise_searchable("log.jsonl", "{\"level\": \"info\", \"text\": \"x\"}\n"), Language::kPlainText);
  EXPECT_EQ(recognise_searchable("chunks.json", kChunks), Language::kPlainText);
  EXPECT_EQ(recognise_searchable("empty.jsonl", ""), Language::kPlainText);
}

TEST(Searchable, AChunkOfADatasetIsItsTextWithItsPlace) {
  const auto read = read_searchable_dataset(kChunks, {});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->pieces.size(), 2U);
  const Piece& first = read->pieces[0];
  EXPECT_EQ(text_of(*read, first), "One.\nTwo.");
  EXPECT_EQ(first.id, "d#p1#c0000");
  EXPECT_EQ(first.page_label, "i");
  EXPECT_THAT(first.section, ElementsAre("A", "B"));
  EXPECT_THAT(first.mentions, ElementsAre("e:1", "e:2"));
  EXPECT_EQ(first.lines, (LineRange{1, 1})) << "of the file, where a chunk is a line";
  EXPECT_EQ(read->pieces[1].page_end, 3U);
  EXPECT_THAT(read->remark, IsEmpty());
}

TEST(Searchable, AChunkOfAWorkFolderHasThePlaceOfItsProvenance) {
  const auto read = read_searchable_dataset(
      R"({"document_id": "doc_1", "chunk_id": "doc_1#p7#c0002", "text": "Deep.", "provenance": {"source_path": "in/guide.pdf", "page": 7, "page_label": "vii", "section": "A > B"}})",
      {});
  ASSERT_TRUE(read);
  const Piece& piece = read->pieces.at(0);
  EXPECT_EQ(piece.document, "guide.pdf");
  EXPECT_EQ(piece.page, 7U);
  EXPECT_EQ(piece.page_label, "vii");
  EXPECT_THAT(piece.section, ElementsAre("A", "B"));
}

TEST(Searchable, LinesThatAreNeitherChunkNorEntityAreLeftOutAndTold) {
  const auto read = read_searchable_dataset(std::string(kChunks) + "{broken\n\n[1]\n\"text\"\n" + std::string(kEntities), {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->pieces.size(), 3U);
  EXPECT_EQ(read->remark, "3 lines are neither chunk nor entity and left out: lines 3, 5, 6");
  EXPECT_EQ(read->pieces.back().lines, (LineRange{7, 7}));
  EXPECT_EQ(read_searchable_dataset("{\"a\": 1}\n", {}).error().code, ErrorCode::kCorrupt);
}

TEST(Searchable, AnEntityIsNamedByLabelAndAliasesWithAndWithoutMarks) {
  const auto read = read_searchable_dataset(kEntities, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, "Főszer\nThing\nAlso: Fo\nA thing.");
  const Facts facts = facts_of(*read);
  EXPECT_THAT(names_of(facts), ElementsAre("Főszer", "Fo", "foszer"));
  ASSERT_EQ(facts.units.size(), 1U);
  EXPECT_EQ(facts.units[0].kind, Kind::kEntity);
  EXPECT_EQ(facts.text(facts.symbols[0].qualified_name), "https://x.example/v#Fo");
  for (const Symbol& symbol : facts.symbols) EXPECT_TRUE(facts.units[0].range.contains(symbol.name_range));
}

TEST(Searchable, PassagesOfOneSectionArePartsOfOneThing) {
  const auto read = read_searchable_dataset(kChunks, {});
  const Facts facts = facts_of(*read);
  EXPECT_THAT(names_of(facts), ElementsAre("B"));
  EXPECT_EQ(facts.text(facts.symbols[0].qualified_name), "A > B");
  EXPECT_EQ(facts.text(facts.symbols[0].receiver), "guide");
  ASSERT_EQ(facts.units.size(), 2U);
  EXPECT_EQ(facts.units[0].kind, Kind::kChunk);
  EXPECT_EQ(facts.units[1].part, 1);
  EXPECT_EQ(facts.symbols[0].range.end, facts.units[1].range.end);
}

TEST(Searchable, WhatAModelSaidIsARecordOfWork) {
  EXPECT_TRUE(is_record_of_work("lives/ontology/instances.raw.jsonl"));
  EXPECT_TRUE(is_record_of_work("ontology/extract.failures.jsonl"));
  EXPECT_TRUE(is_record_of_work("ontology/rejects.jsonl"));
  EXPECT_FALSE(is_record_of_work("ontology/entities.jsonl"));
  EXPECT_FALSE(is_record_of_work("ontology/schema_card.json"));
  EXPECT_FALSE(is_record_of_work("data/instances.raw.jsonl"));
}

TEST(Searchable, TheTextBesideChunksRepeatsThem) {
  EXPECT_TRUE(repeats_chunks("dto/documents/doc_220f9366d6deb398.txt"));
  EXPECT_FALSE(repeats_chunks("dto/documents/doc_220f9366d6deb398.json"));
  EXPECT_FALSE(repeats_chunks("notes/doc_220f9366d6deb398.txt"));
  EXPECT_FALSE(repeats_chunks("documents/doc_of_mine.txt"));
  EXPECT_FALSE(repeats_chunks("documents/doc_.txt"));
  EXPECT_TRUE(repeats_chunks("lives/content/chunks.jsonl"));
  EXPECT_TRUE(repeats_chunks("content/chunks.pending.jsonl"));
  EXPECT_FALSE(repeats_chunks("content/chunks/lives.jsonl"));
  EXPECT_FALSE(repeats_chunks("dto/chunks.jsonl"));
}

TEST(Searchable, ADocumentIsCutAtItsHeadings) {
  const auto reader = open_builtin_reader({});
  const auto read = read_searchable_document(*reader, {.bytes = "# Guide\n\nBefore.\n\n## Use\n\nTo use it.\n", .file_name = "g.md"}, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->title, "Guide");
  ASSERT_EQ(read->pieces.size(), 2U);
  EXPECT_THAT(read->pieces[1].section, ElementsAre("Guide", "Use"));
  EXPECT_THAT(std::string(text_of(*read, read->pieces[1])), HasSubstr("To use it."));
  EXPECT_GT(read->pieces[1].lines.first, read->pieces[0].lines.last);
}

class TextStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "texts-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  TextStore store() const { return TextStore::beside(folder_); }

  std::string folder_;
};

TEST_F(TextStoreTest, GivesBackWhatWasPutIn) {
  const Sha256 hash = sha256(kChunks);
  const auto read = read_searchable_dataset(kChunks, {});
  ASSERT_TRUE(store().put(hash, *read, {.size = 12, .mtime_ns = 34}));
  EXPECT_TRUE(store().has(hash));
  const auto stored = store().get(hash);
  ASSERT_TRUE(stored) << stored.error().message;
  EXPECT_EQ((*stored)->text(), read->text);
  EXPECT_EQ((*stored)->moment(), (FileMoment{.size = 12, .mtime_ns = 34}));
  ASSERT_EQ((*stored)->pieces(), 2U);
  EXPECT_EQ((*stored)->piece_at(read->pieces[1].span.begin), 1U);
  EXPECT_EQ((*stored)->piece_at(read->pieces[1].span.begin + 1), 2U) << "no piece begins there";
  const Piece piece = (*stored)->piece(1);
  EXPECT_EQ(piece.id, "d#p2#c0001");
  EXPECT_EQ(piece.span, read->pieces[1].span);
  EXPECT_THAT((*stored)->mentions_of("e:1"), ElementsAre(0U, 1U));
  EXPECT_THAT((*stored)->mentions_of("e:3"), IsEmpty());
  EXPECT_EQ(names_of(facts_of((*stored)->whole())), names_of(facts_of(*read)));
}

TEST_F(TextStoreTest, DamagedBytesAreToldWhereverTheyAre) {
  const Sha256 hash = sha256(kEntities);
  ASSERT_TRUE(store().put(hash, *read_searchable_dataset(kEntities, {}), {}));
  const std::string path = store().path_of(hash);
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x40);
    ASSERT_TRUE(write_file(path, bytes, Durability::kProcess));
    EXPECT_FALSE(store().get(hash)) << i;
    ASSERT_TRUE(write_file(path, whole.substr(0, i), Durability::kProcess));
    EXPECT_FALSE(store().get(hash)) << i;
  }
  EXPECT_EQ(store().get(sha256("other")).error().code, ErrorCode::kNotFound);
}

TEST_F(TextStoreTest, SweepsWhatNobodyWants) {
  const Sha256 wanted = sha256("a");
  ASSERT_TRUE(store().put(wanted, *read_searchable_dataset(kEntities, {}), {}));
  ASSERT_TRUE(store().put(sha256("b"), *read_searchable_dataset(kEntities, {}), {}));
  ASSERT_TRUE(write_file(store().directory() + "/half-written.tmp", "x"));
  ASSERT_TRUE(store().sweep([&](const Sha256& hash) { return hash == wanted; }));
  EXPECT_TRUE(store().has(wanted));
  EXPECT_FALSE(store().has(sha256("b")));
  EXPECT_FALSE(std::filesystem::exists(store().directory() + "/half-written.tmp"));
  EXPECT_TRUE(TextStore("/nowhere/at/all").sweep([](const Sha256&) { return false; })) << "no folder, nothing to do";
}

}  // namespace
}  // namespace grove::document
