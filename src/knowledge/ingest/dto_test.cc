#include "knowledge/ingest/dto.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"

namespace grove::knowledge {
namespace {

ChunkDto sample_chunk() {
  return {.document_id = "doc_0123456789abcdef",
          .chunk_id = "doc_0123456789abcdef#p12#c0003",
          .chunk_index = 3,
          .text = "Größe \"zwölf\"\nund mehr",
          .provenance = {.source_path = "raw/manual.pdf",
                         .source_mime = "application/pdf",
                         .page = 12,
                         .page_label = "xii",
                         .section = "One > Two",
                         .offset_start = 40,
                         .offset_end = 62,
                         .text_snippet = "Größe"},
          .text_hash = "0a",
          .created_at = "2026-05-04T12:30:00Z"};
}

TEST(DocumentDto, IdsAreMadeOfTheContentAlone) {
  const std::string hash = content_hash_of("abc");
  EXPECT_EQ(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(document_id_of(hash), "doc_ba7816bf8f01cfea");
  EXPECT_EQ(chunk_id_of("doc_a", 7, 12), "doc_a#p7#c0012");
  EXPECT_EQ(chunk_id_of("doc_a", std::nullopt, 12345), "doc_a#pNA#c12345");
  EXPECT_EQ(text_hash_of("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST(DocumentDto, ADocumentIsWrittenWithTheKeysOfTheFormatInTheirOrder) {
  EXPECT_EQ(document_json({.document_id = "doc_a",
                           .source_path = "a.md",
                           .source_mime = "text/markdown",
                           .content_hash = "ff",
                           .title = "Ä",
                           .created_at = "2026-05-04T12:30:00Z"}),
            R"({
  "document_id": "doc_a",
  "source_path": "a.md",
  "source_mime": "text/markdown",
  "content_hash": "ff",
  "title": "Ä",
  "created_at": "2026-05-04T12:30:00Z",
  "chunks": []
}
)");
}

TEST(ChunkDto, AChunkIsOneLineWithTheKeysOfTheFormatInTheirOrder) {
  EXPECT_EQ(chunk_line(sample_chunk()),
            "{\"document_id\":\"doc_0123456789abcdef\",\"chunk_id\":\"doc_0123456789abcdef#p12#c0003\",\"chunk_index\":3,"
            "\"text\":\"Größe \\\"zwölf\\\"\\nund mehr\",\"provenance\":{\"source_path\":\"raw/manual.pdf\","
            "\"source_mime\":\"application/pdf\",\"page\":12,\"page_label\":\"xii\",\"section\":\"One > Two\",\"offset_start\":40,"
            "\"offset_end\":62,\"text_snippet\":\"Größe\",\"raw\":{}},\"text_hash\":\"0a\",\"created_at\":\"2026-05-04T12:30:00Z\"}\n");
}

TEST(ChunkDto, WhatWasWrittenIsReadBack) {
  ChunkDto chunk = sample_chunk();
  chunk.provenance.page_end = 13;
  chunk.provenance.header_start = 5;
  chunk.provenance.header_end = 9;
  chunk.provenance.page_breaks = {{.page = 13, .page_label = "xiii", .offset_start = 50}};
  const auto read = parse_chunk(chunk_line(chunk));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(chunk_line(*read), chunk_line(chunk));
  EXPECT_EQ(read->provenance.page_end, 13U);
  EXPECT_EQ(read->provenance.header_end, 9U);
  EXPECT_EQ(read->provenance.page_breaks, chunk.provenance.page_breaks);
}

TEST(ChunkDto, EveryPlaceOfAChunkHasItsPage) {
  ProvenanceDto provenance = sample_chunk().provenance;
  provenance.page_breaks = {{.page = 13, .page_label = "xiii", .offset_start = 50}, {.page = 14, .page_label = {}, .offset_start = 60}};
  EXPECT_EQ(provenance.page_at(49).page, 12U);
  EXPECT_EQ(provenance.page_at(49).page_label, "xii");
  EXPECT_EQ(provenance.page_at(50).page_label, "xiii");
  EXPECT_EQ(provenance.page_at(61).page, 14U);
}

TEST(ChunkDto, WhatIsMissingOrNullIsEmpty) {
  const auto read = parse_chunk(R"({"document_id": "d", "chunk_id": "c", "provenance": {"page": null, "section": null, "page_label": 3}})");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->provenance.page);
  EXPECT_FALSE(parse_chunk(R"({"document_id": "d", "chunk_id": "c", "provenance": {"page": 0}})")->provenance.page) << "pages begin with 1";
  EXPECT_EQ(read->provenance.section, "");
  EXPECT_EQ(read->provenance.page_label, "");
}

TEST(ChunkDto, ALineThatIsNoChunkIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder / "chunks.jsonl";
  ASSERT_TRUE(write_file(path, chunk_line(sample_chunk()) + "\n{\"chunk_id\": 3}\n"));
  const auto read = read_chunks(path);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(read.error().message.find("chunks.jsonl, line 3: it has no `document_id`"), std::string::npos) << read.error().message;
}

TEST(ChunkDto, ASnippetEndsAfter240CodePoints) {
  EXPECT_EQ(snippet_of("kurz"), "kurz");
  std::string text;
  for (int i = 0; i < 240; ++i) text += "ä";
  EXPECT_EQ(snippet_of(text), text);
  EXPECT_EQ(snippet_of(text + "b"), text + "…");
}

}  // namespace
}  // namespace grove::knowledge
