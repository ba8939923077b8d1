#include "serve/mcp/resources.h"

#include <fmt/format.h>

#include "base/text.h"
#include "serve/http/message.h"
#include "serve/json/job_shapes.h"
#include "serve/json/shapes.h"

namespace grove::serve::mcp {
namespace {

constexpr std::string_view kOutlineTemplate = "grove://outline/{repo}/{+path}";
constexpr std::string_view kOutlinePrefix = "grove://outline/";

std::unexpected<RpcError> failed(const Error& error) {
  const bool gone = error.code == ErrorCode::kNotFound;
  return refuse(gone ? RpcCode::kResourceNotFound : RpcCode::kInternalError, describe(error));
}

Json contents_of(const std::string& uri, std::string text) {
  return Json::array({{{"uri", uri}, {"mimeType", "application/json"}, {"text", std::move(text)}}});
}

class EngineResources final : public ResourceSet {
 public:
  explicit EngineResources(const ToolBackend& backend) : backend_(backend) {}

  Json list() const override {
    return Json::array({{{"uri", kRepositoriesUri},
                         {"name", "repositories"},
                         {"title", "Repositories"},
                         {"description", "The registered repositories with their folders, remotes and commits."},
                         {"mimeType", "application/json"}},
                        {{"uri", kStatusUri},
                         {"name", "status"},
                         {"title", "Index status"},
                         {"description", "How far the index of each repository is, and what is being indexed now."},
                         {"mimeType", "application/json"}}});
  }

  Json templates() const override {
    return Json::array({{{"uriTemplate", kOutlineTemplate},
                         {"name", "outline"},
                         {"title", "Outline of a file"},
                         {"description", "What a file of a repository holds: its classes, functions and sections with their lines."},
                         {"mimeType", "application/json"}}});
  }

  bool covers(std::string_view uri) const override {
    return uri == kRepositoriesUri || uri == kStatusUri || uri.starts_with(kOutlinePrefix);
  }

  std::optional<RpcResult<Json>> read(const std::string& uri, Exchange& exchange) const override {
    if (uri == kRepositoriesUri) return repositories(uri);
    if (uri == kStatusUri) return status(uri);
    if (uri.starts_with(kOutlinePrefix)) return outline(uri, exchange);
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> complete(std::string_view uri_template, const std::string& variable,
                                                   const std::string& typed) const override {
    if (uri_template != kOutlineTemplate) return std::nullopt;
    if (variable != "repo") return std::vector<std::string>{};
    return repository_completions(backend_, typed);
  }

 private:
  RpcResult<Json> repositories(const std::string& uri) const {
    const auto states = backend_.engine.repositories();
    if (!states) return failed(states.error());
    return contents_of(uri, repositories_json(*states));
  }

  RpcResult<Json> status(const std::string& uri) const {
    const auto stats = backend_.engine.stats();
    const auto states = backend_.engine.repositories();
    if (!stats) return failed(stats.error());
    if (!states) return failed(states.error());
    Json all = {{"stats", Json::parse(stats_json(*stats, *states))}, {"repositories", Json::array()}};
    for (const engine::RepositoryState& state : *states) {
      all["repositories"].push_back({{"name", state.repository.name},
                                     {"state", engine::state_name(state.state)},
                                     {"units", state.index.units},
                                     {"vectors_ready", state.vectors_ready}});
    }
    all["jobs"] = Json::parse(jobs_json(backend_.jobs.list()))["jobs"];
    return contents_of(uri, to_text(all));
  }

  RpcResult<Json> outline(const std::string& uri, Exchange& exchange) const {
    const Target target = parse_target("/" + uri.substr(kOutlinePrefix.size()));
    if (!target.valid || target.parts.size() < 2) return refuse(RpcCode::kResourceNotFound, "the address names no file");
    engine::OutlineRequest request{.repository = target.parts.front()};
    request.file = join({target.parts.begin() + 1, target.parts.end()}, "/");
    const auto found = backend_.engine.outline(request, exchange.cancel());
    if (!found) return failed(found.error());
    return contents_of(uri, outline_json(*found));
  }

  const ToolBackend& backend_;
};

}  // namespace

std::shared_ptr<const ResourceSet> engine_resources(const ToolBackend& backend) { return std::make_shared<EngineResources>(backend); }

std::vector<std::string> repository_completions(const ToolBackend& backend, std::string_view typed) {
  std::vector<std::string> names;
  const auto states = backend.engine.repositories();
  if (!states) return names;
  for (const engine::RepositoryState& state : *states) {
    const std::string& name = state.repository.name;
    if (to_lower_ascii(name).starts_with(to_lower_ascii(typed))) names.push_back(name);
  }
  return names;
}

}  // namespace grove::serve::mcp
