#include "graph/web/request_mapping.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

constexpr std::string_view kBind = "org.springframework.web.bind.annotation.";
constexpr std::string_view kExchange = "org.springframework.web.service.annotation.";

/// The verb of `GetMapping` and `GetExchange`; empty for `RequestMapping` and `HttpExchange`; nothing for others.
std::optional<std::string> verb_of(std::string_view qualified) {
  std::string_view name;
  if (qualified.starts_with(kBind) && qualified.ends_with("Mapping"))
    name = qualified.substr(kBind.size(), qualified.size() - kBind.size() - 7);
  else if (qualified.starts_with(kExchange) && qualified.ends_with("Exchange"))
    name = qualified.substr(kExchange.size(), qualified.size() - kExchange.size() - 8);
  else
    return std::nullopt;
  if (name == "Request" || name == "Http") return std::string();
  std::string verb(name);
  std::ranges::transform(verb, verb.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return std::ranges::find(every_verb(), verb) == every_verb().end() ? std::nullopt : std::optional(verb);
}

/// `RequestMethod.POST`, `"POST"`
std::vector<std::string> named_or_written(Workplace& at, const Site& site) {
  std::vector<std::string> names = at.folder.names(site);
  return names.empty() ? at.folder.texts(site) : names;
}

/// What broken code leaves of a value: a text without an end takes in what follows.
bool is_torn_off(const Site& site) {
  return site.facts->state == ParseState::kPartial && site.facts->expressions[site.expression].kind == Expression::Kind::kOther;
}

}  // namespace

const std::vector<std::string>& every_verb() {
  static const std::vector<std::string> kVerbs = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
  return kVerbs;
}

std::optional<RequestMapping> request_mapping(Workplace& at, SymbolId symbol) {
  for (const Meaning& meaning : at.annotations.meanings(symbol)) {
    const std::optional<std::string> verb = verb_of(meaning.qualified);
    if (!verb) continue;
    RequestMapping mapping;
    if (!verb->empty()) mapping.verbs.push_back(*verb);
    for (const Site& site : at.annotations.arguments(meaning, {"method"}))
      for (std::string& name : named_or_written(at, site)) mapping.verbs.push_back(std::move(name));
    bool is_torn = false;
    for (const Site& site : at.annotations.arguments(meaning, {"path", "value", "url"})) {
      is_torn = is_torn || is_torn_off(site);
      for (std::string& path : at.folder.texts(site)) mapping.paths.push_back(std::move(path));
    }
    if (mapping.paths.empty() && !is_torn) mapping.paths.emplace_back();
    return mapping;
  }
  return std::nullopt;
}

std::optional<RequestMapping> nearest_request_mapping(Workplace& at, const std::vector<SymbolId>& symbols) {
  for (const SymbolId symbol : symbols)
    if (std::optional<RequestMapping> mapping = request_mapping(at, symbol)) return mapping;
  return std::nullopt;
}

}  // namespace grove::graph::web
