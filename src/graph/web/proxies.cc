#include "graph/web/proxies.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"
#include "graph/web/code/code_texts.h"
#include "graph/web/program_folders.h"
#include "graph/web/route_text.h"
#include "graph/web/web_servers.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 10> kConfigurations = {"next.config.",  "vite.config.", "vue.config.",    "webpack.",
                                                              "proxy.conf.",   "setupProxy.",  "quasar.config.", "rsbuild.config.",
                                                              "craco.config.", "proxy."};
constexpr std::uint32_t kNearby = 400;  // bytes: a function that rewrites a path stands in its rule

bool may_configure(std::string_view path) {
  const std::string_view base = base_name(path);
  if (std::ranges::any_of(kConfigurations, [&](std::string_view start) { return base.starts_with(start); })) return true;
  // `config/index.js`, `build/proxy.ts`, `vite/proxy.ts`
  const std::string_view folder = base_name(parent_path(path));
  return folder == "config" || folder == "build" || folder == "vite" || path.find("vite/") != std::string_view::npos;
}

/// `/^\/dev-api/`, `^/api`, `/api/**`, `'/api'` as the path that all begin with.
std::string plain_prefix(std::string_view pattern) {
  pattern = trim(pattern);
  while (pattern.size() >= 2 && (pattern.front() == '\'' || pattern.front() == '"' || pattern.front() == '`')) {
    pattern.remove_prefix(1);
    if (!pattern.empty()) pattern.remove_suffix(1);
  }
  if (pattern.starts_with("/^")) pattern.remove_prefix(2);
  if (pattern.starts_with('^')) pattern.remove_prefix(1);
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      out += pattern[++i];
      continue;
    }
    if (std::string_view("*([?$|{").find(pattern[i]) != std::string_view::npos) break;
    out += pattern[i];
  }
  const bool is_expression = out.size() > 1 && out.ends_with('/');
  return is_expression ? out.substr(0, out.size() - 1) : out;
}

class Proxies {
 public:
  explicit Proxies(Workplace& at)
      : at_(at),
        folders_(find_program_folders(at.sources.declarations())),
        environment_(at.program),
        values_(at.sources),
        texts_(values_, environment_) {}

  void read_script(FileId file) {
    const CodeFile* code = at_.sources.of(file);
    if (code == nullptr) return;
    const Facts& facts = code->facts();
    const SymbolId first = at_.sources.declarations().file(file).first_symbol;
    for (const Binding& binding : facts.bindings) {
      const std::string_view name = facts.text(binding.name);
      if (!name.starts_with('[') || !name.ends_with(']') || binding.value == kNone) continue;
      const Site site{
          .file = file, .facts = &facts, .scope = binding.symbol == kNone ? kNobody : first + binding.symbol, .expression = binding.value};
      for (const std::string& prefix : prefixes(site, name.substr(1, name.size() - 2), binding.begin))
        read_rule(site, prefix, binding.begin);
    }
    if (base_name(at_.sources.declarations().file(file).path).starts_with("next.config.")) read_rewrites(file, *code);
    const CallChains& calls = code->calls();
    for (CallNumber call = 0; call < calls.calls().size(); ++call)
      if (calls.name(call) == "createProxyMiddleware" || (calls.name(call) == "proxy" && calls.receiver(call).empty()))
        read_middleware(file, call);
  }

  /// `package.json` with "proxy", `proxy.conf.json`
  void read_properties(FileId file, const Facts& facts) {
    const std::string_view path = at_.program.declarations().file(file).path;
    const std::string_view base = base_name(path);
    for (const Property& property : facts.properties) {
      const std::string_view key = facts.text(property.key), value = facts.text(property.value);
      if (base == "package.json" && key == "proxy" && value.find("://") != std::string_view::npos)
        add({.is_local = true, .prefix = "/", .evidence = {.path = std::string(path), .line = property.line}}, value, file);
      if (!base.starts_with("proxy") || !key.ends_with(".target") || !key.starts_with('/')) continue;
      const std::string_view context = key.substr(0, key.size() - 7);
      ProxyRule rule{.is_local = true, .prefix = plain_prefix(context), .evidence = {.path = std::string(path), .line = property.line}};
      for (const Property& other : facts.properties) {
        const std::string rewrite = std::string(context) + ".pathRewrite.";
        if (!facts.text(other.key).starts_with(rewrite)) continue;
        rule.removed = plain_prefix(facts.text(other.key).substr(rewrite.size()));
        rule.put = facts.text(other.value);
      }
      add(rule, value, file);
    }
  }

