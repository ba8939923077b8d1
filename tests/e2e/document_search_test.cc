#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "document/pdf/testing/pdf_file.h"
#include "document/testing/archive_bytes.h"
#include "tests/e2e/program.h"

// Documents in indexed folders, and datasets, as people and scripts find them.
namespace grove::e2e {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using document::testing::PdfPage;
using document::testing::show;

PdfPage page(std::string operators) { return {.operators = std::move(operators), .entries = {}}; }

constexpr const char* kRomanLabels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D >>] >>";

/// A handbook of three pages: i, ii and 1.
std::string handbook() {
  return document::testing::pdf_of(
      {page(show(72, 740, 20, "Beekeeping Handbook") + show(72, 700, 11, "A short book about hives.")),
       page(show(72, 740, 16, "Winter") + show(72, 700, 11, "In winter the colony forms a cluster around the queen.")),
       page(show(72, 740, 16, "Harvest") + show(72, 700, 11, "Honey is extracted when the combs are capped."))},
      kRomanLabels);
}

/// A page that holds a picture and no text.
std::string scanned() { return document::testing::pdf_of({page("q 0 0 1 rg 10 10 500 700 re f Q")}); }

std::string letter() {
  return document::archive_of(
      {{"[Content_Types].xml", "<Types/>"},
       {"word/document.xml",
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>Royal jelly is fed "
        "to every larva for three days.</w:t></w:r></w:p></w:body></w:document>"}});
}

