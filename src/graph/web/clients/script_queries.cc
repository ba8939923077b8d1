#include "graph/web/clients/script_queries.h"

#include <algorithm>
#include <array>

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 3> kDescribes = {"query", "mutation", "infiniteQuery"};
constexpr std::string_view kLibrary = "@reduxjs/toolkit/query";
constexpr std::string_view kBound = "[query]";  // as the parser binds what such a function gives back

bool is_description(std::string_view name) { return std::ranges::find(kDescribes, name) != kDescribes.end(); }

}  // namespace

bool ScriptQueries::describes(FileId file, CallNumber call) {
  const CallChains& calls = kit_.sources.of(file)->calls();
  if (!is_description(calls.name(call)) || calls.receiver(call).empty() || calls.argument_count(call) != 1) return false;
  return calls.facts().expressions[calls.argument(call, 0)].kind == Expression::Kind::kObject && is_used();
}

/// Other libraries have functions of such names.
bool ScriptQueries::is_used() {
  if (!is_used_)
    is_used_ = std::ranges::any_of(kit_.sources.files(), [&](FileId file) { return kit_.sources.imports_from(file, kLibrary); });
  return *is_used_;
}

/// What the function `query` of the description gives back.
std::vector<Site> ScriptQueries::described(FileId file, CallNumber call) {
  const CodeFile& code = *kit_.sources.of(file);
  const CallChains& calls = code.calls();
  const Facts& facts = code.facts();
  const std::uint32_t begin = facts.references[calls[call].reference].begin;
  std::uint32_t end = facts.bytes;
  for (CallNumber next = call + 1; next < calls.calls().size(); ++next)
    if (is_description(calls.name(next)) && !calls.receiver(next).empty()) {
      end = facts.references[calls[next].reference].begin;
      break;
    }
  std::vector<Site> found;
  const SymbolId first = kit_.sources.declarations().file(file).first_symbol;
  const auto from = std::ranges::lower_bound(facts.bindings, begin, {}, &Binding::begin);
  for (auto at = from; at != facts.bindings.end() && at->begin < end; ++at)
    if (facts.text(at->name) == kBound && at->value != kNone)
      found.push_back(
          {.file = file, .facts = &facts, .scope = at->symbol == kNone ? kNobody : first + at->symbol, .expression = at->value});
  return found;
}

void ScriptQueries::read(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
  for (const Site& site : described(file, call)) {
    const bool has_options = site.facts->expressions[site.expression].kind == Expression::Kind::kObject;
    const CodeVerb verb = has_options ? verb_in(kit_, site, {"method"}, "GET") : CodeVerb{.name = "GET"};
    std::vector<PieceText> addresses = has_options ? kit_.texts.of_member(site, {"url"}) : kit_.texts.of(site);
    const CodeRequest like{.library = ClientLibrary::kScriptClient, .verb = verb, .file = file, .call = call};
    std::vector<PieceText> above = bases(file);
    if (above.empty()) above.push_back(PieceText::unknown("baseUrl"));
    add_requests(like, below_client(above, std::move(addresses)), found);
  }
}

/// Of the file itself, else of the only other one that says some.
const std::vector<PieceText>& ScriptQueries::bases(FileId file) {
  const auto [own, fresh] = bases_.try_emplace(file);
  if (fresh) add_bases(file, own->second);
  if (!own->second.empty()) return own->second;
  if (!shared_) {
    shared_.emplace();
    std::size_t saying = 0;
    for (const FileId other : kit_.sources.files_of(Family::kScript)) {
      if (!kit_.sources.imports_from(other, kLibrary)) continue;
      const std::size_t before = shared_->size();
      add_bases(other, *shared_);
      saying += shared_->size() > before ? 1 : 0;
    }
    if (saying > 1) shared_->clear();
  }
  return *shared_;
}

void ScriptQueries::add_bases(FileId file, std::vector<PieceText>& found) {
  const CodeFile* code = kit_.sources.of(file);
  if (code == nullptr) return;
  const CallChains& calls = code->calls();
  for (CallNumber call = 0; call < calls.calls().size(); ++call)
    if (calls.name(call) == "fetchBaseQuery" && calls.argument_count(call) == 1)
      for (PieceText& base : kit_.texts.of_member(kit_.values.argument(file, call, 0), {"baseUrl"})) found.push_back(std::move(base));
}

}  // namespace grove::graph::web
