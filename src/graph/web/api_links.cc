#include "graph/web/api_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "graph/web/api_candidates.h"
#include "graph/web/api_programs.h"
#include "graph/web/contracts/contract_links.h"
#include "graph/web/contracts/documented_routes.h"
#include "graph/web/program_ties.h"

namespace grove::graph::web {
namespace {

/// A candidate with what speaks for its program.
struct Weighed {
  const Candidate* candidate = nullptr;
  const ApiPrograms::Answering* answering = nullptr;
  Tie tie = {};
  bool is_near = false;       ///< In the repository of the request.
  std::size_t agreement = 0;  ///< Requests of the same program that its program answers.
};

class Joiner {
 public:
  Joiner(std::span<const RepositoryPrograms> programs, const RequestTargets& targets)
      : repositories_(programs),
        all_(programs),
        groups_(find_candidates(programs, targets, all_)),
        ties_(programs, all_, groups_),
        documented_(programs) {}

  ApiLinks join() {
    count_agreement();
    ApiLinks found;
    std::set<std::size_t> called;
    for (const RequestGroup& one : groups_) decide(one, found, called);
    for (std::size_t i = 0; i < all_.endpoints().size(); ++i)
      if (!called.contains(i))
        found.uncalled.push_back({.server = all_.endpoints()[i].repository, .endpoint = all_.endpoints()[i].endpoint});
    return found;
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;  // the program that asks and the one that answers

  void count_agreement() {
    for (const RequestGroup& group : groups_) {
      std::set<std::size_t> programs;
      for (const Candidate& one : group.candidates) programs.insert(all_.endpoints()[one.endpoint].program);
      for (const std::size_t program : programs) ++agreement_[{group.program, program}];
    }
  }

  /// The candidates whose programs most speaks for, the best first; none where too little does.
  std::vector<Weighed> weighed(const RequestGroup& group) const {
    std::vector<Weighed> all;
    for (const Candidate& one : group.candidates) {
      const ApiPrograms::Answering& answering = all_.endpoints()[one.endpoint];
      all.push_back({.candidate = &one,
                     .answering = &answering,
                     .tie = ties_.of(group, one),
                     .is_near = answering.repository == group.client,
                     .agreement = agreement_.at({group.program, answering.program})});
    }
    // A public host may be that of a program here only where most of what it is asked for is answered there.
    const Tie::Strength least = group.outside.empty() ? Tie::Strength::kWeak : Tie::Strength::kStrong;
    Tie::Strength most = least;
    for (const Weighed& one : all) most = std::max(most, one.tie.strength);
    std::erase_if(all, [&](const Weighed& one) { return one.tie.strength < most; });
    std::ranges::stable_sort(all, {}, rank);
    return all;
  }

  /// Better first: the way, then how much is written out, then what is nearer, then what speaks for the program.
  static std::tuple<int, std::ptrdiff_t, bool, bool, std::ptrdiff_t, std::ptrdiff_t> rank(const Weighed& one) {
    const std::size_t words = words_of(one.answering->endpoint->route).size();
    return {static_cast<int>(one.candidate->way),           -static_cast<std::ptrdiff_t>(words),        !one.is_near, !one.tie.is_declared,
            -static_cast<std::ptrdiff_t>(one.tie.answered), -static_cast<std::ptrdiff_t>(one.agreement)};
  }

  void decide(const RequestGroup& group, ApiLinks& found, std::set<std::size_t>& called) const {
    const auto give_up = [&](std::string reason) {
      found.unmatched.push_back({.client = group.client, .call = &group.call(), .reason = std::move(reason)});
    };
    const std::vector<Weighed> candidates = weighed(group);
    if (candidates.empty()) {
      auto described = documented_.link(group.client, group.calls);
      if (described && ties_.may_describe(group.client, described->server, described->endpoint->route)) {
        found.links.push_back(*std::move(described));
        return;
      }
      return give_up(group.candidates.empty() ? why_none(group) : why_stranger(group));
    }
    const Weighed& best = candidates.front();
    const std::vector<const Weighed*> rivals = rivals_of(candidates);
    if (!rivals.empty())
      return give_up(fmt::format("{} handlers may answer it, among them {} and {}", rivals.size() + 1, shown(*best.answering),
                                 shown(*rivals.front()->answering)));
    called.insert(best.candidate->endpoint);
    found.links.push_back({.client = group.client,
                           .call = best.candidate->call,
                           .server = best.answering->repository,
                           .endpoint = best.answering->endpoint,
                           .confidence = confidence_of(group, candidates),
                           .evidence = evidence_of(group, candidates)});
  }

  std::string shown(const ApiPrograms::Answering& one) const {
    return fmt::format("{}:{}:{}", repositories_[one.repository].name, one.endpoint->path, one.endpoint->line);
  }

  /// Others that are as good as the best: the same way and words, and not much less that speaks for them.
  static std::vector<const Weighed*> rivals_of(const std::vector<Weighed>& candidates) {
    const Weighed& best = candidates.front();
    const Endpoint& first = *best.answering->endpoint;
    std::vector<const Weighed*> rivals;
    for (const Weighed& one : std::span(candidates).subspan(1)) {
      const Endpoint& other = *one.answering->endpoint;
      const bool is_same = other.handler == first.handler && one.answering->repository == best.answering->repository &&
                           other.line == first.line && other.path == first.path;
      if (is_same || one.candidate->way != best.candidate->way) continue;
      if (words_of(other.route).size() < words_of(first.route).size() || is_clear(best, one)) continue;
      rivals.push_back(&one);
    }
    return rivals;
  }

  static bool is_clear(const Weighed& best, const Weighed& other) {
    if (best.answering->program == other.answering->program) return false;
    if (best.is_near != other.is_near) return best.is_near;
    if (best.tie.is_declared != other.tie.is_declared) return best.tie.is_declared;
    const auto is_much_more = [](std::size_t more, std::size_t less) { return more >= 2 * less || more >= less + 8; };
    if (best.answering->repository == other.answering->repository) return is_much_more(best.agreement, other.agreement);
    return is_much_more(best.tie.answered, other.tie.answered);
  }

  std::string why_none(const RequestGroup& group) const {
    const ClientCall& call = group.call();
    if (!group.outside.empty()) return fmt::format("{} is asked, which no service here is called", group.outside);
    if (call.route.empty()) return "its path is not known";
    if (all_.endpoints().empty()) return "no repository that was looked into answers requests";
    for (const std::size_t other : all_.answering(below_prefix(call), "")) {
      const ApiPrograms::Answering& one = all_.endpoints()[other];
      if (call.http_method.empty() || words_of(one.endpoint->route).empty() || !ties_.leads(group.client, one.repository)) continue;
      if (one.endpoint->http_method == call.http_method)
        return "only the program that asks answers that path, and what stands before it is not known";
      return fmt::format("that path is answered for {} only", one.endpoint->http_method);
    }
    return "nothing here answers that path";
  }

  std::string why_stranger(const RequestGroup& group) const {
    if (!group.outside.empty()) return why_none(group);
    const ApiPrograms::Answering& first = all_.endpoints()[group.candidates.front().endpoint];
    return fmt::format("{} {} of {} would fit, but nothing else leads there", first.endpoint->http_method, first.endpoint->route,
                       shown(first));
  }

  Confidence confidence_of(const RequestGroup& group, const std::vector<Weighed>& candidates) const {
    const Weighed& best = candidates.front();
    const ClientCall& call = *best.candidate->call;
    const Way way = best.candidate->way;
    if (best.tie.strength != Tie::Strength::kStrong || call.http_method.empty() || !group.outside.empty()) return Confidence::kName;
    if (way == Way::kBelowContext) return Confidence::kName;
    // Below a guessed prefix others may answer as well: that says nothing against a path that is answered as it is.
    const bool is_only = std::ranges::none_of(candidates, [&](const Weighed& one) {
      return one.answering->program != best.answering->program && one.candidate->way != Way::kBelowContext;
    });
    const bool is_stage = call.confidence == Confidence::kExact || group.calls.size() > 1;  // one of several for stages
    const bool is_sure = way != Way::kBelowPrefix && (is_only || way == Way::kNamed) && is_stage;
    return is_sure ? Confidence::kExact : Confidence::kScoped;
  }

  std::string evidence_of(const RequestGroup& group, const std::vector<Weighed>& candidates) const {
    const Weighed& best = candidates.front();
    const ClientCall& call = *best.candidate->call;
    std::string words = fmt::format("{} {} is answered there", call.http_method.empty() ? "a request of" : call.http_method,
                                    best.answering->endpoint->route);
    if (!best.candidate->because.empty()) words += "; " + best.candidate->because;
    if (!call.contract.empty()) words += fmt::format("; {}:{} describes it", repositories_[group.client].name, call.contract);
    const auto other = std::ranges::find_if(candidates, [&](const Weighed& one) {
      return one.answering->program != best.answering->program && one.candidate->way == best.candidate->way;
    });
    if (other != candidates.end())
      words += fmt::format("; {} answers it too, but {} requests of this program are answered there and {} here",
                           all_.name_of(other->answering->program), best.agreement, other->agreement);
    if (best.tie.strength == Tie::Strength::kWeak)
      words += fmt::format("; {}: {} of {} addresses that this program asks",
                           best.tie.is_shared ? "others answer about as much of the rest" : "little else leads there", best.tie.answered,
                           best.tie.asked);
    if (std::ranges::find(repositories_[group.client].depends_on, repositories_[best.answering->repository].name) !=
        repositories_[group.client].depends_on.end())
      words += fmt::format("; {} is said to need {}", repositories_[group.client].name, repositories_[best.answering->repository].name);
    if (call.is_below_unknown) words += "; what stands before the path is not known";
    return words;
  }

  std::span<const RepositoryPrograms> repositories_;
  ApiPrograms all_;
  std::vector<RequestGroup> groups_;
  ProgramTies ties_;
  DocumentedRoutes documented_;
  std::map<Pair, std::size_t> agreement_;
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
