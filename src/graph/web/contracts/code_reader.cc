#include "graph/web/contracts/code_reader.h"

#include "graph/resolve/expression_text.h"

namespace grove::graph::web {

std::vector<FileId> CodeReader::files() const {
  std::vector<FileId> all = at_.program.code();
  all.insert(all.end(), at_.sources.files().begin(), at_.sources.files().end());
  return all;
}

const CodeFile* CodeReader::of(FileId file) {
  if (is_source_language(at_.program.declarations().file(file).language)) return at_.sources.of(file);
  const Facts* facts = at_.program.facts(file);
  return facts == nullptr || facts->generated ? nullptr : &jvm_.of(file);
}

SymbolId CodeReader::symbol_of(FileId file, Index local) const {
  return local == kNone ? kNobody : at_.program.declarations().file(file).first_symbol + local;
}

SymbolId CodeReader::scope_of(FileId file, CallNumber call) {
  const CodeFile* code = of(file);
  return code == nullptr ? kNobody : symbol_of(file, code->facts().references[code->calls()[call].reference].symbol);
}

std::uint32_t CodeReader::line_of(FileId file, CallNumber call) {
  const CodeFile* code = of(file);
  return code == nullptr ? 0 : code->facts().references[code->calls()[call].reference].line;
}

std::uint32_t CodeReader::begin_of(FileId file, CallNumber call) {
  const CodeFile* code = of(file);
  return code == nullptr ? kNone : code->facts().references[code->calls()[call].reference].begin;
}

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    if (end > at) names.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace grove::graph::web
