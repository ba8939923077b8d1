#include "serve/http/problem.h"
#include "serve/json/shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr FieldSpec kAddFields[] = {
    {.name = "location",
     .meaning = "Absolute path of a folder on the server's machine, or URL of a Git remote.",
     .alias = "path",
     .need = FieldSpec::Need::kOptional},
    {.name = "url", .meaning = "URL of a Git remote; instead of `location`."},
    {.name = "name", .meaning = "What to call it; the name of the folder or remote where it is left out."},
    {.name = "branch", .meaning = "Branch of a remote; its default where it is left out."},
    {.name = "subpath", .meaning = "Folder inside that is indexed; all where it is left out."},
    {.name = "index", .type = FieldType::kBoolean, .meaning = "Whether to index it at once.", .fallback = "true"},
};

constexpr FieldSpec kUpdateFields[] = {
    {.name = "name", .meaning = "A new name."},
    {.name = "branch", .meaning = "Another branch of the remote."},
    {.name = "url", .meaning = "Another URL of the remote."},
    {.name = "auto_sync", .type = FieldType::kBoolean, .meaning = "Whether to sync afterwards.", .fallback = "true"},
};

constexpr FieldSpec kSyncFields[] = {
    {.name = "force", .type = FieldType::kBoolean, .meaning = "Reads and parses every file again.", .fallback = "false"},
};

/// Indexing answers when it is done: nobody watches its progress here.
Result<IndexOutcome> index_now(Backend& backend, const engine::IndexRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const engine::RepositoryState state, backend.engine.repository(request.repository));
  NullProgress progress;
  auto report = backend.engine.index(request, progress, cancel);
  if (!report) return std::unexpected(std::move(report).error());
  return IndexOutcome{state.repository.name, state.repository.root, std::move(report)};
}

HttpResponse get_repos(Backend& backend, const Call&) {
  const auto states = backend.engine.repositories();
  return states ? json_response(repositories_json(*states)) : problem(states.error());
}

HttpResponse get_repo(Backend& backend, const Call& call) {
  const auto state = backend.engine.repository(call.path[0]);
  return state ? json_response(repository_json(*state)) : problem(state.error());
}

Result<engine::AddRequest> read_add(const FieldValues& fields) {
  engine::AddRequest request;
  request.location = fields.has("url") ? fields.text("url") : fields.text("location");
  request.name = fields.text("name");
  request.branch = fields.text("branch");
  request.subpath = fields.text("subpath");
  request.base = engine::AddRequest::Base::kAbsoluteOnly;
  if (request.location.empty() || (fields.has("url") && fields.has("location"))) {
    return fail(ErrorCode::kInvalidArgument, "one of the fields `location` and `url` has to be given, and not both");
  }
  return request;
}

HttpResponse post_repo(Backend& backend, const Call& call) {
  const auto request = read_add(call.body);
  if (!request) return problem(request.error());
  NullProgress progress;
  const auto added = backend.engine.add(*request, progress, call.cancel);
  if (!added) return problem(added.error());
  if (!call.body.has("index") || call.body.boolean("index")) {
    const auto outcome = index_now(backend, {.repository = added->id}, call.cancel);
    if (!outcome) return problem(outcome.error());
  }
  const auto state = backend.engine.repository(added->id);
  if (!state) return problem(state.error());
  HttpResponse response{.status = 201, .body = repository_json(*state)};
  response.headers.emplace_back("Location", "/api/v1/repos/" + added->id);
  return response;
}

HttpResponse put_repo(Backend& backend, const Call& call) {
  engine::UpdateRequest request{.repository = call.path[0]};
  if (call.body.has("name")) request.name = call.body.text("name");
  if (call.body.has("branch")) request.branch = call.body.text("branch");
  if (call.body.has("url")) request.url = call.body.text("url");
  const auto updated = backend.engine.update(request);
  if (!updated) return problem(updated.error());
  if (!call.body.has("auto_sync") || call.body.boolean("auto_sync")) {
    const auto outcome = index_now(backend, {.repository = updated->id, .remote = engine::IndexRequest::Remote::kFetch}, call.cancel);
    if (!outcome) return problem(outcome.error());
  }
  const auto state = backend.engine.repository(updated->id);
  return state ? json_response(repository_json(*state)) : problem(state.error());
}

HttpResponse delete_repo(Backend& backend, const Call& call) {
  const auto removed = backend.engine.remove(call.path[0]);
  return removed ? json_response(removed_json(*removed)) : problem(removed.error());
}

HttpResponse post_sync(Backend& backend, const Call& call) {
  engine::IndexRequest request{.repository = call.path[0], .remote = engine::IndexRequest::Remote::kFetch};
  if (call.body.boolean("force")) request.depth = engine::IndexRequest::Depth::kForce;
  auto outcome = index_now(backend, request, call.cancel);
  if (!outcome) return problem(outcome.error());
  std::vector<IndexOutcome> outcomes;
  outcomes.push_back(*std::move(outcome));
  return json_response(index_json(outcomes));
}

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/repos",
     .summary = "Lists the registered repositories",
     .answer = "Repositories",
     .handle = get_repos},
    {.method = "POST",
     .pattern = "/api/v1/repos",
     .summary = "Registers a folder or a Git remote and indexes it; answers when that is done",
     .answer = "Repository",
     .status = "201",
     .lane = Lane::kLong,
     .body = kAddFields,
     .handle = post_repo},
    {.method = "GET",
     .pattern = "/api/v1/repos/{id}",
     .summary = "Shows one repository, by id or name",
     .answer = "Repository",
     .handle = get_repo},
    {.method = "PUT",
     .pattern = "/api/v1/repos/{id}",
     .summary = "Changes a repository's name, branch or URL",
     .answer = "Repository",
     .lane = Lane::kLong,
     .body = kUpdateFields,
     .handle = put_repo},
    {.method = "DELETE",
     .pattern = "/api/v1/repos/{id}",
     .summary = "Forgets a repository and deletes its index and clone",
     .answer = "Removed",
     .lane = Lane::kLong,
     .handle = delete_repo},
    {.method = "POST",
     .pattern = "/api/v1/repos/{id}/sync",
     .summary = "Fetches a remote and indexes what changed; answers when that is done",
     .answer = "IndexReports",
     .lane = Lane::kLong,
     .body = kSyncFields,
     .handle = post_sync},
};

}  // namespace

std::span<const Route> repository_routes() { return kRoutes; }

}  // namespace grove::serve
