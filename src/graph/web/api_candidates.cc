#include "graph/web/api_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/hosts.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

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

bool is_script_file(std::string_view path) {
  constexpr std::string_view kKinds[] = {"js", "ts", "jsx", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"};
  return std::ranges::find(kKinds, extension(path)) != std::end(kKinds);
}

/// A public host that nothing here is called.
bool is_outside(const ClientCall& call) {
  return !call.host.empty() && !call.is_host_configured && !is_own_machine(call.host) && call.host.find('.') != std::string::npos;
}

class CandidateFinder {
 public:
  CandidateFinder(std::span<const RepositoryPrograms> repositories, const RequestTargets& targets, ApiPrograms& all)
      : repositories_(repositories), targets_(targets), all_(all) {}

  std::vector<RequestGroup> find() {
    group();
    for (RequestGroup& one : groups_)
      for (const ClientCall* call : one.calls) find(one, *call);
    return std::move(groups_);
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

  void find(RequestGroup& group, const ClientCall& call) {
    if (named(group, call)) return;
    if (is_outside(call)) return at_public_host(group, call);
    through_proxies(group, call);
    through_discovery(group, call);
    add(group, call.route, {.way = call.is_below_unknown ? Way::kBelowPrefix : Way::kWhole, .call = &call});
    if (!call.prefix.empty())
      add(group, below_prefix(call),
          {.way = Way::kBelowPrefix, .because = fmt::format("below the configured {}", call.prefix), .call = &call});
    below_contexts(group, call);
    without_fronts(group, call, "");
  }

  /// A host that is the name of a service.
  bool named(RequestGroup& group, const ClientCall& call) {
    if (call.host.empty()) return false;
    const auto target = targets_.of(group.client, call);
    if (!target) return false;
    Candidate made{.way = Way::kNamed,
                   .at = target->repository,
                   .is_led = true,
                   .because = fmt::format("the host names {}", target->service),
                   .call = &call};
    if (target->endpoint != nullptr) {
      const auto endpoint = all_.place_of(target->endpoint);
      if (endpoint) push(group, made, *endpoint);
      return true;
    }
    const std::string named = made.because;
    made.because += fmt::format(", below {}", call.prefix);
    for (const std::size_t one : all_.answering(below_prefix(call), call.http_method))
      if (all_.endpoints()[one].repository == target->repository) push(group, made, one);
    for (const ProxyRule& rule : repositories_[target->repository].model->proxies)
      if (!rule.is_local) through_gateway(group, call, rule, made.at, named);
    return true;
  }

  /// A host that is the name of a gateway, of which a rule passes the request on.
  void through_gateway(RequestGroup& group, const ClientCall& call, const ProxyRule& rule, std::size_t at, const std::string& named) {
    const std::string passed = passed_path(rule, call.route);
    const auto service = rule.host.empty() || is_own_machine(rule.host) ? std::nullopt : all_.named(rule.host);
    if (passed.empty() || !service) return;
    const Candidate made{.way = Way::kRewritten,
                         .at = at,
                         .is_led = true,
                         .is_told = true,
                         .because = fmt::format("{}; {}:{} makes {} of it", named, rule.evidence.path, rule.evidence.line, passed),
                         .call = &call};
    for (const std::size_t one : all_.answering(passed, call.http_method))
      if (all_.is_of(all_.endpoints()[one], *service)) push(group, made, one);
  }

  /// Whoever runs a program puts it below what he likes.
  void at_public_host(RequestGroup& group, const ClientCall& call) {
    group.outside = call.host;
    const std::string because = fmt::format("the host {} may be it", call.host);
    add(group, call.route, {.way = Way::kBelowContext, .context = "-", .because = because, .call = &call});
    without_fronts(group, call, because);
  }

  /// A path without up to two segments that its server's code doesn't say.
  void without_fronts(RequestGroup& group, const ClientCall& call, const std::string& because) {
    const std::string_view route = call.route;
    std::size_t cut = 0;
    for (int removed = 0; removed < 2; ++removed) {
      cut = route.find('/', cut + 1);
      if (cut == std::string_view::npos || route.find('{') < cut) return;
      const std::string_view front = route.substr(0, cut), rest = route.substr(cut);
      if (words_of(rest).empty()) return;
      // What the asking program answers itself below it is nobody else's front.
      const bool is_own_front = all_.says(group.program, front);
      for (const std::size_t one : all_.answering(rest, call.http_method))
        if (is_written(rest, all_.endpoints()[one], "") && (!is_own_front || all_.endpoints()[one].program == group.program))
          add_one(group, one,
                  {.way = Way::kBelowContext,
                   .context = fmt::format("-{}", front),
                   .because = because.empty() ? fmt::format("without {}", front) : because,
                   .call = &call});
    }
  }

  /// Whether all words of a path are those of a route below a context: where a prefix is guessed, no parameter stands for a word.
  static bool is_written(std::string_view path, const ApiPrograms::Answering& answering, std::string_view context) {
    return words_of(answering.endpoint->route).size() == words_of(path).size() + words_of(context).size();
  }

  void through_proxies(RequestGroup& group, const ClientCall& call) {
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const ProxyRule& rule : repositories_[i].model->proxies) {
        if (rule.is_local && (i != group.client || all_.program_of(i, rule.folder + "/x") != group.program)) continue;
        const std::string passed = passed_path(rule, call.route);
        if (passed.empty()) continue;
        const auto service = rule.host.empty() || is_own_machine(rule.host) ? std::nullopt : all_.named(rule.host);
        if (passed == call.route && !service) continue;  // it says nothing new
        const Candidate made{.way = Way::kRewritten,
                             .at = i,
                             .is_led = service.has_value() && i == group.client,
                             .is_told = service.has_value(),
                             .because = fmt::format("{}:{} makes {} of it", rule.evidence.path, rule.evidence.line, passed),
                             .call = &call};
        // A rule of somebody else that doesn't say to whom is about its own repository.
        add(group, passed, made, [&](const ApiPrograms::Answering& one) {
          return service ? all_.is_of(one, *service) : i == group.client || one.repository == i;
        });
      }
  }

  /// `/orders/x` to a gateway that passes on to whatever is registered: the first segment names the service.
  void through_discovery(RequestGroup& group, const ClientCall& call) {
    const std::string below = below_prefix(call);
    const std::size_t end = below.find('/', 1);
    if (end == std::string::npos || !all_.has_gateway()) return;
    const std::string name = below.substr(1, end - 1);
    const auto service = all_.named(name);
    if (!service) return;
    const Candidate made{.way = Way::kRewritten,
                         .at = service->repository,
                         .is_told = true,
                         .because = fmt::format("{} names the service", name),
                         .call = &call};
    add(group, below.substr(end), made, [&](const ApiPrograms::Answering& one) { return all_.is_of(one, *service); });
  }

  /// A path below what all routes of a program begin with.
  void below_contexts(RequestGroup& group, const ClientCall& call) {
    if (!call.is_below_unknown && call.host.empty() && call.prefix.empty() && is_script(call) && words_of(call.route).size() < 2) return;
    const std::string below = below_prefix(call);
    if (words_of(below).empty()) return;
    for (const ApiPrograms::BelowContext& one : all_.answering_below(below, call.http_method))
      if (is_written(below, all_.endpoints()[one.endpoint], one.context))
        add_one(group, one.endpoint,
                {.way = Way::kBelowContext,
                 .context = std::string(one.context),
                 .because = fmt::format("below {} of the server", one.context),
                 .call = &call});
  }

  void add(RequestGroup& group, std::string_view route, const Candidate& made) {
    add(group, route, made, [](const ApiPrograms::Answering&) { return true; });
  }

  template <class Accepts>
  void add(RequestGroup& group, std::string_view route, const Candidate& made, Accepts accepts) {
    if (words_of(route).empty() && !made.is_told) return;
    for (const std::size_t one : all_.answering(route, made.call->http_method))
      if (accepts(all_.endpoints()[one])) add_one(group, one, made);
  }

  void add_one(RequestGroup& group, std::size_t endpoint, Candidate made) {
    const ClientCall& call = *made.call;
    const ApiPrograms::Answering& answering = all_.endpoints()[endpoint];
    const bool is_own = answering.program == group.program;
    const bool is_at_own_machine = is_own_machine(call.host);
    // What a browser asks below something unknown is its own program's, if that answers the path as it is and in another language; scripts
    // ask others so.
    const bool is_guessed = made.way == Way::kBelowContext || is_script_file(answering.endpoint->path);
    const bool is_below_unknown = call.is_below_unknown && is_guessed;
    const bool is_served_by_own = is_script(call) && (call.host.empty() || is_at_own_machine) && !is_below_unknown;
    if (is_own && !is_served_by_own) return;
    // `/{id}` answers anything: nobody else is meant by it. Of `/${prefix}` it isn't known what it answers.
    const std::string_view answered = answering.endpoint->route;
    const bool is_unknown = answered.find("${") != std::string_view::npos;
    if ((!is_own || is_unknown) && !made.is_told && words_of(answered).empty()) return;
    if (made.way != Way::kRewritten || made.at == group.client) made.at = answering.repository;
    made.is_led = made.is_led || (is_at_own_machine && all_.listening(call.port) == made.at);
    push(group, std::move(made), endpoint);
  }

  static void push(RequestGroup& group, Candidate candidate, std::size_t endpoint) {
    candidate.endpoint = endpoint;
    const auto known = std::ranges::find(group.candidates, endpoint, &Candidate::endpoint);
    if (known == group.candidates.end())
      group.candidates.push_back(std::move(candidate));
    else if (candidate.way < known->way)
      *known = std::move(candidate);
  }

  std::span<const RepositoryPrograms> repositories_;
  const RequestTargets& targets_;
  ApiPrograms& all_;
  std::vector<RequestGroup> groups_;
};

}  // namespace

std::vector<RequestGroup> find_candidates(std::span<const RepositoryPrograms> repositories, const RequestTargets& targets,
                                          ApiPrograms& programs) {
  return CandidateFinder(repositories, targets, programs).find();
}

std::string below_prefix(const ClientCall& call) {
  return call.prefix.empty() ? call.route : clean_route(std::string_view(call.route).substr(call.prefix.size()));
}

std::vector<std::string_view> words_of(std::string_view route) {
  std::vector<std::string_view> words = split(route, '/');
  std::erase_if(words, [](std::string_view one) { return one.empty() || one.find_first_of("{*") != std::string_view::npos; });
  return words;
}

}  // namespace grove::graph::web
