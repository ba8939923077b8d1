#include "graph/web/frameworks/ktor/ktor.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/path_style.h"
#include "graph/web/routing/route_calls.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {
namespace {

using Place = SourceFiles::Place;

constexpr std::string_view kPackages[] = {"io.ktor.server.routing", "io.ktor.routing"};
/// With these, routes are said by types.
constexpr std::string_view kTyped[] = {"io.ktor.server.resources", "io.ktor.server.locations", "io.ktor.locations"};
constexpr int kDeepest = 8;
constexpr std::size_t kMostPrefixes = 16;

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), texts_(files), answerers_(files), found_(found) {}

  void find() {
    std::vector<FileId> with_routes;
    for (const FileId file : files_.program().code()) {
      if (files_.declarations().file(file).language != Language::kKotlin) continue;
      for (CallNumber call = 0; call < files_.calls(file).calls().size(); ++call)
        calls_[files_.calls(file).name(call)].push_back({.file = file, .call = call});
      if (imports_any(file, kPackages)) with_routes.push_back(file);
    }
    for (const FileId file : with_routes)
      for (CallNumber call = 0; call < files_.calls(file).calls().size(); ++call) add_call({.file = file, .call = call});
  }

 private:
  template <std::size_t N>
  bool imports_any(FileId file, const std::string_view (&packages)[N]) {
    return std::ranges::any_of(packages, [&](std::string_view package) { return files_.program().imports_from(file, package); });
  }

  std::optional<HandlerBody> block_of(const Place& call) {
    const Index reference = files_.calls(call.file)[call.call].reference;
    const std::vector<Lambda>& all = files_.facts(call.file).lambdas;
    const auto block = std::ranges::find(all, reference, &Lambda::call);
    return block == all.end() ? std::nullopt : std::optional(HandlerBody{.file = call.file, .range = block->range});
  }

  static std::vector<std::string> routes_of(const std::vector<std::string>& prefixes, const std::vector<std::string>& paths) {
    std::vector<std::string> all;
    for (const std::string& prefix : prefixes)
      for (const std::string& path : paths)
        std::ranges::move(with_optional_ends(PathStyle::kBraces, join_route(prefix, path)), std::back_inserter(all));
    return all;
  }

  void add_call(const Place& call) {
    const CallChains& calls = files_.calls(call.file);
    const std::string_view receiver = calls.receiver(call.call);
    const std::string verb = verb_of(calls.name(call.call));
    if (verb.empty() || !(receiver.empty() || receiver == "this")) return;
    const std::optional<HandlerBody> block = block_of(call);
    if (!block) return;
    const Arguments passed = files_.arguments(call);
    const bool has_path = passed.size() > 0 && texts_.is_text(passed.at(0));
    if (!has_path && imports_any(call.file, kTyped)) return;
    const std::vector<std::string> paths = has_path ? texts_.of(passed.at(0)) : std::vector<std::string>{""};
    for (const std::string& route : routes_of(prefixes(call, 0), paths)) {
      Endpoint endpoint = answerers_.describe({.symbol = kNobody, .bodies = {*block}}, files_.place_of(call));
      endpoint.framework = Framework::kKtor;
      endpoint.module = files_.workplace().modules.of(call.file).folder;
      endpoint.http_method = verb;
      endpoint.route = clean_route(with_named_parameters(PathStyle::kBraces, route));
      found_.push_back(std::move(endpoint));
    }
  }

  /// The paths before a place inside of blocks; none where nothing says that routes are said there.
  std::vector<std::string> prefixes(const Place& call, int depth) {
    const CallChains& calls = files_.calls(call.file);
    std::vector<std::string> below{""};
    for (const CallNumber block : files_.calls_around(call.file, files_.reference(call).begin)) {
      const std::string_view name = calls.name(block);
      const Arguments passed = files_.arguments({.file = call.file, .call = block});
      const bool installs = name == "install" && passed.size() > 0 &&
                            last_part(passed.call.facts->text(passed.call.facts->expressions[passed.at(0).expression].text)) == "Routing";
      if (name == "routing" || installs) return below;
      if (name != "route") continue;
      const std::vector<std::string> paths = passed.size() > 0 ? texts_.of(passed.at(0)) : std::vector<std::string>{""};
      std::vector<std::string> joined;
      for (const std::string& path : paths)
        for (const std::string& rest : below)
          if (joined.size() < kMostPrefixes) joined.push_back(join_route(path, rest));
      below = std::move(joined);
    }
    std::vector<std::string> found;
    for (const std::string& above : prefixes_of_function(files_.place_of(call).scope, depth))
      for (const std::string& rest : below)
        if (found.size() < kMostPrefixes) found.push_back(join_route(above, rest));
    return found;
  }

  /// `fun Route.users() { … }`: what stands before its calls.
  std::vector<std::string> prefixes_of_function(SymbolId scope, int depth) {
    const SymbolId function = scope == kNobody ? kNobody : outermost_function(files_.declarations(), scope);
    if (function == kNobody || depth > kDeepest) return {};
    const DeclaredSymbol declared = files_.declarations().symbol(function);
    const std::string_view on = last_part(declared.receiver);
    if (on != "Route" && on != "Routing" && on != "RoutingBuilder") return {};
    const auto [known, fresh] = of_function_.try_emplace(function);
    if (!fresh) return known->second;  // nothing while it is being found out
    std::vector<std::string> found;
    const bool is_only = files_.declarations().named(declared.name).size() == 1;
    for (const Place& caller : calls_[declared.name]) {
      const std::vector<SymbolId> meant = files_.meant(caller.file, files_.reference(caller).begin);
      if (std::ranges::find(meant, function) == meant.end() && !(meant.empty() && is_only)) continue;
      for (std::string& prefix : prefixes(caller, depth + 1))
        if (std::ranges::find(found, prefix) == found.end()) found.push_back(std::move(prefix));
    }
    if (found.empty()) found.emplace_back();  // from where it is called is not known to be a route
    of_function_[function] = found;
    return found;
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
  std::unordered_map<std::string_view, std::vector<Place>> calls_;
  std::unordered_map<SymbolId, std::vector<std::string>> of_function_;
};

}  // namespace

void find_ktor_routes(SourceFiles& files, std::vector<Endpoint>& found) {
  for (const FileId file : files.program().code()) {
    if (files.declarations().file(file).language != Language::kKotlin) continue;
    if (std::ranges::none_of(kPackages, [&](std::string_view package) { return files.program().imports_from(file, package); })) continue;
    return Finder(files, found).find();
  }
}

}  // namespace grove::graph::web