class DocumentSearch : public ::testing::Test {
 protected:
  void index(const std::string& folder) {
    const Outcome outcome = world_.run({"index", folder, "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  }
  nlohmann::json first_hit(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "search");
    arguments.insert(arguments.end(), {"--limit", "1", "--json"});
    const auto found = world_.run(arguments).json();
    return found["results"].empty() ? nlohmann::json::object() : found["results"][0];
  }

  World world_;
};

TEST_F(DocumentSearch, APassageOfAPdfIsFoundWithItsPageAndPrintedLabel) {
  world_.write("books/handbook.pdf", handbook());
  index("books");
  const auto hit = first_hit({"colony cluster in winter", "--kind", "document"});
  EXPECT_EQ(hit["path"], "handbook.pdf");
  EXPECT_EQ(hit["kind"], "chunk");
  EXPECT_EQ(hit["language"], "document");
  EXPECT_EQ(hit["page"], 2);
  EXPECT_EQ(hit["page_label"], "ii");
  EXPECT_THAT(hit["section"].get<std::string>(), HasSubstr("Winter"));
  EXPECT_THAT(hit["code"].get<std::string>(), HasSubstr("the colony forms a cluster around the queen."));
  EXPECT_FALSE(hit.contains("stale"));
  const Outcome shown = world_.run({"search", "colony cluster in winter"});
  EXPECT_THAT(shown.output, HasSubstr("handbook.pdf p. 2 (ii)"));
  EXPECT_THAT(shown.output, HasSubstr("the colony forms a cluster around the queen."));
}

TEST_F(DocumentSearch, OfficeFilesAreFoundAmongCode) {
  world_.write("mixed/letter.docx", letter());
  world_.write("mixed/jelly.py", "def royal_jelly(larva):\n    return larva.days < 3\n");
  index("mixed");
  EXPECT_EQ(first_hit({"royal jelly for larva", "--kind", "document"})["path"], "letter.docx");
  EXPECT_EQ(first_hit({"royal jelly for larva", "--kind", "function"})["path"], "jelly.py");
}

TEST_F(DocumentSearch, MarkdownIsADocumentAndCodeIsNone) {
  world_.write("mixed/README.md", "# Queen\n\nThe queen lays eggs.\n");
  world_.write("mixed/queen.py", "# The queen lays eggs.\nLAYS_EGGS = True\n");
  index("mixed");
  const auto found = world_.run({"search", "queen lays eggs", "--kind", "document", "--json"}).json();
  ASSERT_EQ(found["results"].size(), 1U) << found;
  EXPECT_EQ(found["results"][0]["path"], "README.md");
}

TEST_F(DocumentSearch, WhatHoldsNoTextIsToldWithTheReason) {
  world_.write("books/scan.pdf", scanned());
  world_.write("books/broken.pdf", "%PDF-1.7\nnothing of one");
  index("books");
  const Outcome coverage = world_.run({"coverage"});
  EXPECT_THAT(coverage.output, HasSubstr("none of its 1 page holds text: they seem to be scanned pictures"));
  EXPECT_THAT(coverage.output, HasSubstr("cannot read broken.pdf"));
}

TEST_F(DocumentSearch, AChangedDocumentIsReadAnewAndAnUnchangedOneIsNot) {
  world_.write("books/handbook.pdf", handbook());
  index("books");
  const auto report = world_.run({"index", "books", "--json"}).json()["repositories"][0];
  EXPECT_EQ(report["unchanged"], 1);
  world_.write("books/handbook.pdf", document::testing::pdf_of({page(show(72, 700, 11, "Drones leave in autumn."))}));
  const auto stale = first_hit({"colony cluster", "--kind", "chunk"});
  EXPECT_EQ(stale["stale"], true);
  EXPECT_THAT(stale["code"].get<std::string>(), HasSubstr("colony"));
  index("books");
  EXPECT_THAT(first_hit({"drones autumn"})["code"].get<std::string>(), HasSubstr("Drones leave in autumn."));
  std::size_t texts = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(world_.data())) texts += entry.path().extension() == ".text";
  EXPECT_EQ(texts, 1U) << "the text of the older file is gone";
}

TEST_F(DocumentSearch, AnAnswerQuotesThePassageWithItsPage) {
  world_.write("books/handbook.pdf", handbook());
  index("books");
  const auto answer = world_.run({"ask", "when is honey extracted?", "--json"}).json();
  ASSERT_FALSE(answer["hits"].empty());
  const auto& hit = answer["hits"][0];
  EXPECT_EQ(hit["chunk_type"], "document");
  EXPECT_EQ(hit["citation"]["page"], 3);
  EXPECT_EQ(hit["citation"]["page_label"], "1");
  const std::string quote = hit["citation"]["quote"];
  EXPECT_EQ(quote, "Honey is extracted when the combs are capped.");
  EXPECT_THAT(hit["code"].get<std::string>(), HasSubstr(quote));
  const Outcome shown = world_.run({"ask", "when is honey extracted?"});
  EXPECT_THAT(shown.output, HasSubstr("handbook.pdf p. 3 (1)"));
  EXPECT_THAT(shown.output, HasSubstr("“Honey is extracted when the combs are capped.”"));
}

class DatasetSearch : public DocumentSearch {
 protected:
  void SetUp() override {
    world_.write("bees/manifest.json", R"({"ontorag": "0.1", "dataset": {"id": "bees", "name": "Bees", "version": "1"}})");
    world_.write(
        "bees/content/chunks/handbook.jsonl",
        R"({"id": "doc_1#p4#c0000", "doc": "handbook", "text": "The Langstroth hive has movable frames.", "page": 4, "page_label": "iv", "heading_path": ["Hives", "Frames"], "entities": ["https://bees.example/Hive"]})"
        "\n"
        R"({"id": "doc_1#p5#c0001", "doc": "handbook", "text": "A smoker calms the bees before opening.", "page": 5})"
        "\n");
    world_.write(
        "bees/ontology/entities.jsonl",
        R"({"iri": "https://bees.example/Hive", "types": ["https://bees.example/Device"], "label": "Langstroth hive", "aliases": ["Bienenstock nach Köhler", "movable-frame hive"], "summary": "A box for bees."})"
        "\n"
        R"({"iri": "https://bees.example/Queen", "types": ["https://bees.example/Bee"], "label": "Queen"})"
        "\n");
    index("bees");
  }
};

TEST_F(DatasetSearch, AChunkIsFoundAsItsTextWithWhatTheDatasetSaysOfIt) {
  const auto hit = first_hit({"smoker calms bees", "--kind", "chunk"});
  EXPECT_EQ(hit["code"], "A smoker calms the bees before opening.");
  EXPECT_EQ(hit["document"], "handbook");
  EXPECT_EQ(hit["chunk_id"], "doc_1#p5#c0001");
  EXPECT_EQ(hit["page"], 5);
  EXPECT_EQ(hit["start_line"], 2);
  const auto frames = first_hit({"movable frames", "--kind", "document"});
  EXPECT_EQ(frames["section"], "Hives > Frames");
  EXPECT_EQ(frames["page_label"], "iv");
}

TEST_F(DatasetSearch, AnEntityIsFoundByLabelAndAliasWhateverTheCaseAndMarks) {
  for (const char* name :
       {"Langstroth hive", "LANGSTROTH HIVE", "bienenstock nach kohler", "Bienenstock nach Köhler", "movable-frame hive"}) {
    const auto hit = first_hit({name, "--kind", "entity"});
    EXPECT_EQ(hit["qualified_name"], "https://bees.example/Hive") << name;
    EXPECT_EQ(hit["kind"], "entity");
    EXPECT_EQ(first_hit({name})["kind"], "entity") << "without asking for entities: " << name;
  }
}

TEST_F(DatasetSearch, AnEntityShowsItsTypesAliasesAndThePassagesThatMentionIt) {
  const auto entity = first_hit({"movable-frame hive", "--kind", "entity"})["entity"];
  EXPECT_EQ(entity["iri"], "https://bees.example/Hive");
  EXPECT_THAT(entity["types"].get<std::vector<std::string>>(), ElementsAre("https://bees.example/Device"));
  EXPECT_EQ(entity["total_mentions"], 1);
  EXPECT_EQ(entity["mentions"][0]["chunk_id"], "doc_1#p4#c0000");
  EXPECT_EQ(entity["mentions"][0]["page"], 4);
  const Outcome shown = world_.run({"search", "movable-frame hive", "--kind", "entity", "--limit", "1"});
  EXPECT_THAT(shown.output, HasSubstr("entity Langstroth hive\n      https://bees.example/Hive\n      is a https://bees.example/Device\n"));
  EXPECT_THAT(shown.output, HasSubstr("handbook p. 4 (iv)"));
}

TEST_F(DatasetSearch, KindsTellPassagesAndEntitiesApart) {
  for (const auto& hit : world_.run({"search", "hive", "--kind", "chunk", "--json"}).json()["results"]) EXPECT_EQ(hit["kind"], "chunk");
  for (const auto& hit : world_.run({"search", "hive", "--kind", "document", "--json"}).json()["results"])
    EXPECT_NE(hit["kind"], "entity") << hit;
  EXPECT_THAT(world_.run({"definition", "Queen"}).output, HasSubstr("https://bees.example/Queen"));
  EXPECT_THAT(world_.run({"search", "hive", "--kind", "function"}).output, Not(HasSubstr("hive")));
}

}  // namespace
}  // namespace grove::e2e
