#include "graph/web/api_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/text.h"
#include "graph/web/api_programs.h"
#include "graph/web/contracts/contract_links.h"
#include "graph/web/contracts/documented_routes.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/hosts.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

/// A way in which a request may come to a program, the surest first.
enum class Way { kNamed, kRewritten, kWhole, kBelowPrefix, kBelowContext };

/// An endpoint that may answer a request.
struct Candidate {
  std::size_t endpoint = 0;  ///< In ApiPrograms.
  Way way = Way::kWhole;
  std::string because = {};
  const ClientCall* call = nullptr;  ///< Of the group.
  std::size_t agreement = 0;         ///< Requests of the same program under the same base that its program answers.
};

/// Requests at one place that differ by their base only.
struct Group {
  std::size_t client = 0;
  std::vector<const ClientCall*> calls = {};
  std::size_t program = 0;  ///< That asks.
  std::vector<Candidate> candidates = {};
  std::string outside = {};  ///< A host that is nobody's here.
};

bool is_script(const ClientCall& call) {
  switch (call.library) {
    case ClientLibrary::kFetch:
    case ClientLibrary::kAxios:
    case ClientLibrary::kAngular:
    case ClientLibrary::kSuperagent:
    case ClientLibrary::kJQuery:
    case ClientLibrary::kXmlHttpRequest:
    case ClientLibrary::kScriptClient:
    case ClientLibrary::kForm: return true;
    default: return false;
  }
}

std::string below_prefix(const ClientCall& call) {
  return call.prefix.empty() ? call.route : clean_route(std::string_view(call.route).substr(call.prefix.size()));
}

std::size_t literals_of(std::string_view route) {
  const std::vector<std::string_view> segments = split(route, '/');
  return static_cast<std::size_t>(
      std::ranges::count_if(segments, [](std::string_view one) { return !one.empty() && one.find('{') == std::string_view::npos; }));
}

class Joiner {
 public:
  Joiner(std::span<const RepositoryPrograms> programs, const RequestTargets& targets)
      : repositories_(programs), targets_(targets), all_(programs), documented_(programs) {}

  ApiLinks join() {
    group();
    for (Group& one : groups_) find_candidates(one);
    count_agreement();
    ApiLinks found;
    std::set<std::size_t> called;
    for (Group& one : groups_) decide(one, found, called);
    for (std::size_t i = 0; i < all_.endpoints().size(); ++i)
      if (!called.contains(i))
        found.uncalled.push_back({.server = all_.endpoints()[i].repository, .endpoint = all_.endpoints()[i].endpoint});
    return found;
  }

 private:
  void group() {
    for (std::size_t i = 0; i < repositories_.size(); ++i) {
      std::map<std::tuple<std::string_view, std::uint32_t, std::string_view, std::string>, std::size_t> known;
      for (const ClientCall& call : repositories_[i].model->client_calls) {
        if (protocol_of(call.library) != Protocol::kHttp) continue;
        const auto [at, fresh] = known.try_emplace({call.path, call.line, call.http_method, below_prefix(call)}, groups_.size());
        if (fresh) groups_.push_back({.client = i, .calls = {}, .program = all_.program_of(i, call.path)});
        groups_[at->second].calls.push_back(&call);
      }
    }
  }

  // -- who may answer

  void find_candidates(Group& group) {
    for (const ClientCall* call : group.calls) {
      if (named(group, *call)) continue;
      if (is_outside(*call)) {
        at_public_host(group, *call);
        continue;
      }
      through_proxies(group, *call);
      through_discovery(group, *call);
      add(group, *call, call->route, call->is_below_unknown ? Way::kBelowPrefix : Way::kWhole, "");
      if (!call->prefix.empty())
        add(group, *call, below_prefix(*call), Way::kBelowPrefix, fmt::format("below the configured {}", call->prefix));
      if (group.candidates.empty()) below_contexts(group, *call);
    }
  }

