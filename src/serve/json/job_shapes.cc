#include "serve/json/job_shapes.h"

#include "base/timestamp.h"
#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

void write_time(JsonWriter& json, std::string_view name, std::int64_t unix_ms) {
  if (unix_ms > 0) json.field(name, rfc3339(unix_ms));
}

void write_progress(JsonWriter& json, const engine::Job::Moment& moment) {
  if (moment.stage.empty()) return;
  json.key("progress").begin_object().field("stage", moment.stage).field("done", moment.done);
  if (moment.total > 0) json.field("total", moment.total);
  json.field_unless_empty("unit", moment.unit).field_unless_empty("subject", moment.subject).end_object();
}

void write_job(JsonWriter& json, const engine::Job& job) {
  json.field("id", job.id).field("kind", job.kind).field("state", engine::job_state_name(job.state));
  if (job.cancel_asked) json.field("cancel_requested", true);
  json.field("repo", job.repository).field("repo_id", job.repository_id);
  write_time(json, "created_at", job.created_at_ms);
  write_time(json, "started_at", job.started_at_ms);
  write_time(json, "ended_at", job.ended_at_ms);
  write_progress(json, job.progress);
  if (job.error) write_error(json, *job.error);
}

}  // namespace

std::string job_json(const engine::Job& job) {
  JsonWriter json;
  json.begin_object();
  write_job(json, job);
  if (job.report) json.key("report").raw(report_json(*job.report));
  return json.end_object().take();
}

std::string jobs_json(const std::vector<engine::Job>& jobs) {
  JsonWriter json;
  json.begin_object().key("jobs").begin_array();
  for (const engine::Job& job : jobs) {
    json.begin_object();
    write_job(json, job);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace grove::serve
