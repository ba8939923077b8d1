#include "graph/web/join_services.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "graph/web/hosts.h"
#include "graph/web/services.h"

namespace grove::graph::web {
namespace {

/// Whom somebody names, from where.
struct Target {
  std::size_t repository = 0;
  std::size_t from = 0;
  std::string_view host, system;
  std::uint16_t port = 0;
  Role role = Role::kProgram;
  bool is_guess = false;
};

bool is_same_system(std::string_view a, std::string_view b) {
  const auto plain = [](std::string_view system) { return system == "mariadb" ? std::string_view("mysql") : system; };
  return plain(a) == plain(b);
}

/// Programs of different repositories keep their data and send their messages in different places, whatever these are called.
bool is_store(const Service& service) {
  return !service.has_code && (service.role == Role::kDatabase || service.role == Role::kCache || service.role == Role::kBroker);
}

/// The name of a Kubernetes Service: `orders` of `orders.shop.svc.cluster.local`.
std::string_view cluster_name(std::string_view host) {
  const std::size_t end = host.find('.');
  if (end == std::string_view::npos) return {};
  const std::string_view rest = host.substr(end);
  const bool is_inside = rest.ends_with(".svc") || rest.ends_with(".svc.cluster.local") || rest == ".default";
  return is_inside ? host.substr(0, end) : std::string_view();
}

class Joiner {
 public:
  explicit Joiner(std::span<const RepositoryServices> repositories) : repositories_(repositories), own_(repositories.size()) {}

