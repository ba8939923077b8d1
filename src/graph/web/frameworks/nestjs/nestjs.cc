#include "graph/web/frameworks/nestjs/nestjs.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/library_names.h"
#include "graph/web/routing/route_calls.h"

namespace grove::graph::web {
namespace {

constexpr LibraryName kController{"@nestjs/common", "Controller"};

/// What a program's start says of all of its controllers.
struct Start {
  std::string folder;
  std::string prefix;
  std::vector<std::string> without_prefix;  ///< Paths that the prefix doesn't stand before.
  bool has_versions = false;                ///< In the path.
  std::string version_mark = "v";
  std::vector<std::string> default_versions;
};

bool is_folder_around(std::string_view folder, std::string_view path) {
  return folder.empty() || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), texts_(files), answerers_(files), found_(found) {}

  void find() {
    bool reads_starts = false;
    for (const FileId file : files_.program().other_code()) {
      if (files_.family(file) != Family::kScript || !files_.program().imports_from(file, "@nestjs/common")) continue;
      if (!reads_starts) read_starts();
      reads_starts = true;
      const DeclaredFile declared = files_.declarations().file(file);
      for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
        if (files_.declarations().symbol(symbol).kind == Kind::kClass) add_class(symbol);
    }
  }

 private:
  static Arguments arguments_of(const Marking& marking) {
    return {.call = {.file = marking.file, .facts = marking.facts, .scope = marking.on, .expression = marking.annotation->arguments}};
  }

  /// The library's name of a marking; empty for others.
  std::string library_name(const Marking& marking) {
    const std::optional<Imported> imported = imported_name(files_, marking.file, marking.name());
    return imported && imported->module.starts_with("@nestjs/") ? imported->name : std::string();
  }

  Start& start_at(FileId file) {
    const std::string folder(parent_path(files_.declarations().file(file).path));
    const auto known = std::ranges::find(starts_, folder, &Start::folder);
    if (known != starts_.end()) return *known;
    starts_.push_back({.folder = folder, .prefix = {}, .without_prefix = {}, .default_versions = {}});
    return starts_.back();
  }

  void read_starts() {
    for (const SourceFiles::Place& call : files_.calls_of("setGlobalPrefix")) {
      Start& start = start_at(call.file);
      const Arguments passed = files_.arguments(call);
      start.prefix = prefix_in(passed.at(0));
      start.without_prefix = texts_.of(passed.option("exclude"));
    }
    for (const SourceFiles::Place& call : files_.calls_of("enableVersioning")) {
      Start& start = start_at(call.file);
      const Arguments passed = files_.arguments(call);
      const Site type = passed.option("type");
      // By the path is what it does unless it is told otherwise.
      start.has_versions = type.expression == kNone || type.facts->text(type.facts->expressions[type.expression].text).ends_with("URI");
      if (const Site mark = passed.option("prefix"); mark.expression != kNone)
        start.version_mark = mark.facts->expressions[mark.expression].kind == Expression::Kind::kString ? texts_.one(mark) : "";
      start.default_versions = versions_in(passed.option("defaultVersion"));
    }
  }

  /// What a setting is called stands for one that only configuration says: `config.get('api.prefix')`.
  std::string prefix_in(const Site& site) {
    std::string text = texts_.one(site);
    if (!text.empty() || site.expression == kNone) return text;
    const Expression& call = site.facts->expressions[site.expression];
    const bool is_named = call.kind == Expression::Kind::kCall && call.child_count > 0 &&
                          site.facts->expressions[call.first_child].kind == Expression::Kind::kString;
    return is_named ? "${" + std::string(site.facts->text(site.facts->expressions[call.first_child].text)) + "}" : text;
  }

  /// The start in the nearest folder around a file; else the only one.
  Start start_of(FileId file) const {
    const std::string_view path = files_.declarations().file(file).path;
    const Start* best = starts_.size() == 1 ? &starts_.front() : nullptr;
    for (const Start& one : starts_)
      if (is_folder_around(one.folder, path) && (best == nullptr || starts_.size() == 1 || one.folder.size() > best->folder.size()))
        best = &one;
    return best == nullptr ? Start{} : *best;
  }

  std::vector<std::string> versions_in(const Site& site) {
    std::vector<std::string> versions;
    for (std::string& text : texts_.of(site)) {
      if (text.find("VERSION_NEUTRAL") != std::string::npos) text.clear();
      versions.push_back(std::move(text));
    }
    return versions;
  }