  void read_web_server(FileId file, const Facts& facts) {
    const std::string path(at_.program.declarations().file(file).path);
    for (const PassedPath& passed : passed_paths(facts)) {
      if (!passed.route.starts_with('/') && !passed.route.starts_with('^')) continue;
      ProxyRule rule{.prefix = plain_prefix(passed.route), .evidence = {.path = path, .line = passed.line}};
      if (rule.prefix.empty()) rule.prefix = "/";
      // A path in the target stands for the location's.
      const std::size_t scheme = passed.target.find("://");
      const std::size_t slash = passed.target.find('/', scheme == std::string::npos ? 0 : scheme + 3);
      const bool has_path = slash != std::string::npos && passed.target.find('$', slash) == std::string::npos;
      if (has_path) rule.removed = rule.prefix;
      if (!passed.removed.empty() && !has_path) {
        rule.removed = passed.removed;
        rule.put = passed.put;
      }
      add(rule, has_path ? std::string_view(passed.target) : std::string_view(passed.target).substr(0, slash), file);
    }
  }

  void add_gateways(const Deployment& deployment) {
    for (const ServiceLink& link : deployment.links)
      if (link.kind == LinkKind::kGateway && link.route.starts_with('/') && !link.to.empty() && !link.evidence.path.ends_with(".conf"))
        rules_.push_back({.prefix = plain_prefix(link.route),
                          .removed = link.removed,
                          .put = link.put,
                          .host = link.to,
                          .port = link.port,
                          .evidence = link.evidence});
  }

  std::vector<ProxyRule> finished() {
    std::ranges::stable_sort(rules_, {}, [](const ProxyRule& rule) { return std::tie(rule.evidence.path, rule.evidence.line); });
    return std::move(rules_);
  }

 private:
  /// A path as it is written, or what stands in brackets: `[process.env.VUE_APP_BASE_API]`.
  std::vector<std::string> prefixes(const Site& site, std::string_view key, std::uint32_t begin) {
    if (key.starts_with('/') || key.starts_with('^')) return {plain_prefix(key)};
    if (const std::size_t open = key.find("${"); open != std::string_view::npos) key = key.substr(open + 2, key.find('}', open) - open - 2);
    if (const std::size_t plus = key.find('+'); plus != std::string_view::npos) key = trim(key.substr(plus + 1));
    std::vector<std::string> found;
    for (const CodeValue& value : values_.of_name({.file = site.file, .scope = site.scope, .before = begin, .depth = 0}, key))
      for (const PieceText& text : texts_.of_value(value))
        if (text.is_known() && text.rendered().starts_with('/')) found.push_back(text.rendered());
    return found;
  }

  /// `{ source: "/api/:path*", destination: "http://localhost:8000/v1/:path*" }` of Next.js, wherever its configuration puts it.
  void read_rewrites(FileId file, const CodeFile& code) {
    const Facts& facts = code.facts();
    const SymbolId first = at_.sources.declarations().file(file).first_symbol;
    for (const Binding& binding : facts.bindings) {
      if (binding.value == kNone || facts.text(binding.name) != "return") continue;
      const SymbolId scope = binding.symbol == kNone ? kNobody : first + binding.symbol;
      read_rewrites({.file = file, .facts = &facts, .scope = scope, .expression = binding.value}, 0);
    }
  }