  /// A host that is the name of a service.
  bool named(Group& group, const ClientCall& call) {
    if (call.host.empty()) return false;
    const auto target = targets_.of(group.client, call);
    if (!target) return false;
    if (target->endpoint == nullptr) {
      for (const std::string& path : {below_prefix(call)})
        for (const std::size_t one : all_.answering(path, call.http_method))
          if (all_.endpoints()[one].repository == target->repository)
            push(group, {.endpoint = one,
                         .way = Way::kNamed,
                         .because = fmt::format("the host names {}, below {}", target->service, call.prefix),
                         .call = &call});
      return true;
    }
    if (const auto endpoint = all_.place_of(target->endpoint))
      push(group, {.endpoint = *endpoint, .way = Way::kNamed, .because = fmt::format("the host names {}", target->service), .call = &call});
    return true;
  }

  /// A public host that nothing here is called.
  static bool is_outside(const ClientCall& call) {
    return !call.host.empty() && !call.is_host_configured && !is_own_machine(call.host) && call.host.find('.') != std::string::npos;
  }

  /// Whoever runs a program puts it below what he likes: up to two segments are tried without.
  void at_public_host(Group& group, const ClientCall& call) {
    group.outside = call.host;
    std::string_view route = call.route;
    for (int removed = 0; removed < 3 && !route.empty(); ++removed) {
      add(group, call, route, Way::kBelowContext, fmt::format("the host {} may be it", call.host));
      const std::size_t next = route.find('/', 1);
      route = next == std::string_view::npos ? std::string_view() : route.substr(next);
    }
  }

