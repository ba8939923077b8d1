#include "serve/handover.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/file.h"
#include "serve/http/client.h"
#include "serve/job_answer.h"
#include "serve/model_answer.h"

namespace grove::serve {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::uint64_t kMostNoteBytes = 4096;

std::string note_path(const std::string& data_directory) { return data_directory + "/server.json"; }

std::string read_note(const std::string& data_directory) { return read_file(note_path(data_directory), kMostNoteBytes).value_or(""); }

std::optional<JobAnswer> answer_of(const Result<HttpResponse>& response) {
  return response && response->status < 300 ? read_job_answer(response->body) : std::nullopt;
}

void tell(const JobAnswer& job, ProgressSink& progress) {
  const auto& moment = job.progress;
  progress.report({.stage = moment.stage, .done = moment.done, .total = moment.total, .unit = moment.unit, .subject = moment.subject});
}

/// A name that this program doesn't know is one of another version.
ErrorCode code_named(std::string_view name) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInternal); ++code)
    if (code_name(static_cast<ErrorCode>(code)) == name) return static_cast<ErrorCode>(code);
  return ErrorCode::kUnavailable;
}

/// What a job came to; nothing while it goes on.
std::optional<Result<ingest::IngestReport>> outcome_of(const JobAnswer& job, const Error& refusal) {
  if (job.state == "done") return job.report;
  if (job.state == "queued" || job.state == "running") return std::nullopt;
  if (job.state == "cancelled") return fail(ErrorCode::kCancelled, "the server that indexes was told to stop");
  // Who holds the lock is told best by the first refusal.
  if (job.state != "failed" || job.error.code == code_name(ErrorCode::kLocked)) return std::unexpected(refusal);
  return fail(code_named(job.error.code), "the server that indexes says: " + job.error.message, job.error.hint);
}

}  // namespace

std::shared_ptr<void> note_server(const std::string& data_directory, const std::string& url) {
  const std::string note = json{{"url", url}, {"pid", ::getpid()}}.dump() + '\n';
  static_cast<void>(create_directories(data_directory));
  static_cast<void>(write_file(note_path(data_directory), note, Durability::kProcess));
  return {nullptr, [data_directory, note](void*) {
            std::error_code ignored;
            // Another server may have left its own meanwhile.
            if (read_note(data_directory) == note) std::filesystem::remove(note_path(data_directory), ignored);
          }};
}

std::uint16_t noted_port(const std::string& data_directory) {
  const auto call = read_server_note(read_note(data_directory));
  return call ? call->port : std::uint16_t{0};
}

Result<ingest::IngestReport> Handover::index(const engine::IndexRequest& request, ProgressSink& progress, const CancelToken& cancel,
                                             const Error& refusal) const {
  const bool is_estimate = request.vectors == engine::IndexRequest::Vectors::kEstimateOnly;
  if (request.depth == engine::IndexRequest::Depth::kRebuild || is_estimate) return std::unexpected(refusal);
  auto call = read_server_note(read_note(data_directory_));
  if (!call) return std::unexpected(refusal);
  call->token = token_;
  json wanted = {{"force", request.depth == engine::IndexRequest::Depth::kForce}};
  if (request.vectors == engine::IndexRequest::Vectors::kNone) wanted["vectors"] = false;
  call->method = "POST";
  call->target = fmt::format("/api/v1/repos/{}/sync", request.repository);
  call->body = wanted.dump();
  std::optional<JobAnswer> job = answer_of(call_server(*call));
  if (!job || job->id.empty()) return std::unexpected(refusal);
  call->body.clear();
  call->target = "/api/v1/jobs/" + job->id;
  bool cancelled = false;
  while (true) {
    if (auto outcome = outcome_of(*job, refusal)) return *std::move(outcome);
    tell(*job, progress);
    std::this_thread::sleep_for(kBetweenLooks);
    call->method = cancel.cancelled() && !std::exchange(cancelled, true) ? "DELETE" : "GET";
    job = answer_of(call_server(*call));
    if (!job) return fail(ErrorCode::kUnavailable, "the server that indexes does not answer any more");
  }
}

std::optional<engine::ModelReport> Handover::model_status() const {
  auto call = read_server_note(read_note(data_directory_));
  if (!call) return std::nullopt;
  call->token = token_;
  call->target = "/api/v1/models/status";
  const auto answer = call_server(*call);
  return answer && answer->status == 200 ? read_model_answer(answer->body) : std::nullopt;
}

Result<bool> Handover::unload_model() const {
  auto call = read_server_note(read_note(data_directory_));
  if (!call) return false;
  call->token = token_;
  call->method = "POST";
  call->target = "/api/v1/models/unload";
  const auto answer = call_server(*call);
  if (!answer && answer.error().code == ErrorCode::kUnavailable) return false;
  if (!answer) return std::unexpected(answer.error());
  if (answer->status == 409) return fail(ErrorCode::kConflict, "the model is in use", "Try again when the work that uses it has ended.");
  if (answer->status == 200) return true;
  return fail(ErrorCode::kUnavailable, fmt::format("the server at {}:{} answered {}", call->host, call->port, answer->status),
              answer->status == 401 ? "Set GROVE_TOKEN to its token." : "");
}

}  // namespace grove::serve
