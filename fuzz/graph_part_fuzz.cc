#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz_input.h"
#include "graph/declare.h"
#include "graph/file_content.h"
#include "graph/part/declaration_writer.h"
#include "graph/part/edge_writer.h"
#include "graph/stored_graph.h"
#include "graph/testing/describe_graph.h"

// A part of the symbol graph whose sections are damaged: pairs of a section's number and what to do to it. It stands alone, and replaces
// files of a whole one before it. Whatever the sections say, everything that a graph can be asked is answered without a read outside.
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

constexpr std::uint32_t kSymbols = 20;  // of a file

Sections whole_part(int files, FileId older_files, const std::vector<ReplacedFile>& replaced) {
  DeclarationWriter declarations;
  EdgeWriter edges;
  for (int file = 0; file < files; ++file) {
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
  std::move(declarations).write({.older_files = older_files, .older_symbols = older_files * kSymbols}, sections);
  std::move(edges).write(sections);
  sections[static_cast<std::size_t>(Section::kReplaced)] = encode_replaced(replaced);
  const std::uint64_t degree = std::uint64_t{3} << 32U | 7U;
  if (older_files > 0) sections[static_cast<std::size_t>(Section::kDegrees)].assign(reinterpret_cast<const char*>(&degree), sizeof degree);
  return sections;
}

Sections damaged(Sections sections, const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = 0; i + 3 < size; i += 4) {
    std::string& section = sections[data[i] % kSectionCount];
    const std::size_t at = (data[i + 1] << 8U | data[i + 2]) % (section.size() + 1);
    if (at == section.size())
      section.resize(section.size() * data[i + 3] / 256);
    else
      section[at] = static_cast<char>(data[i + 3]);
  }
  return sections;
}

void describe_parts(std::vector<std::shared_ptr<const GraphPart>> parts) {
  const auto graph = StoredGraph::assemble(std::move(parts), {});
  if (graph) static_cast<void>(describe_graph(**graph));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Sections kAlone = whole_part(3, 0, {});
  static const Sections kNewer = whole_part(2, 3, {{0, 0, {4, 3, 2, kNobody, 1}}, {1, kNobody, {}}, {2, 1, {0, 1, 2, 3, 4, 5}}});
  const Sections alone = damaged(kAlone, data, size);
  if (const auto part = GraphPart::over(alone)) describe_parts({*part});
  const Sections newer = damaged(kNewer, data, size);
  const auto older = GraphPart::over(kAlone);
  if (const auto part = GraphPart::over(newer); part && older) describe_parts({*older, *part});
  return 0;
}
