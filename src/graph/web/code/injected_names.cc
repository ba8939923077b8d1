#include "graph/web/code/injected_names.h"

#include <algorithm>
#include <array>

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 3> kRegister = {"factory", "service", "provider"};

}  // namespace

std::optional<FileId> InjectedNames::file_of(std::string_view name) {
  if (!is_read_) read();
  const auto found = files_.find(name);
  return found == files_.end() ? std::nullopt : found->second;
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
  const CallChains& calls = code->calls();
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    if (std::ranges::find(kRegister, calls.name(call)) == kRegister.end() || calls.argument_count(call) != 2) continue;
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

}  // namespace grove::graph::web