  void read_rewrites(const Site& site, int depth) {
    const Expression& whole = site.facts->expressions[site.expression];
    const bool is_rule = whole.kind == Expression::Kind::kObject && has_entry(site, "source") && has_entry(site, "destination");
    if (is_rule) return read_rewrite(site, whole.begin);
    for (std::uint32_t i = 0; depth < 4 && i < whole.child_count; ++i)
      read_rewrites({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = whole.first_child + i}, depth + 1);
  }

  static bool has_entry(const Site& object, std::string_view name) {
    const Expression& whole = object.facts->expressions[object.expression];
    for (std::uint32_t i = 0; i < whole.child_count; ++i)
      if (object.facts->text(object.facts->expressions[whole.first_child + i].text) == name) return true;
    return false;
  }

  void read_rewrite(const Site& rule_site, std::uint32_t begin) {
    for (const PieceText& source : texts_.of_member(rule_site, {"source"}))
      for (const PieceText& destination : texts_.of_member(rule_site, {"destination"})) {
        const std::string from = before_parameter(source.rendered()), to = before_parameter(destination.rendered());
        if (!from.starts_with('/')) continue;
        ProxyRule rule{.is_local = true, .prefix = from, .removed = from, .evidence = place(rule_site.file, begin)};
        // Whom an address names that isn't known is whoever answers.
        add(rule, to.starts_with('{') ? std::string_view(to).substr(std::min(to.find('/'), to.size())) : std::string_view(to),
            rule_site.file);
      }
  }

  /// `/api` of `/api/:path*`.
  static std::string before_parameter(std::string_view path) {
    for (std::size_t i = path.find('/'); i != std::string_view::npos && i + 1 < path.size(); i = path.find('/', i + 1))
      if (path[i + 1] == ':') return std::string(path.substr(0, i));
    return std::string(path);
  }

  void read_rule(const Site& site, const std::string& prefix, std::uint32_t begin) {
    const Expression& value = site.facts->expressions[site.expression];
    const std::vector<PieceText> targets = value.kind == Expression::Kind::kObject ? texts_.of_member(site, {"target"}) : texts_.of(site);
    const bool is_address = std::ranges::any_of(
        targets, [](const PieceText& one) { return !one.is_known() || one.rendered().find("://") != std::string::npos; });
    if (targets.empty() || !is_address) return;
    ProxyRule rule{.is_local = true, .prefix = prefix, .evidence = place(site.file, begin)};
    if (value.kind == Expression::Kind::kObject) read_rewrite(site, rule);
    add(rule, targets.front().is_known() ? targets.front().rendered() : "", site.file);
  }

  Evidence place(FileId file, std::uint32_t begin) const {
    const Facts& facts = at_.sources.of(file)->facts();
    std::uint32_t line = 1;
    for (const Reference& one : facts.references)
      if (one.begin <= begin) line = std::max(line, one.line);
    return {.path = std::string(at_.sources.declarations().file(file).path), .line = line};
  }

  /// `rewrite: (path) => path.replace(/^\/api/, "")`, `pathRewrite: {"^/api": ""}`
  void read_rewrite(const Site& options, ProxyRule& rule) {
    const Expression& whole = options.facts->expressions[options.expression];
    for (std::uint32_t i = 0; i < whole.child_count; ++i) {
      const Expression& entry = options.facts->expressions[whole.first_child + i];
      const std::string_view name = options.facts->text(entry.text);
      if (entry.kind != Expression::Kind::kNamed || entry.child_count != 1 || (name != "rewrite" && name != "pathRewrite")) continue;
      const Expression& value = options.facts->expressions[entry.first_child];
      if (value.kind == Expression::Kind::kLambda || value.kind == Expression::Kind::kOther)
        return read_replace(options.file, value.begin, rule);
      for (std::uint32_t k = 0; k < value.child_count; ++k) {
        const Expression& one = options.facts->expressions[value.first_child + k];
        if (one.kind != Expression::Kind::kNamed || one.child_count != 1) continue;
        const std::string_view pattern = options.facts->text(one.text);
        rule.removed = pattern.starts_with('[') ? rule.prefix : plain_prefix(pattern);
        rule.put = plain_prefix(options.facts->text(options.facts->expressions[one.first_child].text));
      }
    }
  }