  ServiceMap join() {
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const Service& service : repositories_[i].deployment->services) add_service(i, service);
    // What one's own machine stands for is known best when all other names are.
    for (const bool is_own : {false, true})
      for (std::size_t i = 0; i < repositories_.size(); ++i)
        for (const ServiceLink& link : repositories_[i].deployment->links)
          if (is_own_machine(link.to) == is_own) add_link(i, link);
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const ClientCall& call : repositories_[i].calls) add_call(i, call, call.module, call.confidence);
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const PassedCall& passed : repositories_[i].passed_calls)
        add_call(i, repositories_[i].calls[passed.call], passed.module, Confidence::kScoped);
    add_messages();
    return finished();
  }

 private:
  void add_service(std::size_t repository, const Service& service) {
    std::vector<std::string> aliases = service.aliases;
    const std::string& name = service.name.empty() ? repositories_[repository].name : service.name;
    aliases.push_back(alias_of(name));
    for (const std::string& alias : aliases) {
      if (is_role_name(alias)) continue;
      for (const std::size_t known : by_alias_[alias])
        if (map_.services[known].repository != repository && may_be_one(map_.services[known].service, service)) {
          merge(repository, service, known);
          return index(repository, service.name, known, aliases);
        }
    }
    map_.services.push_back({.service = service, .repository = repository});
    map_.services.back().service.name = name;
    index(repository, service.name, map_.services.size() - 1, aliases);
  }

  static bool may_be_one(const Service& a, const Service& b) { return !(a.has_code && b.has_code) && !(is_store(a) && is_store(b)); }

  void index(std::size_t repository, const std::string& name, std::size_t at, const std::vector<std::string>& aliases) {
    own_[repository].try_emplace(name, at);
    for (const std::string& alias : aliases)
      if (std::vector<std::size_t>& known = by_alias_[alias]; std::ranges::find(known, at) == known.end()) known.push_back(at);
  }

  /// The one with code has the word.
  void merge(std::size_t repository, const Service& service, std::size_t known) {
    MappedService& other = map_.services[known];
    Service both = service.has_code ? service : other.service;
    const Service& less = service.has_code ? other.service : service;
    both.aliases.insert(both.aliases.end(), less.aliases.begin(), less.aliases.end());
    both.ports.insert(both.ports.end(), less.ports.begin(), less.ports.end());
    if (both.name.empty()) both.name = less.name;
    if (service.has_code) other.repository = repository;
    other.service = std::move(both);
  }

  bool is_in(std::size_t service, std::size_t repository) const {
    return std::ranges::any_of(own_[repository], [&](const auto& one) { return one.second == service; });
  }

  /// Whether a service is one that another one may mean from where it stands: of stores only those of its own repository, and of those that
  /// deploy it.
  bool is_within_reach(std::size_t service, const Target& target) const {
    const MappedService& known = map_.services[service];
    if (!is_store(known.service) || known.repository == MappedService::kNowhere || known.repository == target.repository) return true;
    for (std::size_t i = 0; i < own_.size(); ++i)
      if (is_in(service, i) && (i == target.repository || is_in(target.from, i))) return true;
    return false;
  }

  std::optional<std::size_t> within_reach(std::string_view alias, const Target& target) const {
    const auto found = by_alias_.find(alias);
    if (found == by_alias_.end()) return std::nullopt;
    const auto one = std::ranges::find_if(found->second, [&](std::size_t service) { return is_within_reach(service, target); });
    return one == found->second.end() ? std::nullopt : std::optional(*one);
  }

  std::optional<std::size_t> named(std::string_view host, const Target& target) const {
    const std::string alias = alias_of(host);
    if (const auto found = by_alias_.find(alias); found != by_alias_.end())
      for (const std::size_t one : found->second)
        if (is_in(one, target.repository)) return one;
    return is_role_name(alias) ? std::nullopt : within_reach(alias, target);
  }

  template <class Fits>
  std::optional<std::size_t> only(std::size_t repository, Fits fits) const {
    std::optional<std::size_t> found;
    for (const auto& [name, one] : own_[repository]) {
      if (!fits(map_.services[one].service) || found == one) continue;
      if (found) return std::nullopt;
      found = one;
    }
    return found;
  }

  std::optional<std::size_t> only_of_kind(const Target& target) const {
    return only(target.repository, [&](const Service& service) {
      return service.role == target.role && (target.system.empty() || is_same_system(service.system, target.system));
    });
  }

  std::optional<std::size_t> on_own_machine(const Target& target) const {
    const auto listens = [&](const Service& service) {
      const bool fits = target.role == Role::kProgram || service.role == target.role || service.role == Role::kProgram;
      return target.port != 0 && fits && std::ranges::find(service.ports, target.port) != service.ports.end();
    };
    if (auto found = only(target.repository, [&](const Service& service) {
          return listens(service) && service.has_code && service.ports.front() == target.port;
        }))
      return found;
    if (auto found = only(target.repository, listens)) return found;
    return target.role == Role::kProgram ? std::nullopt : only_of_kind(target);
  }

  std::size_t outsider(std::string_view name, const Target& target) {
    const std::string alias = alias_of(name);
    if (const auto known = within_reach(alias, target)) return *known;
    Service service;
    service.name = name;
    service.aliases = {alias};
    service.role = target.role == Role::kProgram && name.find('.') != std::string_view::npos ? Role::kOutside : target.role;
    service.system = target.system;
    const bool is_its_own = is_store(service) && name.find('.') == std::string_view::npos;
    map_.services.push_back({.service = std::move(service), .repository = is_its_own ? target.repository : MappedService::kNowhere});
    by_alias_[alias].push_back(map_.services.size() - 1);
    return map_.services.size() - 1;
  }

  std::optional<std::size_t> resolve(const Target& target) {
    if (target.host.empty()) return only_of_kind(target);
    if (is_own_machine(target.host)) {
      if (auto found = on_own_machine(target)) return found;
      const bool is_connected = std::ranges::any_of(map_.edges, [&](const MappedEdge& edge) {
        return edge.from == target.from && is_same_system(map_.services[edge.to].service.system, target.system);
      });
      if (target.system.empty() || is_connected) return std::nullopt;
      return outsider(target.system, target);
    }
    if (auto found = named(target.host, target)) return found;
    if (const std::string_view inside = cluster_name(target.host); !inside.empty())
      if (auto found = named(inside, target)) return found;
    return target.is_guess ? std::nullopt : std::optional(outsider(target.host, target));
  }

  void add_link(std::size_t repository, const ServiceLink& link) {
    const auto from = own_[repository].find(link.from);
    if (from == own_[repository].end()) return;
    if (link.is_guess && is_own_machine(link.to)) return;
    const auto to = resolve({.repository = repository,
                             .from = from->second,
                             .host = link.to,
                             .system = link.system,
                             .port = link.port,
                             .role = link.role,
                             .is_guess = link.is_guess});
    if (!to || *to == from->second) return;
    Service& target = map_.services[*to].service;
    const bool is_store = link.kind == LinkKind::kDatabase || link.role == Role::kBroker;
    if (is_store && target.role == Role::kProgram && link.confidence == Confidence::kExact) {
      target.role = link.role;
      target.system = link.system;
    }
    const std::optional<LinkKind> kind = link.is_guess ? kind_of(target, link.system) : std::optional(link.kind);
    if (!kind) return;
    MappedEdge& edge = edge_of(from->second, *to, *kind);
    prove(edge, repository, link.evidence, link.confidence);
    if (!link.route.empty()) edge.requests.push_back({.http_method = {}, .route = link.route, .via = {}, .evidence = link.evidence});
  }

  /// What somebody needs a service for whose address he has; programs answer to addresses of HTTP only.
  static std::optional<LinkKind> kind_of(const Service& target, std::string_view scheme) {
    switch (target.role) {
      case Role::kDatabase:
      case Role::kCache: return LinkKind::kDatabase;
      case Role::kBroker: return LinkKind::kMessage;
      case Role::kDiscovery: return LinkKind::kDiscovery;
      case Role::kConfig: return LinkKind::kConfig;
      default: return scheme.starts_with("http") ? std::optional(LinkKind::kHttp) : std::nullopt;
    }
  }

  void add_call(std::size_t repository, const ClientCall& call, std::string_view module, Confidence confidence) {
    if (call.host.empty()) return;
    const auto from = of_module(repository, module);
    if (!from) return;
    const auto to = resolve({.repository = repository, .from = *from, .host = call.host, .system = {}, .port = call.port});
    if (!to || *to == *from) return;
    MappedEdge& edge = edge_of(*from, *to, call.library == ClientLibrary::kFeign ? LinkKind::kFeign : LinkKind::kHttp);
    const Evidence evidence{.path = call.path, .line = call.line};
    prove(edge, repository, evidence, confidence);
    edge.requests.push_back(
        {.http_method = call.http_method, .route = call.route, .via = std::string(client_name(call.library)), .evidence = evidence});
  }

  /// From those who send to those who listen, and from both to the broker where configuration says nothing of it.
  void add_messages() {
    std::map<std::string, std::vector<std::pair<std::size_t, const MessageEnd*>>, std::less<>> listeners;
    std::vector<MessageBinding> bindings;
    for (std::size_t i = 0; i < repositories_.size(); ++i) {
      if (repositories_[i].messages == nullptr) continue;
      bindings.insert(bindings.end(), repositories_[i].messages->bindings.begin(), repositories_[i].messages->bindings.end());
      for (const MessageEnd& end : repositories_[i].messages->ends) {
        if (end.direction == MessageEnd::Direction::kReceive) listeners[end.destination].emplace_back(i, &end);
        if (const auto service = of_module(i, end.module)) connect_to_broker(i, *service, end);
      }
    }
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      if (repositories_[i].messages != nullptr)
        for (const MessageEnd& end : repositories_[i].messages->ends)
          for (const std::string& destination : destinations_of(end, bindings))
            for (const auto& [repository, listener] : listeners[destination])
              if (is_delivered(end, *listener, bindings)) add_message(i, end, repository, *listener);
  }

  /// The names under which listeners may take what is sent.
  static std::set<std::string> destinations_of(const MessageEnd& end, const std::vector<MessageBinding>& bindings) {
    if (end.direction != MessageEnd::Direction::kSend) return {};
    std::set<std::string> names{end.destination.empty() ? end.key : end.destination};
    if (end.system == MessageSystem::kRabbit)
      for (const MessageBinding& binding : bindings)
        if (binding.exchange == end.destination) names.insert(binding.queue);
    return names;
  }

  void connect_to_broker(std::size_t repository, std::size_t service, const MessageEnd& end) {
    const auto carries = [&](const Service& broker) {
      const bool is_jms = broker.system == "activemq" || broker.system == "artemis";
      return broker.role == Role::kBroker &&
             (end.system == MessageSystem::kJms ? is_jms : broker.system == message_system_name(end.system));
    };
    const bool is_connected = std::ranges::any_of(map_.edges, [&](const MappedEdge& edge) {
      return edge.from == service && edge.kind == LinkKind::kMessage && carries(map_.services[edge.to].service);
    });
    if (is_connected) return;
    const auto broker = only(repository, carries);
    if (broker) prove(edge_of(service, *broker, LinkKind::kMessage), repository, {.path = end.path, .line = end.line}, Confidence::kScoped);
  }

  void add_message(std::size_t from_repository, const MessageEnd& send, std::size_t to_repository, const MessageEnd& receive) {
    const auto from = of_module(from_repository, send.module), to = of_module(to_repository, receive.module);
    if (!from || !to || *from == *to) return;
    MappedEdge& edge = edge_of(*from, *to, LinkKind::kMessage);
    const Evidence evidence{.path = send.path, .line = send.line};
    prove(edge, from_repository, evidence, send.confidence);
    const bool is_known = std::ranges::any_of(edge.requests, [&](const MappedRequest& one) {
      return one.evidence.path == send.path && one.evidence.line == send.line && one.route == receive.destination;
    });
    if (!is_known)
      edge.requests.push_back(
          {.http_method = {}, .route = receive.destination, .via = std::string(message_system_name(send.system)), .evidence = evidence});
  }

  std::optional<std::size_t> of_module(std::size_t repository, std::string_view module) const {
    return only(repository, [&](const Service& service) { return service.has_code && service.module == module; });
  }

  MappedEdge& edge_of(std::size_t from, std::size_t to, LinkKind kind) {
    const auto [known, fresh] = edges_.try_emplace({from, to, kind}, map_.edges.size());
    if (fresh) map_.edges.push_back({.from = from, .to = to, .kind = kind, .repository = 0, .evidence = {}, .requests = {}});
    return map_.edges[known->second];
  }

  static void prove(MappedEdge& edge, std::size_t repository, const Evidence& evidence, Confidence confidence) {
    if (!edge.evidence.path.empty() && edge.confidence <= confidence) return;
    edge.evidence = evidence;
    edge.repository = repository;
    edge.confidence = confidence;
  }

  ServiceMap finished() {
    std::vector<std::size_t> order(map_.services.size()), place(map_.services.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) { return std::tie(map_.services[i].service.name, map_.services[i].repository); });
    ServiceMap sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.services.push_back(std::move(map_.services[order[i]]));
    }
    for (MappedEdge& edge : map_.edges) {
      std::ranges::stable_sort(edge.requests, {}, [](const MappedRequest& one) { return std::tie(one.evidence.path, one.evidence.line); });
      edge.from = place[edge.from];
      edge.to = place[edge.to];
      sorted.edges.push_back(std::move(edge));
    }
    std::ranges::sort(sorted.edges, {}, [](const MappedEdge& edge) { return std::tie(edge.from, edge.to, edge.kind); });
    return sorted;
  }

  std::span<const RepositoryServices> repositories_;
  std::vector<std::map<std::string, std::size_t, std::less<>>> own_;  // by the name that its repository has for it
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_alias_;
  std::map<std::tuple<std::size_t, std::size_t, LinkKind>, std::size_t> edges_;
  ServiceMap map_;
};

}  // namespace

ServiceMap join_services(std::span<const RepositoryServices> repositories) { return Joiner(repositories).join(); }

}  // namespace grove::graph::web
