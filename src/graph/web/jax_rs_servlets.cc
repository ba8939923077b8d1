#include "graph/web/jax_rs_servlets.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/calls.h"
#include "graph/web/code_files.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 3> kDispatchers = {"ServletContainer", "HttpServletDispatcher", "HttpServlet30Dispatcher"};
constexpr int kDeepest = 5;

/// `ServletContainer` of `new ServletContainer`, `ServletContainer.class`, `ServletContainer::class.java`.
std::string_view type_in(std::string_view text) {
  if (text.starts_with("new ")) text.remove_prefix(4);
  for (const std::string_view tail : {"::class.java", "::class", ".class"})
    if (text.ends_with(tail)) text.remove_suffix(tail.size());
  return text;
}

bool is_dispatcher(std::string_view type) { return std::ranges::find(kDispatchers, last_part(type)) != kDispatchers.end(); }

std::string path_of(std::string_view pattern) {
  while (pattern.ends_with('*') || pattern.ends_with('/')) pattern.remove_suffix(1);
  return std::string(pattern);
}

Site child(const Site& site, std::uint32_t i) {
  return {
      .file = site.file, .facts = site.facts, .scope = site.scope, .expression = site.facts->expressions[site.expression].first_child + i};
}

std::string_view text_of(const Site& site) { return site.facts->text(site.facts->expressions[site.expression].text); }

class Finder {
 public:
  explicit Finder(Workplace& at) : at_(at), files_(at.program) {}

  std::vector<RestServlet> find() {
    for (const CallSite& call : calls_of(at_.program, "addServlet"))
      if (call.arguments.size() == 2) add(call.argument(0), call.argument(1));
    for (const CallSite& call : calls_of(at_.program, "ServletRegistrationBean"))
      for (std::size_t i = 1; i < call.arguments.size(); ++i) add(call.argument(0), call.argument(i));
    for (const CallSite& call : calls_of(at_.program, "with")) add_served(call);
    for (const FileId file : at_.program.configuration()) {
      const std::string_view path = at_.program.declarations().file(file).path;
      if (path == "web.xml" || path.ends_with("/web.xml")) read_descriptor(file);
    }
    return std::move(found_);
  }

 private:
  /// What a variable of the function around is set to.
  Site value_of(const Site& name) const {
    if (name.scope == kNobody) return {};
    const Index around = at_.program.local_index(name.scope);
    for (const Binding& one : name.facts->bindings)
      if (one.symbol == around && one.value != kNone && name.facts->text(one.name) == text_of(name))
        return {.file = name.file, .facts = name.facts, .scope = name.scope, .expression = one.value};
    return {};
  }

  /// The dispatcher in what is mapped: itself, in a holder, in a variable.
  Site dispatcher_in(const Site& site, int depth) const {
    if (site.expression == kNone || depth > kDeepest) return {};
    const Expression& one = site.facts->expressions[site.expression];
    if (one.kind != Expression::Kind::kString && is_dispatcher(type_in(text_of(site)))) return site;
    for (std::uint32_t i = 0; i < one.child_count; ++i)
      if (const Site inner = dispatcher_in(child(site, i), depth + 1); inner.expression != kNone) return inner;
    return one.kind == Expression::Kind::kName ? dispatcher_in(value_of(site), depth + 1) : Site{};
  }

  void add(const Site& servlet, const Site& pattern) {
    const Site dispatcher = dispatcher_in(servlet, 0);
    if (dispatcher.expression == kNone || pattern.expression == kNone) return;
    std::vector<std::string> packages = packages_of(dispatcher);
    if (packages.empty()) packages.emplace_back();
    for (const std::string& path : at_.folder.texts(pattern))
      for (const std::string& package : packages)
        if (path.starts_with('/')) found_.push_back({.module = &at_.modules.of(servlet.file), .path = path_of(path), .package = package});
  }

  /// Of `new ServletContainer(config)`: `config.packages("shop.resources", Users.class.getPackage().getName())`, else that of the class
  /// that the configuration is.
  std::vector<std::string> packages_of(const Site& dispatcher) {
    if (dispatcher.facts->expressions[dispatcher.expression].child_count == 0) return {};
    const Site config = child(dispatcher, 0);
    const bool is_name = config.facts->expressions[config.expression].kind == Expression::Kind::kName;
    std::vector<std::string> packages;
    if (is_name)
      for (const CallSite& call : calls_of(at_.program, "packages")) {
        const bool is_asked = call.file == config.file && call.in == config.scope;
        if (!is_asked || call.facts->text(call.reference->receiver) != text_of(config)) continue;
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
          if (std::string package = package_in(call.argument(i)); !package.empty()) packages.push_back(std::move(package));
      }
    const Site made = is_name ? value_of(config) : config;
    if (packages.empty() && made.expression != kNone)
      for (const SymbolId type : at_.program.scopes().look_up_type({made.file, made.scope}, type_in(text_of(made))).symbols)
        packages.emplace_back(before_last_part(at_.program.declarations().symbol(type).qualified_name));
    return packages;
  }

  std::string package_in(const Site& site) {
    if (site.facts->expressions[site.expression].kind == Expression::Kind::kString) return std::string(text_of(site));
    const std::size_t end = text_of(site).find(".class.getPackage");
    if (end == std::string_view::npos) return {};
    const Found type = at_.program.scopes().look_up_type({site.file, site.scope}, text_of(site).substr(0, end));
    if (type.symbols.empty()) return {};
    return std::string(before_last_part(at_.program.declarations().symbol(type.symbols.front()).qualified_name));
  }

  /// `serve("/api/*").with(ServletContainer.class)`
  void add_served(const CallSite& call) {
    if (call.arguments.empty() || !call.facts->text(call.reference->receiver).starts_with("serve(")) return;
    const CallChains& calls = files_.of(call.file).calls();
    const CallNumber number = calls.at(call.reference->begin);
    const CallNumber before = number == kNoCall ? kNoCall : calls[number].before;
    if (before == kNoCall) return;
    for (std::size_t i = 0; i < calls.argument_count(before); ++i)
      add(call.argument(0), {.file = call.file, .facts = call.facts, .scope = call.in, .expression = calls.argument(before, i)});
  }

  /// Servlets and their mappings belong together by name.
  void read_descriptor(FileId file) {
    const Facts* facts = at_.program.facts(file);
    if (facts == nullptr) return;
    std::string servlet, mapped;
    std::map<std::string, bool> dispatchers;
    for (const Property& one : facts->properties) {
      const std::string_view path = facts->text(one.key), key = last_part(path), element = last_part(before_last_part(path));
      const std::string value(trim(facts->text(one.value)));
      const bool is_mapping = element.starts_with("servlet-mapping");
      if (key == "servlet-name") (is_mapping ? mapped : servlet) = value;
      if (key == "servlet-class") dispatchers[servlet] = is_dispatcher(value);
      if (is_mapping && key.starts_with("url-pattern") && dispatchers[mapped])
        found_.push_back({.module = &at_.modules.of(file), .path = path_of(value), .package = {}});
    }
  }

  Workplace& at_;
  CodeFiles files_;
  std::vector<RestServlet> found_;
};

}  // namespace

std::vector<RestServlet> find_rest_servlets(Workplace& at) { return Finder(at).find(); }

}  // namespace grove::graph::web
