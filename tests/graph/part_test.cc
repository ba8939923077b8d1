#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "base/bytes.h"
#include "graph/part/declaration_writer.h"
#include "graph/part/edge_writer.h"
#include "graph/stored_graph.h"

namespace grove::graph {
namespace {

using Older = std::pair<FileId, SymbolId>;

/// A part of files with two symbols each.
Sections part_of(int files, Older older = {}) {
  DeclarationWriter declarations;
  EdgeWriter edges;
  for (int file = 0; file < files; ++file) {
    const std::string path = "f" + std::to_string(file);
    FileContent content{.path = path, .language = Language::kC};
    for (const std::string_view name : {"one", "two"}) {
      ContentSymbol& symbol = content.symbols.emplace_back();
      symbol.declared.name = symbol.declared.qualified_name = name;
      symbol.declared.range = {0, 1};
      symbol.declared.lines = {1, 1};
    }
    declarations.add(content);
    edges.add(encode_edges({}, IsCallable(2, true), {}));
  }
  Sections sections;
  std::move(declarations).write({.older_files = older.first, .older_symbols = older.second}, sections);
  std::move(edges).write(sections);
  return sections;
}

std::string& section(Sections& sections, Section which) { return sections[static_cast<std::size_t>(which)]; }

void put(Sections& sections, Section which, std::size_t index, std::uint32_t value) {
  std::memcpy(section(sections, which).data() + index * sizeof value, &value, sizeof value);
}

constexpr std::size_t kFiles = 0, kSymbols = 1;  // of the numbers in kMeta

ErrorCode code_of(const Sections& sections) {
  const auto part = GraphPart::over(sections);
  return part ? ErrorCode::kInternal : part.error().code;
}

TEST(GraphPart, CountsThatItsSectionsCannotHoldAreDamage) {
  EXPECT_TRUE(GraphPart::over(part_of(3)));
  EXPECT_TRUE(GraphPart::over(part_of(0)));

  Sections without_files = part_of(1);
  put(without_files, Section::kMeta, kFiles, 0);
  section(without_files, Section::kFiles).clear();
  section(without_files, Section::kFirstSymbols).clear();
  EXPECT_EQ(code_of(without_files), ErrorCode::kCorrupt) << "symbols of no file";

  Sections more_than_blocks_can_count = part_of(1);
  put(more_than_blocks_can_count, Section::kMeta, kSymbols, 0xFFFFFFFFU);
  section(more_than_blocks_can_count, Section::kSymbolBlocks).clear();
  EXPECT_EQ(code_of(more_than_blocks_can_count), ErrorCode::kCorrupt);

  Sections more_than_bytes_can_hold = part_of(1);
  put(more_than_bytes_can_hold, Section::kMeta, kSymbols, 8);
  EXPECT_EQ(code_of(more_than_bytes_can_hold), ErrorCode::kCorrupt);
}

TEST(GraphPart, EverySymbolBelongsToOneFile) {
  const std::vector<std::vector<std::uint32_t>> damaged = {{1, 2, 4}, {0, 5, 4}, {0, 2, 7}, {0, 2, 0xFFFFFFFFU}};
  for (const std::vector<std::uint32_t>& firsts : damaged) {
    Sections sections = part_of(3);
    for (std::size_t i = 0; i < firsts.size(); ++i) put(sections, Section::kFirstSymbols, i, firsts[i]);
    EXPECT_EQ(code_of(sections), ErrorCode::kCorrupt);
  }
}

/// The code of a graph of an older part of two files, and one that says to replace those of it.
std::optional<ErrorCode> code_of_replacing(const std::string& replaced) {
  const Sections older = part_of(2);
  Sections newer = part_of(1, {2, 4});
  section(newer, Section::kReplaced) = replaced;
  const auto first = GraphPart::over(older);
  const auto second = GraphPart::over(newer);
  if (!first || !second) return ErrorCode::kInternal;
  const auto graph = StoredGraph::assemble({*first, *second}, {});
  if (!graph) return graph.error().code;
  EXPECT_FALSE((*graph)->declarations().is_live(0));
  return std::nullopt;
}

TEST(GraphPart, EdgesToSomeSymbolsAreThoseOfTheWholeChunk) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<LocalEdge> edges;
    LocalEdge last{.begin = 10, .line = 3};
    const std::size_t count = 1 + random() % kEdgesInChunk;
    while (edges.size() < count) {
      if (random() % 4 != 0) {
        last.begin += static_cast<std::uint32_t>(random() % 300);
        last.line += static_cast<std::uint32_t>(random() % 5);
      }
      last.source = random() % 3 == 0 ? kNobody : static_cast<std::uint32_t>(random() % 40);
      last.target = static_cast<SymbolId>(random() % 60);
      last.role = static_cast<Role>(random() % 6);
      last.confidence = static_cast<Confidence>(random() % 3);
      edges.push_back(last);
    }
    const std::string bytes = encode_chunk(edges);
    ASSERT_EQ(EdgeChunk(bytes).edges(), edges);
    const std::vector<SymbolId> wanted = {3, 17, 59, 4000};
    for (const std::size_t size : {bytes.size(), bytes.size() / 2, bytes.size() / 8, std::size_t{0}}) {
      const EdgeChunk chunk(std::string_view(bytes).substr(0, size));
      std::vector<LocalEdge> expected = chunk.edges(), found = {last};
      std::erase_if(expected, [&](const LocalEdge& edge) { return std::ranges::find(wanted, edge.target) == wanted.end(); });
      expected.insert(expected.begin(), last);
      chunk.add_edges_to(wanted, found);
      EXPECT_EQ(found, expected) << size << " bytes of it";
    }
  }
}

TEST(GraphPart, WhatItReplacesIsThereOnceAndWhole) {
  const std::string whole = encode_replaced({{0, 0, {1, kNobody}}, {1, kNobody, {}}});
  EXPECT_EQ(code_of_replacing(whole), std::nullopt);
  for (std::size_t size = 1; size < whole.size(); ++size) EXPECT_EQ(code_of_replacing(whole.substr(0, size)), ErrorCode::kCorrupt) << size;
  EXPECT_EQ(code_of_replacing(whole + '\0'), ErrorCode::kCorrupt);

  const std::vector<std::vector<ReplacedFile>> wrong = {
      {{0, 0, {}}, {0, 0, {}}},           // twice
      {{2, 0, {}}},                       // itself
      {{0, 1, {}}},                       // by no file
      {{0, 0, {2}}},                      // by a symbol that the new file has not
      {{0, kNobody, {0}}},                // by a symbol of no file
      {{0, 0, {0, 1, kNobody}}},          // more than the old one had
      {{0, 0, {}}, {kNobody - 1, 0, {}}}  // far outside
  };
  for (std::size_t i = 0; i < wrong.size(); ++i) EXPECT_EQ(code_of_replacing(encode_replaced(wrong[i])), ErrorCode::kCorrupt) << i;
}

}  // namespace
}  // namespace grove::graph
