#include "graph/web/frameworks/nextjs/nextjs.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/route_calls.h"

namespace grove::graph::web {
namespace {

/// `[id]` → `{id}`, `[...slug]` and `[[...slug]]` → `{slug}`; nothing for groups `(shop)` and slots `@modal`.
std::string segment(std::string_view folder) {
  if (folder.starts_with('(') || folder.starts_with('@')) return {};
  if (!folder.starts_with('[')) return std::string(folder);
  std::string_view name = folder;
  while (name.starts_with('[')) name.remove_prefix(1);
  while (name.ends_with(']')) name.remove_suffix(1);
  if (name.starts_with("...")) name.remove_prefix(3);
  return "{" + std::string(name) + "}";
}

std::string route_of(std::string_view folders) {
  std::string route;
  for (const std::string_view folder : split(folders, '/'))
    if (const std::string one = segment(folder); !one.empty()) route += "/" + one;
  return route.empty() ? "/" : route;
}

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), answerers_(files), found_(found) {}

  void find() {
    read_packages();
    if (folders_.empty()) return;
    for (const FileId file : files_.program().other_code()) {
      if (files_.family(file) != Family::kScript) continue;
      const std::string_view path = files_.declarations().file(file).path;
      const std::string& folder = files_.packages().of(path).folder;
      if (!folders_.contains(folder)) continue;
      std::string_view inside = folder.empty() ? path : path.substr(folder.size() + 1);
      if (inside.starts_with("src/")) inside.remove_prefix(4);
      if (inside.starts_with("pages/api/")) add_page(file, inside.substr(6));
      const std::string_view name = base_name(inside);
      if ((inside.starts_with("app/") || parent_path(inside) == "app") && name.substr(0, name.find('.')) == "route")
        add_route(file, inside);
    }
  }

 private:
  /// Packages that are built with it.
  void read_packages() {
    for (const FileId file : files_.declarations().files_named("package.json")) {
      const Facts* facts = files_.program().facts(file);
      if (facts == nullptr) continue;
      for (const Property& property : facts->properties)
        if (const std::string_view key = facts->text(property.key); key == "dependencies.next" || key == "devDependencies.next")
          folders_.emplace(parent_path(files_.declarations().file(file).path));
    }
  }

  std::vector<SymbolId> exported(FileId file, std::string_view name) {
    std::vector<SymbolId> symbols = files_.scopes().exported({file}, name, Want::kAny).symbols;
    std::erase_if(symbols, [&](SymbolId symbol) {
      const std::uint16_t flags = files_.declarations().symbol(symbol).flags;
      return files_.declarations().file_of(symbol) == file && name != "default" && (flags & kSymbolPublic) == 0;
    });
    for (const DeclaredImport& import : files_.program().imports(file))
      if (symbols.empty() && import.re_export && (import.alias.empty() ? import.name : import.alias) == name && import.module.empty())
        symbols = files_.scopes().look_up({file, kNobody}, import.name, Want::kAny).symbols;
    return symbols;
  }

  bool exports(FileId file, std::string_view name) {
    if (!exported(file, name).empty()) return true;
    return std::ranges::any_of(files_.program().imports(file), [&](const DeclaredImport& import) {
      return import.re_export && (import.alias.empty() ? import.name : import.alias) == name;
    });
  }

  /// What stands behind `export default`, which has no name; its expression is kNone of other symbols.
  Site default_value(SymbolId symbol) {
    const FileId file = files_.declarations().file_of(symbol);
    const Facts& facts = files_.facts(file);
    Site value{.file = file, .facts = &facts, .scope = kNobody, .expression = kNone};
    for (const Index i : files_.code(file).bindings(files_.program().local_index(symbol), "default"))
      value.expression = facts.bindings[i].value;
    return value;
  }

  /// Of `export default withUser(handler)` the function that is passed on.
  Answerer answerer(const std::vector<SymbolId>& symbols) {
    if (symbols.empty()) return {};
    const auto is_function = [&](SymbolId one) { return one != kNobody && is_callable(files_.declarations().symbol(one).kind); };
    if (!is_function(symbols.front()))
      if (Answerer found = answerers_.answering(default_value(symbols.front())); is_function(found.symbol)) return found;
    return {.symbol = symbols.front()};
  }

  void add(FileId file, const std::vector<SymbolId>& symbols, const std::string& verb, std::string route) {
    Endpoint endpoint = answerers_.describe(answerer(symbols), {.file = file, .scope = kNobody, .at = 0});
    endpoint.framework = Framework::kNextJs;
    endpoint.http_method = verb;
    endpoint.route = std::move(route);
    found_.push_back(std::move(endpoint));
  }

  void add_page(FileId file, std::string_view path) {
    path = path.substr(0, path.size() - std::min(path.size(), extension(path).size() + 1));
    if (path.ends_with("/index")) path.remove_suffix(6);
    const std::vector<SymbolId> handlers = exported(file, "default");
    if (handlers.empty() && !files_.facts(file).symbols.empty() && !exports(file, "default")) return;
    for (const std::string& verb : every_verb()) add(file, handlers, verb, route_of(path));
  }

  void add_route(FileId file, std::string_view inside) {
    const std::string_view folder = parent_path(inside);
    const std::string route = route_of(folder == "app" ? std::string_view() : folder.substr(4));
    for (const std::string_view verb : {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
      if (exports(file, verb)) add(file, exported(file, verb), std::string(verb), route);
  }

  SourceFiles& files_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
  std::set<std::string, std::less<>> folders_;
};

}  // namespace

void find_nextjs_routes(SourceFiles& files, std::vector<Endpoint>& found) { Finder(files, found).find(); }

}  // namespace grove::graph::web