  std::vector<std::string> paths_in(const Site& site) {
    std::vector<std::string> paths;
    for (const std::string& text : texts_.of(site)) paths.push_back(with_named_parameters(PathStyle::kColons, text));
    return paths;
  }

  std::optional<Marking> controller_of(SymbolId type) {
    for (const Marking& marking : files_.program().markings(type))
      if (const std::optional<Imported> imported = imported_name(files_, marking.file, marking.name());
          imported && is_of(*imported, kController))
        return marking;
    return std::nullopt;
  }

  void add_class(SymbolId type) {
    const std::optional<Marking> controller = controller_of(type);
    if (!controller) return;
    const Arguments passed = arguments_of(*controller);
    const Site options = passed.option("path");
    std::vector<std::string> above = paths_in(options.expression != kNone ? options : passed.at(0));
    if (above.empty()) above.emplace_back();
    std::vector<std::string> versions = versions_in(passed.option("version"));
    for (const Marking& marking : files_.program().markings(type))
      if (library_name(marking) == "Version") versions = versions_in(arguments_of(marking).at(0));
    std::vector<std::string_view> seen;
    for (const SymbolId owner : with_ancestors(files_.program(), type))
      for (const SymbolId member : files_.declarations().members(owner)) {
        const std::string_view name = files_.declarations().symbol(member).name;
        if (std::ranges::find(seen, name) != seen.end()) continue;
        seen.push_back(name);
        add_method(type, member, above, versions);
      }
  }

  void add_method(SymbolId type, SymbolId method, const std::vector<std::string>& above, std::vector<std::string> versions) {
    const Start start = start_of(files_.declarations().file_of(type));
    for (const Marking& marking : files_.program().markings(method))
      if (library_name(marking) == "Version") versions = versions_in(arguments_of(marking).at(0));
    if (!start.has_versions)
      versions = {""};
    else if (versions.empty())
      versions = start.default_versions.empty() ? std::vector<std::string>{""} : start.default_versions;
    for (const Marking& marking : files_.program().markings(method)) {
      const std::string name = library_name(marking);
      const std::string verb = name.empty() ? std::string() : verb_of(name);
      if (verb.empty() && name != "All" && name != "Sse") continue;
      const std::vector<std::string> verbs = name == "All" ? every_verb() : std::vector<std::string>{verb.empty() ? "GET" : verb};
      std::vector<std::string> below = paths_in(arguments_of(marking).at(0));
      if (below.empty()) below.emplace_back();
      Endpoint endpoint = answerers_.describe(method, {.file = marking.file, .scope = type, .at = marking.annotation->begin});
      endpoint.controller = std::string(files_.declarations().symbol(type).qualified_name);
      endpoint.framework = Framework::kNestJs;
      endpoint.response_type = body_type(files_.declarations().symbol(method).type);
      endpoint.request_type = body_of(method);
      for (const std::string& version : versions)
        for (const std::string& upper : above)
          for (const std::string& lower : below) {
            endpoint.route = route(start, version, join_route(upper, lower));
            for (const std::string& one : verbs) {
              endpoint.http_method = one;
              found_.push_back(endpoint);
            }
          }
    }
  }

  static std::string route(const Start& start, const std::string& version, const std::string& path) {
    const std::string own = clean_route(path);
    const bool is_bare = std::ranges::any_of(start.without_prefix, [&](const std::string& one) { return clean_route(one) == own; });
    std::string whole = is_bare ? std::string() : start.prefix;
    if (!version.empty()) whole = join_route(whole, start.version_mark + version);
    return clean_route(join_route(whole, own == "/" ? "" : own));
  }

  /// The type of the parameter that is `@Body()` as a whole.
  std::string body_of(SymbolId method) {
    const FileId file = files_.declarations().file_of(method);
    const Facts& facts = files_.facts(file);
    for (const Index i : files_.program().parameters_of(method))
      for (const Marking& marking : files_.program().parameter_markings(method, i))
        if (library_name(marking) == "Body" && arguments_of(marking).size() == 0) return std::string(facts.text(facts.parameters[i].type));
    return {};
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
  std::vector<Start> starts_;
};

}  // namespace

void find_nestjs_routes(SourceFiles& files, std::vector<Endpoint>& found) { Finder(files, found).find(); }

}  // namespace grove::graph::web