  void through_proxies(Group& group, const ClientCall& call) {
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const ProxyRule& rule : repositories_[i].model->proxies) {
        if (rule.prefix == "/" && rule.removed.empty() && rule.put.empty()) continue;
        if (rule.is_local && (i != group.client || all_.program_of(i, rule.folder + "/x") != group.program)) continue;
        const std::string passed = passed_path(rule, call.route);
        if (passed.empty() || (passed == call.route && rule.is_local)) continue;
        const auto service = rule.host.empty() || is_own_machine(rule.host) ? std::nullopt : all_.named(rule.host);
        add(group, call, passed, Way::kRewritten, fmt::format("{}:{} makes {} of it", rule.evidence.path, rule.evidence.line, passed),
            service);
      }
  }

  /// `/orders/x` to a gateway that passes on to whatever is registered: the first segment names the service.
  void through_discovery(Group& group, const ClientCall& call) {
    const std::string below = below_prefix(call);
    const std::size_t end = below.find('/', 1);
    if (end == std::string::npos || !all_.has_gateway()) return;
    const std::string name = below.substr(1, end - 1);
    if (const auto service = all_.named(name))
      add(group, call, below.substr(end), Way::kRewritten, fmt::format("{} names the service", name), service);
  }

  /// A path below what all routes of a program begin with.
  void below_contexts(Group& group, const ClientCall& call) {
    if (!call.is_below_unknown && call.host.empty() && call.prefix.empty() && is_script(call) && literals_of(call.route) < 2) return;
    for (const std::string& context : all_.contexts())
      add(group, call, join_route(context, below_prefix(call)), Way::kBelowContext, fmt::format("below {} of the server", context));
  }

  void add(Group& group, const ClientCall& call, std::string_view route, Way way, std::string because,
           std::optional<ApiPrograms::Service> service = std::nullopt) {
    if (literals_of(route) == 0) return;
    for (const std::size_t one : all_.answering(route, call.http_method)) {
      const ApiPrograms::Answering& answering = all_.endpoints()[one];
      if (service && !all_.is_of(answering, *service)) continue;
      const bool is_own = answering.program == group.program;
      const bool is_served_by_own = is_script(call) && (call.host.empty() || is_own_machine(call.host)) && !call.is_below_unknown;
      if (is_own && !is_served_by_own) continue;
      push(group, {.endpoint = one, .way = way, .because = because, .call = &call});
    }
  }

  static void push(Group& group, Candidate candidate) {
    const auto known = std::ranges::find(group.candidates, candidate.endpoint, &Candidate::endpoint);
    if (known == group.candidates.end())
      group.candidates.push_back(std::move(candidate));
    else if (candidate.way < known->way)
      *known = std::move(candidate);
  }

  // -- which of them

  /// Requests with one base go to one program as a rule.
  std::tuple<std::size_t, std::string, std::string> base_of(const Group& group) const {
    const ClientCall& call = *group.calls.front();
    if (call.is_host_configured || !call.prefix.empty()) return {group.program, "", "configured"};
    return {group.program, call.host, ""};
  }

  void count_agreement() {
    std::map<std::tuple<std::size_t, std::string, std::string>, std::map<std::size_t, std::size_t>> counts;
    for (const Group& group : groups_) {
      std::set<std::size_t> programs;
      for (const Candidate& one : group.candidates) programs.insert(all_.endpoints()[one.endpoint].program);
      for (const std::size_t program : programs) ++counts[base_of(group)][program];
      ++asked_[base_of(group)];
    }
    for (Group& group : groups_)
      for (Candidate& one : group.candidates) one.agreement = counts[base_of(group)][all_.endpoints()[one.endpoint].program];
  }

  bool is_near(const Group& group, const Candidate& one) const { return all_.endpoints()[one.endpoint].repository == group.client; }

  /// Better first: the way, then how much is written out, then what is nearer, then agreement.
  std::tuple<int, std::ptrdiff_t, bool, std::ptrdiff_t> rank(const Group& group, const Candidate& one) const {
    return {static_cast<int>(one.way), -static_cast<std::ptrdiff_t>(literals_of(all_.endpoints()[one.endpoint].endpoint->route)),
            !is_near(group, one), -static_cast<std::ptrdiff_t>(one.agreement)};
  }

  void decide(Group& group, ApiLinks& found, std::set<std::size_t>& called) {
    const ClientCall& call = *group.calls.front();
    const auto give_up = [&](std::string reason) {
      found.unmatched.push_back({.client = group.client, .call = &call, .reason = std::move(reason)});
    };
    if (group.candidates.empty()) {
      if (auto described = documented_.link(group.client, group.calls)) {
        found.links.push_back(*std::move(described));
        return;
      }
      return give_up(why_none(group));
    }
    drop_strangers(group);
    if (group.candidates.empty()) return give_up(fmt::format("{} is asked, which no service here is called", group.outside));
    std::ranges::stable_sort(group.candidates, {}, [&](const Candidate& one) { return rank(group, one); });
    const Candidate& best = group.candidates.front();
    const std::vector<const Candidate*> rivals = rivals_of(group);
    if (!rivals.empty())
      return give_up(
          fmt::format("{} handlers may answer it, among them {} and {}", rivals.size() + 1, shown(best), shown(*rivals.front())));
    const ApiPrograms::Answering& answering = all_.endpoints()[best.endpoint];
    called.insert(best.endpoint);
    found.links.push_back({.client = group.client,
                           .call = best.call,
                           .server = answering.repository,
                           .endpoint = answering.endpoint,
                           .confidence = confidence_of(group, best),
                           .evidence = evidence_of(group, best)});
  }

  std::string shown(const Candidate& one) const {
    const ApiPrograms::Answering& answering = all_.endpoints()[one.endpoint];
    return fmt::format("{}:{}:{}", repositories_[answering.repository].name, answering.endpoint->path, answering.endpoint->line);
  }

  /// Others that are as good as the best: the same way and words, and not much less agreement.
  std::vector<const Candidate*> rivals_of(const Group& group) const {
    const Candidate& best = group.candidates.front();
    const ApiPrograms::Answering& first = all_.endpoints()[best.endpoint];
    std::vector<const Candidate*> rivals;
    for (std::size_t i = 1; i < group.candidates.size(); ++i) {
      const Candidate& one = group.candidates[i];
      const ApiPrograms::Answering& other = all_.endpoints()[one.endpoint];
      const bool is_same = other.endpoint->handler == first.endpoint->handler && other.repository == first.repository &&
                           other.endpoint->line == first.endpoint->line && other.endpoint->path == first.endpoint->path;
      if (is_same || one.way != best.way) continue;
      if (literals_of(other.endpoint->route) < literals_of(first.endpoint->route)) continue;
      if (other.program != first.program && (is_clear(best, one) || (is_near(group, best) && !is_near(group, one)))) continue;
      rivals.push_back(&one);
    }
    return rivals;
  }

  static bool is_clear(const Candidate& best, const Candidate& other) {
    return best.agreement >= 2 * other.agreement || best.agreement >= other.agreement + 8;
  }

  /// A public host may be that of a program here only where most of what it is asked for is answered there.
  void drop_strangers(Group& group) const {
    if (group.outside.empty()) return;
    std::erase_if(group.candidates, [&](const Candidate& one) {
      const std::size_t asked = asked_.at(base_of(group));
      return one.way != Way::kNamed && (one.agreement < 3 || one.agreement * 2 < asked);
    });
  }

  std::string why_none(const Group& group) const {
    const ClientCall& call = *group.calls.front();
    if (!group.outside.empty()) return fmt::format("{} is asked, which no service here is called", group.outside);
    if (call.route.empty()) return "its path is not known";
    if (all_.endpoints().empty()) return "no repository that was looked into answers requests";
    if (const auto other = all_.answering(below_prefix(call), ""); !other.empty() && !call.http_method.empty())
      return fmt::format("that path is answered for {} only", all_.endpoints()[other.front()].endpoint->http_method);
    return "nothing here answers that path";
  }

  Confidence confidence_of(const Group& group, const Candidate& best) const {
    const ClientCall& call = *best.call;
    if (best.way == Way::kBelowContext || call.http_method.empty() || !group.outside.empty()) return Confidence::kName;
    const bool is_only = std::ranges::all_of(group.candidates, [&](const Candidate& one) {
      return all_.endpoints()[one.endpoint].program == all_.endpoints()[best.endpoint].program;
    });
    const bool is_stage = call.confidence == Confidence::kExact || group.calls.size() > 1;  // one of several for stages
    const bool is_sure = best.way != Way::kBelowPrefix && (is_only || best.way == Way::kNamed) && is_stage;
    return is_sure ? Confidence::kExact : Confidence::kScoped;
  }

  std::string evidence_of(const Group& group, const Candidate& best) const {
    const ClientCall& call = *best.call;
    const ApiPrograms::Answering& answering = all_.endpoints()[best.endpoint];
    std::string words =
        fmt::format("{} {} is answered there", call.http_method.empty() ? "a request of" : call.http_method, answering.endpoint->route);
    if (!best.because.empty()) words += "; " + best.because;
    if (!call.contract.empty()) words += fmt::format("; {}:{} describes it", repositories_[group.client].name, call.contract);
    const auto other = std::ranges::find_if(group.candidates, [&](const Candidate& one) {
      return all_.endpoints()[one.endpoint].program != answering.program && one.way == best.way;
    });
    if (other != group.candidates.end())
      words += fmt::format("; {} answers it too, but {} requests of this program are answered there and {} here",
                           all_.name_of(all_.endpoints()[other->endpoint].program), best.agreement, other->agreement);
    if (call.is_below_unknown) words += "; what stands before the path is not known";
    return words;
  }

  std::span<const RepositoryPrograms> repositories_;
  const RequestTargets& targets_;
  ApiPrograms all_;
  DocumentedRoutes documented_;
  std::vector<Group> groups_;
  std::map<std::tuple<std::size_t, std::string, std::string>, std::size_t> asked_;
};

}  // namespace

ApiLinks find_api_links(std::span<const RepositoryPrograms> programs, const RequestTargets& targets) {
  ApiLinks found = Joiner(programs, targets).join();
  add_contract_links(programs, found);
  const auto place = [](const auto& one) { return std::tuple(one.client, std::string_view(one.call->path), one.call->line); };
  std::ranges::stable_sort(found.links, {}, place);
  std::ranges::stable_sort(found.unmatched, {}, place);
  std::ranges::stable_sort(found.uncalled, {}, &UncalledEndpoint::server);
  return found;
}

std::string shown_address(const ClientCall& call) {
  const std::string host = call.port == 0 ? call.host : fmt::format("{}:{}", call.host, call.port);
  return fmt::format("{}{}", host, call.route);
}

}  // namespace grove::graph::web
