#include "graph/web/contracts/contract_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/web/contracts/protocol.h"
#include "graph/web/program_folders.h"

namespace grove::graph::web {
namespace {

/// A request by what decides it: `Carts/GetCart` of gRPC, `QUERY user` of GraphQL.
struct Key {
  std::string name;
  std::string package;  ///< Empty where it is not known, or none is.
};

Key key_of(Protocol protocol, std::string_view verb, std::string_view route) {
  if (protocol == Protocol::kGraphQl) return {.name = fmt::format("{} {}", verb, route), .package = {}};
  const std::size_t slash = route.rfind('/');
  const std::string_view service = route.substr(1, slash == 0 || slash == std::string_view::npos ? 0 : slash - 1);
  const std::size_t dot = service.rfind('.');
  const std::string_view name = dot == std::string_view::npos ? service : service.substr(dot + 1);
  return {.name = std::string(name) + std::string(route.substr(std::min(route.size(), slash))),
          .package = std::string(dot == std::string_view::npos ? std::string_view() : service.substr(0, dot))};
}

Key key_of(const ClientCall& call) { return key_of(protocol_of(call.library), call.http_method, call.route); }

bool is_one(const Key& a, const Key& b) { return a.package.empty() || b.package.empty() || a.package == b.package; }

constexpr std::size_t kMostFitting = 64;
constexpr std::size_t kSomeFields = 3;  // that no chance brings together

using ProgramKey = std::pair<std::size_t, std::string_view>;  // repository and folder

struct Answering {
  std::size_t repository = 0;
  const Endpoint* endpoint = nullptr;
  Key key = {};
  ProgramKey program = {};
  bool is_called = false;
};

class Joiner {
 public:
  Joiner(std::span<const RepositoryPrograms> programs, ApiLinks& found) : repositories_(programs), found_(found) {}

  void join() {
    for (std::size_t i = 0; i < repositories_.size(); ++i) {
      add_all(i, repositories_[i].model->endpoints.endpoints, answering_, by_name_);
      add_all(i, repositories_[i].model->declared, declared_, declared_by_name_);
    }
    count_agreement();
    each_call([&](std::size_t client, const ClientCall& call) { decide(client, call); });
    for (const Answering& one : answering_)
      if (!one.is_called && !one.key.package.starts_with("grpc."))  // health and reflection, which the infrastructure asks for
        found_.uncalled.push_back({.server = one.repository, .endpoint = one.endpoint});
    add_unanswered();
  }

 private:
  using Places = std::unordered_map<std::string, std::vector<std::size_t>>;

  template <class Do>
  void each_call(Do act) const {
    for (std::size_t i = 0; i < repositories_.size(); ++i)
      for (const ClientCall& call : repositories_[i].model->client_calls)
        if (protocol_of(call.library) != Protocol::kHttp) act(i, call);
  }

  ProgramKey program_of(std::size_t repository, std::string_view path) const {
    return {repository, program_folder(repositories_[repository].model->program_folders, path)};
  }

  void add_all(std::size_t repository, const std::vector<Endpoint>& endpoints, std::vector<Answering>& all, Places& places) const {
    for (const Endpoint& one : endpoints) {
      if (protocol_of(one.framework) == Protocol::kHttp) continue;
      Key key = key_of(protocol_of(one.framework), one.http_method, one.route);
      places[key.name].push_back(all.size());
      all.push_back({.repository = repository, .endpoint = &one, .key = std::move(key), .program = program_of(repository, one.path)});
    }
  }

  /// At most some: of so many none can be told.
  static std::vector<std::size_t> fitting(const Key& key, const std::vector<Answering>& all, const Places& places) {
    std::vector<std::size_t> found;
    if (const auto known = places.find(key.name); known != places.end())
      for (const std::size_t one : known->second)
        if (found.size() < kMostFitting && is_one(key, all[one].key)) found.push_back(one);
    return found;
  }

  void count_agreement() {
    each_call([&](std::size_t client, const ClientCall& call) {
      std::set<ProgramKey> programs;
      for (const std::size_t one : fitting(key_of(call), answering_, by_name_)) programs.insert(answering_[one].program);
      const ProgramKey asking = program_of(client, call.path);
      for (const ProgramKey& program : programs) ++agreement_[{asking, program}];
      if (protocol_of(call.library) != Protocol::kGraphQl) return;
      ++fields_asked_[asking];
      std::set<std::size_t> repositories;
      for (const ProgramKey& program : programs) repositories.insert(program.first);
      for (const std::size_t repository : repositories) ++fields_answered_[{asking, repository}];
    });
  }

  void decide(std::size_t client, const ClientCall& call) {
    const Key key = key_of(call);
    std::vector<std::size_t> all = fitting(key, answering_, by_name_);
    if (all.empty()) return give_up(client, call, why_none(key));
    const bool is_only = all.size() == 1;
    choose(client, call, all);
    if (all.size() > 1)
      return give_up(client, call,
                     fmt::format("{} handlers may answer it, among them {} and {}", all.size(), shown(all[0]), shown(all[1])));
    Answering& best = answering_[all.front()];
    if (is_stranger(client, call, best))
      return give_up(client, call, fmt::format("{} would fit, but hardly anything else that is asked is answered there", shown(all[0])));
    best.is_called = true;
    const bool is_known = key.package == best.key.package && call.confidence == Confidence::kExact;
    found_.links.push_back({.client = client,
                            .call = &call,
                            .server = best.repository,
                            .endpoint = best.endpoint,
                            .confidence = is_known && is_only ? Confidence::kExact : Confidence::kScoped,
                            .evidence = evidence_of(client, call, best, is_only)});
  }

