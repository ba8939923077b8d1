#include "graph/web/api_programs.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/program_folders.h"
#include "graph/web/services.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostContexts = 24;
constexpr std::size_t kDeepestContext = 3;

}  // namespace

ApiPrograms::ApiPrograms(std::span<const RepositoryPrograms> repositories) : repositories_(repositories) {
  for (std::size_t i = 0; i < repositories.size(); ++i)
    for (const Endpoint& endpoint : repositories[i].model->endpoints.endpoints) {
      if (endpoint.route.empty() || endpoint.path.empty() || protocol_of(endpoint.framework) != Protocol::kHttp) continue;
      const std::size_t program = program_of(i, endpoint.path);
      programs_[program].routes.add(endpoint.route, endpoint.http_method, endpoints_.size());
      if (endpoint.path.ends_with(".cs"))
        programs_[program].folded.add(to_lower_ascii(endpoint.route), endpoint.http_method, endpoints_.size());
      places_.emplace(&endpoint, endpoints_.size());
      endpoints_.push_back({.repository = i, .program = program, .endpoint = &endpoint});
    }
  for (const RepositoryPrograms& repository : repositories)
    for (const grove::graph::web::Service& service : repository.model->deployment.services)
      has_gateway_ = has_gateway_ || (service.role == Role::kGateway && service.has_code);
  find_contexts();
}

std::size_t ApiPrograms::program_of(std::size_t repository, std::string_view path) {
  const std::string_view folder = program_folder(repositories_[repository].model->program_folders, path);
  for (std::size_t i = 0; i < programs_.size(); ++i)
    if (programs_[i].repository == repository && programs_[i].folder == folder) return i;
  programs_.push_back({.repository = repository, .folder = std::string(folder), .routes = {}, .folded = {}});
  return programs_.size() - 1;
}

std::string ApiPrograms::name_of(std::size_t program) const {
  const Program& one = programs_[program];
  return repositories_[one.repository].name + (one.folder.empty() ? "" : ":") + one.folder;
}

std::vector<std::size_t> ApiPrograms::answering(std::string_view route, std::string_view verb) const {
  std::vector<std::size_t> found;
  const std::string folded = to_lower_ascii(route);
  for (const Program& one : programs_) {
    std::vector<std::size_t> places = one.routes.find(route, verb);
    if (places.empty()) places = one.folded.find(folded, verb);
    found.insert(found.end(), places.begin(), places.end());
  }
  return found;
}

std::optional<std::size_t> ApiPrograms::place_of(const Endpoint* endpoint) const {
  const auto found = places_.find(endpoint);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ApiPrograms::Service> ApiPrograms::named(std::string_view host) const {
  const std::string alias = alias_of(host);
  std::optional<Service> found;
  for (std::size_t i = 0; i < repositories_.size(); ++i)
    for (const grove::graph::web::Service& service : repositories_[i].model->deployment.services) {
      if (!service.has_code || (alias_of(service.name) != alias && std::ranges::find(service.aliases, alias) == service.aliases.end()))
        continue;
      if (found) return std::nullopt;
      found = Service{.repository = i, .module = service.module};
    }
  return found;
}

bool ApiPrograms::is_of(const Answering& answering, const Service& service) const {
  return answering.repository == service.repository && answering.endpoint->module == service.module;
}

void ApiPrograms::find_contexts() {
  std::map<std::string, std::size_t> counts;
  for (const Answering& one : endpoints_) {
    std::string context;
    const std::vector<std::string_view> segments = split(one.endpoint->route, '/');
    std::size_t depth = 0;
    for (std::size_t i = 0; i + 1 < segments.size() && depth < kDeepestContext; ++i) {
      if (segments[i].empty()) continue;
      if (segments[i].find('{') != std::string_view::npos) break;
      context += '/' + std::string(segments[i]);
      ++depth;
      ++counts[context];
    }
  }
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (auto& [context, count] : counts)
    if (count > 1) sorted.emplace_back(count, context);
  std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& one) { return one.first; });
  if (sorted.size() > kMostContexts) sorted.resize(kMostContexts);
  for (auto& [count, context] : sorted) contexts_.push_back(std::move(context));
}

}  // namespace grove::graph::web
