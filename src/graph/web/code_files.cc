#include "graph/web/code_files.h"

#include <algorithm>

#include "graph/web/receivers.h"

namespace grove::graph::web {

CodeFile::CodeFile(const Facts& facts) : facts_(facts), calls_(facts) {
  for (Index i = 0; i < facts.bindings.size(); ++i) bindings_[{facts.bindings[i].symbol, facts.text(facts.bindings[i].name)}].push_back(i);
  for (auto& [key, all] : bindings_) std::ranges::stable_sort(all, {}, [&](Index i) { return facts.bindings[i].begin; });
  for (Index i = 0; i < facts.parameters.size(); ++i) parameters_[facts.parameters[i].symbol].push_back(i);
  for (const Expression& expression : facts.expressions)
    if (expression.kind == Expression::Kind::kName) reads_[facts.text(expression.text)].push_back(expression.begin);
  for (auto& [name, places] : reads_) std::ranges::sort(places);
}

const std::vector<Index>& CodeFile::bindings(Index symbol, std::string_view name) const {
  static const std::vector<Index> kNothing;
  const auto found = bindings_.find({symbol, name});
  return found == bindings_.end() ? kNothing : found->second;
}

const std::vector<Index>& CodeFile::parameters(Index symbol) const {
  static const std::vector<Index> kNothing;
  const auto found = parameters_.find(symbol);
  return found == parameters_.end() ? kNothing : found->second;
}

bool CodeFile::is_read_between(std::string_view name, std::uint32_t from, std::uint32_t to) const {
  const auto found = reads_.find(name);
  if (found == reads_.end()) return false;
  const auto next = std::ranges::upper_bound(found->second, from);
  return next != found->second.end() && *next < to;
}

bool CodeFile::mentions(Index expression, std::string_view name) const {
  const Expression& one = facts_.expressions[expression];
  if (one.kind == Expression::Kind::kName) return facts_.text(one.text) == name;
  for (std::uint32_t i = 0; i < one.child_count; ++i)
    if (mentions(one.first_child + i, name)) return true;
  return false;
}

std::vector<Index> CodeFile::reaching(Index symbol, std::string_view name, std::uint32_t place) const {
  std::vector<Index> found;
  const std::vector<Index>& all = bindings(symbol, name);
  std::uint32_t later = 0;
  bool builds_upon_before = false;
  for (std::size_t i = all.size(); i-- > 0;) {
    const Binding& binding = facts_.bindings[all[i]];
    if (binding.begin >= place || binding.value == kNone) continue;
    if (builds_upon_before && binding.begin != later) break;  // of one place both what is appended and what was there
    if (!found.empty() && is_read_between(name, binding.begin, later)) break;
    found.push_back(all[i]);
    later = binding.begin;
    builds_upon_before = builds_upon_before || mentions(binding.value, name);
  }
  std::ranges::reverse(found);
  return found;
}

SymbolId CodeFile::function_at(std::uint32_t place, SymbolId first, SymbolId otherwise) const {
  SymbolId found = otherwise;
  for (Index i = 0; i < facts_.symbols.size() && facts_.symbols[i].range.begin <= place; ++i)
    if (is_callable(facts_.symbols[i].kind) && place < facts_.symbols[i].range.end) found = first + i;
  return found;
}

const CodeFile& CodeFiles::of(FileId file) {
  std::unique_ptr<CodeFile>& made = files_[file];
  if (made == nullptr) {
    static const Facts kNoFacts;
    const Facts* facts = program_.facts(file);
    made = std::make_unique<CodeFile>(facts == nullptr ? kNoFacts : *facts);
  }
  return *made;
}

SymbolId CodeFiles::function_at(FileId file, std::uint32_t place, SymbolId otherwise) {
  const Facts* facts = program_.facts(file);
  if (facts == nullptr) return otherwise;
  return of(file).function_at(place, program_.declarations().file(file).first_symbol, otherwise);
}

const std::vector<CodeFiles::Place>& CodeFiles::calls_of(std::string_view name) {
  if (!has_names_) {
    has_names_ = true;
    for (const FileId file : program_.code()) {
      const CallChains& calls = of(file).calls();
      for (CallNumber call = 0; call < calls.calls().size(); ++call) by_name_[calls.name(call)].push_back({.file = file, .call = call});
    }
  }
  static const std::vector<Place> kNothing;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? kNothing : found->second;
}

}  // namespace grove::graph::web
