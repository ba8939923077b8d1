#include "graph/web/clients/script_bases.h"

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kDefaults = ".defaults[baseURL]";
constexpr std::string_view kInterceptors = ".interceptors.request";

/// What stands before the address itself in `"/api" + config.url`.
std::vector<PieceText> before_url(const std::vector<PieceText>& texts) {
  std::vector<PieceText> found;
  for (const PieceText& text : texts) {
    const bool ends_with_url = text.pieces.size() > 1 && text.pieces.back().kind != TextPiece::Kind::kText &&
                               (text.pieces.back().text == "url" || text.pieces.back().member == "url");
    if (!ends_with_url) continue;
    found.push_back({.pieces = {text.pieces.begin(), text.pieces.end() - 1}, .confidence = text.confidence});
  }
  return found;
}

}  // namespace

const std::vector<PieceText>& ScriptBases::of_library(const std::string& name) {
  if (!is_read_) read();
  return by_library_[name];
}

const std::vector<PieceText>& ScriptBases::of_made(FileId file, CallNumber call) {
  if (!is_read_) read();
  return by_call_[{file, call}];
}

void ScriptBases::read() {
  is_read_ = true;
  for (const FileId file : kit_.sources.files_of(Family::kScript))
    if (const CodeFile* code = kit_.sources.of(file); code != nullptr) read_file(file, *code);
}

void ScriptBases::read_file(FileId file, const CodeFile& code) {
  const Facts& facts = code.facts();
  const SymbolId first = kit_.sources.declarations().file(file).first_symbol;
  for (const Binding& binding : facts.bindings) {
    const std::string_view name = facts.text(binding.name);
    if (!name.ends_with(kDefaults) || binding.value == kNone) continue;
    const Site site{
        .file = file, .facts = &facts, .scope = binding.symbol == kNone ? kNobody : first + binding.symbol, .expression = binding.value};
    tell(file, name.substr(0, name.size() - kDefaults.size()), binding.begin, kit_.texts.of(site));
  }
  const CallChains& calls = code.calls();
  std::vector<std::pair<std::uint32_t, std::string_view>> interceptors;
  for (CallNumber call = 0; call < calls.calls().size(); ++call)
    if (calls.name(call) == "clone" && calls.argument_count(call) == 1 && kit_.sources.imports_from(file, "@angular/common/http"))
      read_clone(file, call);
    else if (const std::string_view receiver = calls.receiver(call);
             calls.name(call) == "use" && receiver.find(".interceptors.") != std::string_view::npos)
      interceptors.emplace_back(facts.references[calls[call].reference].begin, receiver);
  for (std::size_t i = 0; i < interceptors.size(); ++i) {
    const auto [begin, receiver] = interceptors[i];
    if (!receiver.ends_with(kInterceptors)) continue;
    const std::uint32_t end = i + 1 < interceptors.size() ? interceptors[i + 1].first : begin + 4000;
    for (const Binding& binding : facts.bindings)
      if (binding.begin > begin && binding.begin < end && binding.value != kNone)
        if (const std::vector<PieceText> bases = prepended(file, binding); !bases.empty())
          tell(file, receiver.substr(0, receiver.size() - kInterceptors.size()), begin, bases);
  }
}

/// What `config.url = "/api" + config.url` puts before an address.
std::vector<PieceText> ScriptBases::prepended(FileId file, const Binding& binding) {
  const Facts& facts = kit_.sources.of(file)->facts();
  const std::string_view name = facts.text(binding.name);
  const Site site{.file = file, .facts = &facts, .scope = kNobody, .expression = binding.value};
  if (name.ends_with("[baseURL]")) return kit_.texts.of(site);
  return name.ends_with("[url]") ? before_url(kit_.texts.of(site)) : std::vector<PieceText>();
}

/// `request.clone({url: environment.api + request.url})` of an interceptor
void ScriptBases::read_clone(FileId file, CallNumber call) {
  const Site options = kit_.values.argument(file, call, 0);
  if (kit_.sources.of(file)->facts().expressions[options.expression].kind != Expression::Kind::kObject) return;
  std::vector<PieceText>& known = by_library_["@angular/common/http.HttpClient"];
  for (PieceText& base : before_url(kit_.texts.of_member(options, {"url"}))) known.push_back(std::move(base));
}

void ScriptBases::tell(FileId file, std::string_view client, std::uint32_t place, const std::vector<PieceText>& bases) {
  const SymbolId scope = kit_.sources.function_at(file, place, kNobody);
  for (const CodeValue& value : kit_.values.of_name({.file = file, .scope = scope, .before = place, .depth = 0}, client)) {
    std::vector<PieceText>* known = value.kind == CodeValue::Kind::kLibrary ? &by_library_[value.name]
                                    : value.kind == CodeValue::Kind::kCall  ? &by_call_[{value.file, value.call}]
                                                                            : nullptr;
    if (known != nullptr) known->insert(known->end(), bases.begin(), bases.end());
  }
}

}  // namespace grove::graph::web