  void read_replace(FileId file, std::uint32_t begin, ProxyRule& rule) {
    const CallChains& calls = at_.sources.of(file)->calls();
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const std::uint32_t at = calls.facts().references[calls[call].reference].begin;
      if (at < begin || at > begin + kNearby || calls.name(call) != "replace" || calls.argument_count(call) != 2) continue;
      const Expression& pattern = calls.facts().expressions[calls.argument(call, 0)];
      const std::string written = plain_prefix(calls.facts().text(pattern.text));
      const bool is_written = written.starts_with('/');
      rule.removed = is_written ? written : rule.prefix;
      rule.put = plain_prefix(calls.facts().text(calls.facts().expressions[calls.argument(call, 1)].text));
      return;
    }
  }

  /// `app.use("/api", createProxyMiddleware({target}))`, `proxy("/api", {target})`
  void read_middleware(FileId file, CallNumber call) {
    const CallChains& calls = at_.sources.of(file)->calls();
    const std::size_t count = calls.argument_count(call);
    if (count == 0) return;
    const std::uint32_t begin = calls.facts().references[calls[call].reference].begin;
    std::string prefix = "/";
    if (count > 1)
      if (const auto known = texts_.known(values_.argument(file, call, 0))) prefix = plain_prefix(*known);
    for (CallNumber outer = call; count == 1 && outer-- > 0;) {  // the nearest `use` before it is the one around it
      if (calls.name(outer) != "use") continue;
      if (const auto known = texts_.known(values_.argument(file, outer, 0)); known && known->starts_with('/'))
        prefix = plain_prefix(*known);
      break;
    }
    const Site options = values_.argument(file, call, count - 1);
    if (options.facts->expressions[options.expression].kind == Expression::Kind::kObject) read_rule(options, prefix, begin);
  }

  void add(ProxyRule rule, std::string_view target, FileId file) {
    const std::string_view path = at_.program.declarations().file(file).path;
    rule.folder = std::string(rule.is_local ? program_folder(folders_, path) : parent_path(path));
    const RequestAddress address = parse_address(target);
    rule.host = address.host;
    rule.port = address.port;
    if (address.route.size() > 1) rule.put = join_route(address.route, rule.put);
    rules_.push_back(std::move(rule));
  }

  Workplace& at_;
  std::vector<std::string> folders_;
  Environment environment_;
  CodeValues values_;
  CodeTexts texts_;
  std::vector<ProxyRule> rules_;
};

}  // namespace

std::string passed_path(const ProxyRule& rule, std::string_view path) {
  const auto begins = [&](std::string_view front) {
    return front.empty() || front == "/" ||
           (path.starts_with(front) && (path.size() == front.size() || path[front.size()] == '/' || front.ends_with('/')));
  };
  if (!begins(rule.prefix)) return {};
  if (!rule.removed.empty() && rule.removed != "/" && begins(rule.removed)) path.remove_prefix(rule.removed.size());
  if (rule.put.empty() || rule.put == "/") return clean_route(path);
  return clean_route(join_route(rule.put, path));
}

Result<std::vector<ProxyRule>> find_proxies(Workplace& at, const Deployment& deployment, const CancelToken& cancel) {
  Proxies proxies(at);
  for (const FileId file : at.sources.files())
    if (at.sources.family(file) == Family::kScript && may_configure(at.sources.declarations().file(file).path)) proxies.read_script(file);
  for (const FileId file : at.program.configuration()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const DeclaredFile declared = at.program.declarations().file(file);
    if (declared.language == Language::kJson) proxies.read_properties(file, *at.program.facts(file));
    if (declared.language == Language::kPlainText) proxies.read_web_server(file, *at.program.facts(file));
  }
  proxies.add_gateways(deployment);
  return proxies.finished();
}

}  // namespace grove::graph::web
