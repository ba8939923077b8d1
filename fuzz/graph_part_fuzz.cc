#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz_input.h"
#include "graph/declare.h"
#include "graph/file_content.h"
#include "graph/part/declaration_writer.h"
#include "graph/part/edge_writer.h"
#include "graph/stored_graph.h"
#include "graph/testing/describe_graph.h"

// A part of the symbol graph whose sections are damaged: pairs of a section's number and what to do to it. Whatever they say, everything
// that a graph can be asked is answered without a read outside.
namespace {

using namespace grove;
using namespace grove::graph;

Facts some_facts(int file) {
  Facts facts;
  facts.language = Language::kJava;
  facts.module = facts.strings.intern("shop");
  for (std::uint32_t i = 0; i < 20; ++i) {
    Symbol symbol;
    symbol.kind = i == 0 ? Kind::kClass : Kind::kMethod;
    symbol.name = facts.strings.intern("name" + std::to_string((i * 7 + static_cast<std::uint32_t>(file)) % 11));
    symbol.qualified_name = facts.strings.intern("shop.Cart.name" + std::to_string(i));
    symbol.parent = i == 0 ? kNone : 0;
    symbol.range = {i * 10, i == 0 ? 300 : i * 10 + 9};
    symbol.name_range = {i * 10 + 1, i * 10 + 3};
    facts.symbols.push_back(symbol);
  }
  return facts;
}

Sections whole_part() {
  DeclarationWriter declarations;
  EdgeWriter edges;
  for (int file = 0; file < 3; ++file) {
    const Facts facts = some_facts(file);
    const std::string path = "src/file" + std::to_string(file) + ".java";
    FileContent content = content_of(facts);
    content.path = path;
    declarations.add(content);
    std::vector<LocalEdge> uses;
    for (std::uint32_t i = 0; i < 30; ++i) uses.push_back({i % 20, i * 2, i * 10, i, Role::kCall, Confidence::kExact});
    edges.add(encode_edges(uses, IsCallable(20, true), {1, 5, 9}));
  }
  Sections sections;
  std::move(declarations).write({}, sections);
  std::move(edges).write(sections);
  sections[static_cast<std::size_t>(Section::kReplaced)] = encode_replaced({});
  return sections;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Sections kWhole = whole_part();
  Sections sections = kWhole;
  for (std::size_t i = 0; i + 3 < size; i += 4) {
    std::string& section = sections[data[i] % kSectionCount];
    const std::size_t at = (data[i + 1] << 8U | data[i + 2]) % (section.size() + 1);
    if (at == section.size())
      section.resize(section.size() * data[i + 3] / 256);
    else
      section[at] = static_cast<char>(data[i + 3]);
  }
  const auto part = GraphPart::over(sections);
  if (!part) return 0;
  const auto graph = StoredGraph::assemble({*part}, {});
  if (graph) static_cast<void>(describe_graph(**graph));
  return 0;
}
