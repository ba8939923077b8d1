#include "graph/web/web_servers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "graph/web/hosts.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 4> kPasses = {"proxy_pass", "fastcgi_pass", "grpc_pass", "uwsgi_pass"};

/// `upstream[orders].server` → name `server` in block `upstream[orders]`.
struct DirectiveKey {
  std::string_view block, name;
};
DirectiveKey split_key(std::string_view key) {
  const std::size_t bracket = key.rfind(']');
  const std::size_t dot = key.rfind('.');
  if (dot == std::string_view::npos || (bracket != std::string_view::npos && dot < bracket)) return {{}, key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

/// `/api/` of `http.server.location[~* /api/]`
std::string route_of(std::string_view block) {
  const std::size_t location = block.rfind("location[");
  if (location == std::string_view::npos) return {};
  std::string_view inside = block.substr(location + 9);
  inside = inside.substr(0, inside.rfind(']'));
  return std::string(split_words(inside).empty() ? std::string_view() : split_words(inside).back());
}

/// What one file passes on.
class Passes {
 public:
  using Pass = PassedPath;

  explicit Passes(const Facts& facts) {
    for (const Property& property : facts.properties) read_names(facts, property);
    for (const Property& property : facts.properties) read_pass(facts, property);
  }
  std::vector<Pass> passes;
  std::string_view system = "nginx";

 private:
  void read_names(const Facts& facts, const Property& property) {
    const std::string_view value = facts.text(property.value);
    const DirectiveKey key = split_key(facts.text(property.key));
    const std::vector<std::string_view> words = split_words(value);
    if (key.name == "server" && !words.empty())
      if (const std::size_t upstream = key.block.rfind("upstream["); upstream != std::string_view::npos)
        upstreams_[std::string(key.block.substr(upstream + 9, key.block.size() - upstream - 10))].emplace_back(words.front());
    if ((key.name == "set" || key.name == "Define") && words.size() == 2) variables_[std::string(words[0])] = words[1];
    if (key.name == "rewrite" && words.size() >= 2) read_rewrite(key.block, words[0], words[1]);
    if (key.name == "BalancerMember" && !words.empty())
      if (const std::size_t proxy = key.block.rfind("Proxy[balancer://"); proxy != std::string_view::npos)
        upstreams_[std::string(key.block.substr(proxy + 17, key.block.size() - proxy - 18))].emplace_back(words.front());
  }

  /// `rewrite ^/shop/(.*)$ /api/$1 break;`
  void read_rewrite(std::string_view block, std::string_view pattern, std::string_view written) {
    if (!pattern.starts_with("^/")) return;
    const std::size_t group = pattern.find('(');
    const std::size_t rest = written.find("$1");
    if (group == std::string_view::npos || rest == std::string_view::npos || !written.starts_with('/')) return;
    const std::string_view from = pattern.substr(1, group - 1);
    if (from.find_first_of("[.*+?|\\") != std::string_view::npos) return;
    const auto bare = [](std::string_view path) {
      return std::string(path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path);
    };
    rewrites_.insert_or_assign(std::string(block), std::pair(bare(from), bare(written.substr(0, rest))));
  }

  void read_pass(const Facts& facts, const Property& property) {
    const DirectiveKey key = split_key(facts.text(property.key));
    const std::vector<std::string_view> words = split_words(facts.text(property.value));
    if (std::ranges::find(kPasses, key.name) != kPasses.end() && !words.empty())
      return add_rewritten(words.front(), key.block, property.line);
    if (key.name != "ProxyPass" && key.name != "ProxyPassMatch") return;
    system = "httpd";
    const bool has_route = words.size() >= 2 && filled(words[1]).find("://") != std::string::npos;
    if (has_route)
      add(words[1], filled(words[0]), property.line);
    else if (!words.empty())
      add(words.front(), route_of(key.block), property.line);
  }

  void add_rewritten(std::string_view target, std::string_view block, std::uint32_t line) {
    const std::size_t before = passes.size();
    add(target, route_of(block), line);
    const auto rewrite = rewrites_.find(block);
    for (std::size_t i = before; rewrite != rewrites_.end() && i < passes.size(); ++i)
      std::tie(passes[i].removed, passes[i].put) = rewrite->second;
  }

  void add(std::string_view target, std::string route, std::uint32_t line) {
    const std::string text = filled(target);
    const std::size_t slashes = text.find("://");
    const std::string name = text.substr(slashes == std::string::npos ? 0 : slashes + 3);
    const auto upstream = upstreams_.find(name.substr(0, name.find('/')));
    if (upstream == upstreams_.end()) {
      passes.push_back({.target = text, .route = std::move(route), .line = line});
      return;
    }
    const std::string path = name.find('/') == std::string::npos ? "" : name.substr(name.find('/'));
    for (const std::string& server : upstream->second) passes.push_back({.target = server + path, .route = route, .line = line});
  }

  /// `$backend` and `${backend}` by what `set` and `Define` say.
  std::string filled(std::string_view text) const {
    std::string out(text);
    for (const auto& [name, value] : variables_) {
      const std::string bare = name.starts_with('$') ? name.substr(1) : name;
      out = replace_all(std::move(out), "${" + bare + "}", value);
      out = replace_all(std::move(out), "$" + bare, value);
    }
    return out;
  }

  std::map<std::string, std::vector<std::string>, std::less<>> upstreams_;
  std::map<std::string, std::pair<std::string, std::string>, std::less<>> rewrites_;  // by block
  std::map<std::string, std::string, std::greater<>> variables_;                      // longer names before those that they begin with
};

class WebServers {
 public:
  WebServers(const std::vector<FoundService>& found, Deployment& deployment) : found_(found), deployment_(deployment) {}

  void read(std::string_view path, const Facts& facts) {
    const Passes passes(facts);
    if (passes.passes.empty()) return;
    const std::string from = owner(path, passes);
    for (const Passes::Pass& pass : passes.passes)
      for (const NamedHost& host : hosts_in(pass.target))
        deployment_.links.push_back({.from = from,
                                     .to = host.host,
                                     .port = host.port,
                                     .kind = LinkKind::kGateway,
                                     .route = pass.route,
                                     .evidence = {.path = std::string(path), .line = pass.line},
                                     .confidence = Confidence::kExact});
  }

 private:
  std::string owner(std::string_view path, const Passes& passes) {
    const auto is_below = [&](std::string_view folder) {
      return !folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
    };
    const FoundService* nearest = nullptr;
    std::size_t depth = 0;
    const FoundService* only = nullptr;
    std::size_t servers = 0;
    for (const FoundService& one : found_) {
      const auto take = [&](std::string_view folder) {
        if (!is_below(folder) || folder.size() <= depth) return;
        nearest = &one;
        depth = folder.size();
      };
      take(one.service.module);
      for (const Container* container : one.containers) {
        if (container->is_built) take(container->build);
        for (const std::string& mounted : container->mounts)
          if (mounted == path || is_below(mounted)) return one.service.name;
      }
      if (one.service.system == passes.system && ++servers == 1) only = &one;
    }
    if (nearest != nullptr) return passing(nearest->service.name, passes);
    if (servers == 1) return only->service.name;
    return web_server(path, passes);
  }

  /// What has no code but a web server's file is one.
  std::string passing(const std::string& name, const Passes& passes) {
    const auto service = std::ranges::find(deployment_.services, name, &Service::name);
    if (service != deployment_.services.end() && !service->has_code && service->role == Role::kProgram) {
      service->role = Role::kGateway;
      service->system = passes.system;
    }
    return name;
  }

  std::string web_server(std::string_view path, const Passes& passes) {
    const std::string name(passes.system);
    const bool is_known = std::ranges::any_of(deployment_.services, [&](const Service& one) { return one.name == name; });
    if (!is_known)
      deployment_.services.push_back({.name = name,
                                      .role = Role::kGateway,
                                      .system = name,
                                      .evidence = {.path = std::string(path), .line = passes.passes.front().line}});
    return name;
  }

  const std::vector<FoundService>& found_;
  Deployment& deployment_;
};

}  // namespace

std::vector<PassedPath> passed_paths(const Facts& facts) { return Passes(facts).passes; }

void find_web_server_routes(const Program& program, const std::vector<FoundService>& found, Deployment& deployment) {
  WebServers servers(found, deployment);
  for (const FileId file : program.configuration())
    if (const DeclaredFile declared = program.declarations().file(file); declared.language == Language::kPlainText)
      servers.read(declared.path, *program.facts(file));
}

}  // namespace grove::graph::web
