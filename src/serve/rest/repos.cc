#include "engine/index_job.h"
#include "serve/http/problem.h"
#include "serve/json/coverage_shapes.h"
#include "serve/json/shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

constexpr FieldSpec kVectorsField = {
    .name = "vectors",
    .type = FieldType::kBoolean,
    .meaning = "Whether to make vectors; without them searches find words only. Left out, GROVE_VECTORS decides."};

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
    kVectorsField,
};

constexpr FieldSpec kUpdateFields[] = {
    {.name = "name", .meaning = "A new name."},
    {.name = "branch", .meaning = "Another branch of the remote."},
    {.name = "url", .meaning = "Another URL of the remote."},
    {.name = "auto_sync", .type = FieldType::kBoolean, .meaning = "Whether to sync afterwards.", .fallback = "true"},
};

constexpr FieldSpec kSyncFields[] = {
    {.name = "force", .type = FieldType::kBoolean, .meaning = "Reads and parses every file again.", .fallback = "false"},
    kVectorsField,
};

constexpr FieldSpec kCoverageQuery[] = {{.name = "limit",
                                         .type = FieldType::kInteger,
                                         .meaning = "how many files the answer lists at most",
                                         .least = 1,
                                         .most = 10'000,
                                         .fallback = "200"},
                                        {.name = "skip",
                                         .type = FieldType::kInteger,
                                         .meaning = "how many are left out before, for pages",
                                         .most = 10'000'000,
                                         .fallback = "0"}};

/// Indexes behind the client's back.
HttpResponse begin_job(Backend& backend, engine::JobSpec spec) {
  const auto job = backend.jobs.submit(std::move(spec));
  return job ? accepted(*job) : problem(job.error());
}

HttpResponse begin_sync(Backend& backend, const Repository& repository, const engine::IndexRequest& request) {
  return begin_job(backend, engine::index_job(backend.engine, repository, request, "sync"));
}

engine::IndexRequest::Vectors vectors_of(const FieldValues& fields) {
  using Vectors = engine::IndexRequest::Vectors;
  return fields.has("vectors") && !fields.boolean("vectors") ? Vectors::kNone : Vectors::kAsConfigured;
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
  request.clone = engine::AddRequest::Clone::kLater;
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
    const engine::IndexRequest first{.remote = engine::IndexRequest::Remote::kFetch, .vectors = vectors_of(call.body)};
    HttpResponse begun = begin_job(backend, engine::first_index_job(backend.engine, *added, first));
    // A remote that nothing will clone is not kept; the same request registers it again. What can't be undone stays listed as not indexed.
    if (begun.status != 202 && !added->url.empty()) static_cast<void>(backend.engine.remove(added->id));
    return begun;
  }
  const auto state = backend.engine.repository(added->id);
  if (!state) return problem(state.error());
  return {.status = 201, .body = repository_json(*state), .headers = {{"Location", "/api/v1/repos/" + added->id}}};
}

HttpResponse put_repo(Backend& backend, const Call& call) {
  engine::UpdateRequest request{.repository = call.path[0]};
  if (call.body.has("name")) request.name = call.body.text("name");
  if (call.body.has("branch")) request.branch = call.body.text("branch");
  if (call.body.has("url")) request.url = call.body.text("url");
  const auto updated = backend.engine.update(request);
  if (!updated) return problem(updated.error());
  if (!call.body.has("auto_sync") || call.body.boolean("auto_sync")) {
    return begin_sync(backend, *updated, {.remote = engine::IndexRequest::Remote::kFetch});
  }
  const auto state = backend.engine.repository(updated->id);
  return state ? json_response(repository_json(*state)) : problem(state.error());
}

HttpResponse delete_repo(Backend& backend, const Call& call) {
  const auto removed = backend.engine.remove(call.path[0]);
  return removed ? json_response(removed_json(*removed)) : problem(removed.error());
}

HttpResponse post_sync(Backend& backend, const Call& call) {
  const auto state = backend.engine.repository(call.path[0]);
  if (!state) return problem(state.error());
  engine::IndexRequest request{.remote = engine::IndexRequest::Remote::kFetch, .vectors = vectors_of(call.body)};
  if (call.body.boolean("force")) request.depth = engine::IndexRequest::Depth::kForce;
  return begin_sync(backend, state->repository, request);
}

HttpResponse get_coverage(Backend& backend, const Call& call) {
  const auto state = backend.engine.repository(call.path[0]);
  if (!state) return problem(state.error());
  const auto coverage = backend.engine.coverage({state->repository.name});
  if (!coverage) return problem(coverage.error());
  if (coverage->empty()) return problem({ErrorCode::kNotFound, "the repository was removed meanwhile", ""});
  return json_response(coverage_page_json(coverage->front(), static_cast<std::size_t>(call.query.integer("limit", 200)),
                                          static_cast<std::size_t>(call.query.integer("skip", 0))));
}

HttpResponse get_stats(Backend& backend, const Call&) {
  const auto stats = backend.engine.stats();
  if (!stats) return problem(stats.error());
  const auto states = backend.engine.repositories();
  return states ? json_response(stats_json(*stats, *states)) : problem(states.error());
}

constexpr Outcome kRegistered[] = {{.status = "201", .answer = "Repository"}};
constexpr Outcome kChanged[] = {{.status = "200", .answer = "Repository"}};

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/repos",
     .summary = "Lists the registered repositories",
     .answer = "Repositories",
     .handle = get_repos},
    {.method = "POST",
     .pattern = "/api/v1/repos",
     .summary = "Registers a folder or a Git remote; a job (202) clones and indexes it",
     .answer = "Job",
     .status = "202",
     .more = kRegistered,
     .body = kAddFields,
     .handle = post_repo},
    {.method = "GET",
     .pattern = "/api/v1/repos/{id}",
     .summary = "Shows one repository, by id or name",
     .answer = "Repository",
     .handle = get_repo},
    {.method = "PUT",
     .pattern = "/api/v1/repos/{id}",
     .summary = "Changes a repository's name, branch or URL; a job (202) syncs it",
     .answer = "Job",
     .status = "202",
     .more = kChanged,
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
     .summary = "Has a job fetch the remote and index what changed",
     .answer = "Job",
     .status = "202",
     .body = kSyncFields,
     .handle = post_sync},
    {.method = "GET",
     .pattern = "/api/v1/repos/{id}/coverage",
     .summary = "Counts a repository's files by language, and lists those that were left out, with the reasons",
     .answer = "Coverage",
     .query = kCoverageQuery,
     .handle = get_coverage},
    {.method = "GET", .pattern = "/api/v1/stats", .summary = "Counts what is there", .answer = "Stats", .handle = get_stats},
};

}  // namespace

std::span<const Route> repository_routes() { return kRoutes; }

}  // namespace grove::serve
