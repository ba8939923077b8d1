#include "graph/web/api_programs.h"

#include <algorithm>

#include "base/text.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/program_folders.h"
#include "graph/web/route_text.h"
#include "graph/web/services.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostContexts = 6;
constexpr std::size_t kDeepestContext = 3;

bool is_written(std::string_view segment) { return !segment.empty() && segment.find_first_of("{*") == std::string_view::npos; }

}  // namespace

ApiPrograms::ApiPrograms(std::span<const RepositoryPrograms> repositories) : repositories_(repositories) {
  for (std::size_t i = 0; i < repositories.size(); ++i)
    for (const Endpoint& endpoint : repositories[i].model->endpoints.endpoints) {
      if (endpoint.route.empty() || endpoint.path.empty() || protocol_of(endpoint.framework) != Protocol::kHttp) continue;
      const std::size_t program = program_of(i, endpoint.path);
      programs_[program].routes.add(endpoint.route, endpoint.http_method, endpoints_.size());
      for (std::size_t cut = endpoint.route.find('/', 1), i = 0; i < 2 && cut != std::string::npos;
           cut = endpoint.route.find('/', cut + 1), ++i)
        programs_[program].fronts.insert(endpoint.route.substr(0, cut));
      if (endpoint.path.ends_with(".cs"))
        programs_[program].folded.add(to_lower_ascii(endpoint.route), endpoint.http_method, endpoints_.size());
      places_.emplace(&endpoint, endpoints_.size());
      endpoints_.push_back({.repository = i, .program = program, .endpoint = &endpoint});
    }
  for (std::size_t i = 0; i < repositories.size(); ++i)
    for (const grove::graph::web::Service& service : repositories[i].model->deployment.services) {
      if (!service.has_code) continue;
      has_gateway_ = has_gateway_ || service.role == Role::kGateway;
      for (const std::uint16_t port : service.ports) ports_[port].insert(i);
    }
  find_contexts();
  count_words();
}

std::size_t ApiPrograms::program_of(std::size_t repository, std::string_view path) {
  const std::string_view folder = program_folder(repositories_[repository].model->program_folders, path);
  const auto [known, is_new] = numbers_.try_emplace({repository, std::string(folder)}, programs_.size());
  if (is_new) programs_.push_back({.repository = repository, .folder = std::string(folder), .routes = {}, .folded = {}});
  return known->second;
}

std::string ApiPrograms::name_of(std::size_t program) const {
  const Program& one = programs_[program];
  return repositories_[one.repository].name + (one.folder.empty() ? "" : ":") + one.folder;
}

std::vector<std::size_t> ApiPrograms::find(const Program& program, std::string_view route, std::string_view verb) {
  std::vector<std::size_t> places = program.routes.find(route, verb);
  return places.empty() ? program.folded.find(to_lower_ascii(route), verb) : places;
}

std::vector<std::size_t> ApiPrograms::answering(std::string_view route, std::string_view verb) const {
  std::vector<std::size_t> found;
  for (const Program& one : programs_) {
    const std::vector<std::size_t> places = find(one, route, verb);
    found.insert(found.end(), places.begin(), places.end());
  }
  return found;
}

std::vector<ApiPrograms::BelowContext> ApiPrograms::answering_below(std::string_view route, std::string_view verb) const {
  std::vector<std::string> words;
  for (const std::string_view segment : split(route, '/'))
    if (is_written(segment)) words.push_back(to_lower_ascii(segment));
  std::vector<BelowContext> found;
  for (const Program& one : programs_) {
    if (!std::ranges::all_of(words, [&](const std::string& word) { return one.words.contains(word); })) continue;
    for (const std::string& context : one.contexts)
      for (const std::size_t place : find(one, join_route(context, route), verb)) found.push_back({.endpoint = place, .context = context});
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

std::optional<std::size_t> ApiPrograms::listening(std::uint16_t port) const {
  const auto found = ports_.find(port);
  return port == 0 || found == ports_.end() || found->second.size() > 1 ? std::nullopt : std::optional(*found->second.begin());
}

bool ApiPrograms::is_of(const Answering& answering, const Service& service) const {
  return answering.repository == service.repository && answering.endpoint->module == service.module;
}

void ApiPrograms::find_contexts() {
  std::vector<std::map<std::string, std::size_t>> counts(programs_.size());
  for (const Answering& one : endpoints_) {
    std::string context;
    const std::vector<std::string_view> segments = split(one.endpoint->route, '/');
    std::size_t depth = 0;
    for (std::size_t i = 0; i + 1 < segments.size() && depth < kDeepestContext; ++i) {
      if (segments[i].empty()) continue;
      if (segments[i].find('{') != std::string_view::npos) break;
      context += '/' + std::string(segments[i]);
      ++depth;
      ++counts[one.program][context];
    }
  }
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    std::vector<std::pair<std::size_t, std::string>> sorted;
    for (const auto& [context, count] : counts[i])
      if (count > 1) sorted.emplace_back(count, context);
    std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& one) { return one.first; });
    if (sorted.size() > kMostContexts) sorted.resize(kMostContexts);
    for (auto& [count, context] : sorted) programs_[i].contexts.push_back(std::move(context));
  }
}

void ApiPrograms::count_words() {
  std::map<std::string, std::set<std::size_t>, std::less<>> having;
  std::set<std::size_t> serving;
  for (const Answering& one : endpoints_) {
    serving.insert(one.repository);
    for (const std::string_view segment : split(one.endpoint->route, '/')) {
      if (!is_written(segment)) continue;
      having[to_lower_ascii(segment)].insert(one.repository);
      programs_[one.program].words.insert(to_lower_ascii(segment));
    }
  }
  serving_ = serving.size();
  for (const auto& [word, repositories] : having) words_.emplace(word, repositories.size());
}

std::size_t ApiPrograms::serving(std::string_view segment) const {
  const auto found = words_.find(to_lower_ascii(segment));
  return found == words_.end() ? 0 : found->second;
}

}  // namespace grove::graph::web
