#include "serve/http/problem.h"
#include "serve/json/job_shapes.h"
#include "serve/rest/job_events.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

HttpResponse get_jobs(Backend& backend, const Call&) { return json_response(jobs_json(backend.jobs.list())); }

HttpResponse get_job(Backend& backend, const Call& call) {
  const auto job = backend.jobs.find(call.path[0]);
  return job ? json_response(job_json(*job)) : problem(job.error());
}

HttpResponse get_events(Backend& backend, const Call& call) {
  const auto job = backend.jobs.find(call.path[0]);
  if (!job) return problem(job.error());
  // A browser connects again when a stream ends, unless it is told that nothing more will come.
  if (engine::has_ended(job->state) && call.request.header("Last-Event-ID") == std::to_string(job->version)) {
    return {.status = 204, .content_type = ""};
  }
  return {
      .content_type = "text/event-stream", .headers = {{"Cache-Control", "no-store"}}, .stream = job_events(backend.jobs, call.path[0])};
}

HttpResponse delete_job(Backend& backend, const Call& call) {
  const auto job = backend.jobs.cancel(call.path[0]);
  if (!job) return problem(job.error());
  HttpResponse response = json_response(job_json(*job));
  if (!engine::has_ended(job->state)) response.status = 202;
  return response;
}

constexpr Outcome kNothingNew[] = {{.status = "204", .answer = ""}};
constexpr Outcome kStopping[] = {{.status = "202", .answer = "Job"}};

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/jobs",
     .summary = "Lists what is being done and what was done last, the newest first",
     .answer = "Jobs",
     .handle = get_jobs},
    {.method = "GET", .pattern = "/api/v1/jobs/{id}", .summary = "Shows one job", .answer = "Job", .handle = get_job},
    {.method = "GET",
     .pattern = "/api/v1/jobs/{id}/events",
     .summary = "Streams a job's progress as server-sent events until it ends",
     .answer = "",
     .more = kNothingNew,
     .content_type = "text/event-stream",
     .handle = get_events},
    {.method = "DELETE",
     .pattern = "/api/v1/jobs/{id}",
     .summary = "Cancels a job: at once where it waits, soon (202) where it runs",
     .answer = "Job",
     .more = kStopping,
     .handle = delete_job},
};

}  // namespace

std::span<const Route> job_routes() { return kRoutes; }

HttpResponse accepted(const engine::Job& job) {
  return {.status = 202, .body = job_json(job), .headers = {{"Location", "/api/v1/jobs/" + job.id}}};
}

}  // namespace grove::serve
