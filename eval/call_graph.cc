#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "graph/declare.h"
#include "graph/resolver.h"
#include "model/line_index.h"
#include "syntax/parser.h"

// usage: grove_call_graph FOLDER
// What the names in a folder's files mean, one line each: confidence, role, file:line, from, to (`path#qualified name`), for scorers.
namespace {

using namespace grove;

std::string shown(const graph::Declarations& declarations, graph::SymbolId symbol) {
  const graph::DeclaredSymbol declared = declarations.symbol(symbol);
  return fmt::format("{}#{}/{}:{}", declarations.file(declared.file).path, declared.qualified_name, declared.arity,
                     kind_name(declared.kind));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, Facts>> files;
  std::vector<std::pair<std::string, std::string>> texts;
  const auto parser = syntax::make_parser();
  const fs::path root = arguments[1];
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied)) {
    if (!entry.is_regular_file() || entry.path().string().find("/.git/") != std::string::npos || entry.file_size() > 4'000'000) continue;
    const auto text = read_file(entry.path().string());
    if (!text) continue;
    const std::string path = entry.path().lexically_relative(root).generic_string();
    const Language language = syntax::detect_language(path, *text);
    Facts facts = parser->parse({.path = path, .language = language, .text = *text, .limits = {}, .cancel = {}});
    if (facts.symbols.empty() && facts.references.empty()) continue;
    texts.emplace_back(path, *text);
    files.emplace_back(path, std::move(facts));
  }
  const auto copies = files;
  const auto declarations = graph::declare(std::move(files));
  const auto resolver = graph::Resolver::make(*declarations);
  std::size_t references = 0;
  std::size_t calls = 0;
  std::size_t resolved_calls = 0;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const auto& [path, facts] = copies[i];
    const auto file = declarations->find_file(path);
    if (!file) continue;
    const graph::FileResolution found = resolver->resolve(*file, facts);
    const LineIndex lines(texts[i].second);
    const graph::DeclaredFile declared = declarations->file(*file);
    std::vector<bool> known(facts.references.size(), false);
    for (const graph::ResolvedReference& one : found.resolved) {
      const Reference& reference = facts.references[one.reference];
      known[one.reference] = true;
      fmt::print("{}\t{}\t{}:{}\t{}\t{}\n", confidence_name(one.confidence), role_name(reference.role), path,
                 lines.line_of(reference.begin),
                 reference.symbol == kNone ? path + "#" : shown(*declarations, declared.first_symbol + reference.symbol),
                 shown(*declarations, one.target));
    }
    for (std::size_t reference = 0; reference < facts.references.size(); ++reference) {
      ++references;
      if (facts.references[reference].role != Role::kCall) continue;
      ++calls;
      if (known[reference])
        ++resolved_calls;
      else
        fmt::print("none\tcall\t{}:{}\t{}\t{}|{}\n", path, lines.line_of(facts.references[reference].begin),
                   facts.references[reference].symbol == kNone
                       ? path + "#"
                       : shown(*declarations, declared.first_symbol + facts.references[reference].symbol),
                   facts.text(facts.references[reference].receiver), facts.text(facts.references[reference].name));
    }
  }
  fmt::print(stderr, "{} files, {} references, {} calls, {} resolved\n", copies.size(), references, calls, resolved_calls);
}