  /// `QUERY user` many answer: of another repository only who answers most of what is asked by GraphQL is meant, or a good part of it.
  bool is_stranger(std::size_t client, const ClientCall& call, const Answering& best) const {
    if (best.repository == client) return false;
    if (best.key.package.starts_with("grpc.")) return true;  // health and reflection are asked of anybody
    if (protocol_of(call.library) != Protocol::kGraphQl) return false;
    const ProgramKey asking = program_of(client, call.path);
    const std::size_t answered = fields_answered_.at({asking, best.repository}), asked = fields_asked_.at(asking);
    return 2 * answered < asked && (answered < kSomeFields || 8 * answered < asked);
  }

  /// Leaves those that are as good as the best.
  void choose(std::size_t client, const ClientCall& call, std::vector<std::size_t>& all) const {
    const auto keep = [&](auto fits) {
      if (all.size() > 1 && std::ranges::any_of(all, fits)) std::erase_if(all, [&](std::size_t one) { return !fits(one); });
    };
    keep([&](std::size_t one) { return answering_[one].repository == client; });
    const auto agreement = [&](std::size_t one) {
      const auto known = agreement_.find({program_of(client, call.path), answering_[one].program});
      return known == agreement_.end() ? 0 : known->second;
    };
    std::size_t most = 0;
    for (const std::size_t one : all) most = std::max(most, agreement(one));
    keep([&](std::size_t one) { return 2 * agreement(one) > most && agreement(one) + 8 > most; });
  }

  std::string why_none(const Key& key) const {
    const std::vector<std::size_t> all = fitting(key, declared_, declared_by_name_);
    if (all.empty()) return "nothing here answers it, and no file here declares it";
    return fmt::format("nothing here answers it; {} declares it", shown_declaration(all.front()));
  }

  std::string shown_declaration(std::size_t place) const {
    const Answering& one = declared_[place];
    return fmt::format("{}:{}:{}", repositories_[one.repository].name, one.endpoint->path, one.endpoint->line);
  }

  std::string evidence_of(std::size_t client, const ClientCall& call, const Answering& best, bool is_only) const {
    const bool is_grpc = protocol_of(call.library) == Protocol::kGrpc;
    std::string words = fmt::format("{}{} is answered there", is_grpc ? "" : call.http_method + " ", best.endpoint->route);
    if (!call.contract.empty())
      words += fmt::format("; {}:{} {} it", repositories_[client].name, call.contract, is_grpc ? "declares" : "asks for");
    const std::vector<std::size_t> declarations = fitting(best.key, declared_, declared_by_name_);
    if (!declarations.empty() && (!is_grpc || call.contract.empty()))
      words += fmt::format("; {} declares it", shown_declaration(declarations.front()));
    if (!is_only) words += "; others answer it too, further away or less of what this program asks";
    return words;
  }

  std::string shown(std::size_t place) const {
    const Answering& one = answering_[place];
    return fmt::format("{}:{}:{}", repositories_[one.repository].name, one.endpoint->path, one.endpoint->line);
  }

  void give_up(std::size_t client, const ClientCall& call, std::string reason) {
    asked_.insert(key_of(call).name);
    found_.unmatched.push_back({.client = client, .call = &call, .reason = std::move(reason)});
  }

  /// What is declared, and neither answered nor asked for; of several copies the first. A schema of which nothing is answered is somebody
  /// else's, which clients have a copy of.
  void add_unanswered() {
    std::set<std::pair<std::size_t, std::string_view>> own;  // schemas, by repository and path
    for (const Answering& one : declared_)
      if (!fitting(one.key, answering_, by_name_).empty()) own.emplace(one.repository, one.endpoint->path);
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const Answering& one : declared_) {
      const bool is_own = one.endpoint->framework != Framework::kGraphQl || own.contains({one.repository, one.endpoint->path});
      if (is_own && !asked_.contains(one.key.name) && fitting(one.key, answering_, by_name_).empty() &&
          seen.emplace(one.endpoint->http_method, one.endpoint->route).second)
        found_.uncalled.push_back({.server = one.repository, .endpoint = one.endpoint});
    }
  }

  std::span<const RepositoryPrograms> repositories_;
  ApiLinks& found_;
  std::vector<Answering> answering_, declared_;
  Places by_name_, declared_by_name_;
  std::map<std::pair<ProgramKey, ProgramKey>, std::size_t> agreement_;
  std::map<std::pair<ProgramKey, std::size_t>, std::size_t> fields_answered_;  // by repository
  std::map<ProgramKey, std::size_t> fields_asked_;
  std::set<std::string> asked_;
};

}  // namespace

void add_contract_links(std::span<const RepositoryPrograms> programs, ApiLinks& found) { Joiner(programs, found).join(); }

}  // namespace grove::graph::web
