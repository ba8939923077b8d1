#include "graph/web/code/injected_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 3> kRegister = {"factory", "service", "provider"};

constexpr std::array<std::string_view, 2> kConstants = {"constant", "value"};

}  // namespace

std::optional<FileId> InjectedNames::file_of(std::string_view name) {
  if (!is_read_) read();
  const auto found = files_.find(name);
  return found == files_.end() ? std::nullopt : found->second;
}

std::optional<InjectedNames::Place> InjectedNames::constant_of(std::string_view name) {
  if (!is_read_) read();
  const auto found = constants_.find(name);
  return found == constants_.end() ? std::nullopt : found->second;
}

bool InjectedNames::is_constant_name(std::string_view name) {
  return std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; }) && constant_of(name).has_value();
}

std::optional<InjectedNames::Bound> InjectedNames::shared_by_all(std::string_view name) {
  if (!is_read_) read();
  const auto found = shared_.find(name);
  return found == shared_.end() ? std::nullopt : found->second;
}

std::optional<FileId> InjectedNames::data_file(std::string_view module) const {
  // `./shared/api.json`, `@/shared/api.json`
  const std::size_t begin = module.find_first_not_of("./@~");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string wanted = "/" + std::string(module.substr(begin));
  std::optional<FileId> only;
  for (const FileId file : sources_.declarations().files_named(base_name(module))) {
    if (!("/" + std::string(sources_.declarations().file(file).path)).ends_with(wanted)) continue;
    if (only) return std::nullopt;
    only = file;
  }
  return only;
}

std::string_view InjectedNames::name_of(FileId file) {
  if (!is_read_) read();
  const auto found = names_.find(file);
  return found == names_.end() ? std::string_view() : std::string_view(found->second);
}

SymbolId InjectedNames::function_of(FileId file, std::string_view name) const {
  const DeclaredFile declared = sources_.declarations().file(file);
  SymbolId customary = kNobody;
  for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
    const DeclaredSymbol one = sources_.declarations().symbol(symbol);
    if (one.kind != Kind::kFunction || one.parent != kNobody) continue;
    if (one.name == name) return symbol;
    if (one.name == "service") customary = symbol;
  }
  return customary;
}

SymbolId InjectedNames::member_of(FileId file, std::string_view name) const {
  const DeclaredFile declared = sources_.declarations().file(file);
  for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
    if (const DeclaredSymbol one = sources_.declarations().symbol(symbol); one.kind == Kind::kMethod && one.name == name) return symbol;
  return kNobody;
}

void InjectedNames::read() {
  is_read_ = true;
  for (const FileId file : sources_.files_of(Family::kScript)) read_file(file);
}

void InjectedNames::read_file(FileId file) {
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return;
  note_shared(file);
  const CallChains& calls = code->calls();
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    if (calls.argument_count(call) != 2) continue;
    if (std::ranges::find(kConstants, calls.name(call)) != kConstants.end()) note_constant(file, call);
    if (std::ranges::find(kRegister, calls.name(call)) == kRegister.end()) continue;
    const Expression& name = calls.facts().expressions[calls.argument(call, 0)];
    const Expression& what = calls.facts().expressions[calls.argument(call, 1)];
    const bool is_asked = calls[call].before != kNoCall || !calls.receiver(call).empty();
    const bool makes =
        what.kind == Expression::Kind::kLambda || what.kind == Expression::Kind::kArray || what.kind == Expression::Kind::kName;
    if (!is_asked || !makes || name.kind != Expression::Kind::kString) continue;
    std::string text(calls.facts().text(name.text));
    const auto [known, fresh] = files_.try_emplace(text, file);
    if (!fresh && known->second != file) known->second = std::nullopt;
    const auto [own, is_first] = names_.try_emplace(file, text);
    if (!is_first) own->second.clear();
  }
}

void InjectedNames::note_shared(FileId file) {
  const Facts& facts = sources_.of(file)->facts();
  for (Index i = 0; i < facts.bindings.size(); ++i) {
    const std::string_view name = facts.text(facts.bindings[i].name);
    const std::size_t open = name.rfind('[');
    if (open == std::string_view::npos || !name.ends_with(']') || facts.bindings[i].value == kNone) continue;
    const std::string_view object = name.substr(0, open);
    if (!object.ends_with(".prototype") && !object.ends_with(".globalProperties")) continue;
    const auto [known, fresh] = shared_.try_emplace(std::string(name.substr(open + 1, name.size() - open - 2)), Bound{file, i});
    if (!fresh) known->second = std::nullopt;
  }
}

void InjectedNames::note_constant(FileId file, CallNumber call) {
  const CallChains& calls = sources_.of(file)->calls();
  const Expression& name = calls.facts().expressions[calls.argument(call, 0)];
  const bool is_asked = calls[call].before != kNoCall || !calls.receiver(call).empty();
  if (!is_asked || name.kind != Expression::Kind::kString) return;
  const auto [known, fresh] = constants_.try_emplace(std::string(calls.facts().text(name.text)), Place{file, call});
  if (!fresh) known->second = std::nullopt;
}

}  // namespace grove::graph::web
