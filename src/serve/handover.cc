#include "serve/handover.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/file.h"
#include "serve/http/client.h"

namespace grove::serve {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::uint64_t kMostNoteBytes = 4096;

std::string note_path(const std::string& data_directory) { return data_directory + "/server.json"; }

json read_note(const std::string& data_directory) {
  const auto text = read_file(note_path(data_directory), kMostNoteBytes);
  return text ? json::parse(*text, nullptr, false) : json();
}

/// One server, as calls to it begin.
std::optional<ClientCall> server_of(const std::string& data_directory, const std::string& token) {
  const json note = read_note(data_directory);
  if (!note.is_object() || !note.contains("url") || !note["url"].is_string()) return std::nullopt;
  const std::string url = note["url"];
  constexpr std::string_view kScheme = "http://";
  const auto colon = url.rfind(':');
  if (!url.starts_with(kScheme) || colon < kScheme.size()) return std::nullopt;
  ClientCall call{.host = url.substr(kScheme.size(), colon - kScheme.size()), .token = token};
  // Every address of the machine is reached at this one.
  if (call.host == "0.0.0.0") call.host = "127.0.0.1";
  const auto [end, error] = std::from_chars(url.data() + colon + 1, url.data() + url.size(), call.port);
  if (error != std::errc{} || end != url.data() + url.size()) return std::nullopt;
  return call;
}

std::uint64_t number(const json& object, const char* key) {
  return object.contains(key) && object[key].is_number_unsigned() ? object[key].get<std::uint64_t>() : 0;
}

std::string text(const json& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

ingest::IngestReport report_of(const json& shown) {
  ingest::IngestReport report;
  report.name = text(shown, "name");
  report.root = text(shown, "root");
  report.added = number(shown, "added");
  report.modified = number(shown, "modified");
  report.deleted = number(shown, "deleted");
  report.unchanged = number(shown, "unchanged");
  report.files = number(shown, "files");
  report.lines = number(shown, "lines");
  report.bytes = number(shown, "bytes");
  report.units = number(shown, "units");
  report.symbols = number(shown, "symbols");
  report.references = number(shown, "references");
  report.embedded = number(shown, "embedded");
  for (const json& file : shown.value("skipped", json::array())) report.skipped.push_back({text(file, "path"), text(file, "reason")});
  for (const json& warning : shown.value("warnings", json::array())) {
    if (warning.is_string()) report.warnings.push_back(warning.get<std::string>());
  }
  if (shown.contains("took_ms") && shown["took_ms"].is_number()) report.took_ms = shown["took_ms"].get<double>();
  return report;
}

void tell(const json& job, ProgressSink& progress) {
  const json moment = job.value("progress", json::object());
  const std::string stage = text(moment, "stage");
  const std::string unit = text(moment, "unit");
  const std::string subject = text(moment, "subject");
  progress.report({.stage = stage, .done = number(moment, "done"), .total = number(moment, "total"), .unit = unit, .subject = subject});
}

json answer_of(const Result<HttpResponse>& response) {
  return response && response->status < 300 ? json::parse(response->body, nullptr, false) : json();
}

/// What a job came to; nothing while it goes on.
std::optional<Result<ingest::IngestReport>> outcome_of(const json& job, const Error& refusal) {
  const std::string state = text(job, "state");
  if (state == "done") return report_of(job.value("report", json::object()));
  if (state == "queued" || state == "running") return std::nullopt;
  if (state == "cancelled") return fail(ErrorCode::kCancelled, "the server that indexes was told to stop");
  const json error = job.value("error", json::object());
  // Who holds the lock is told best by the first refusal.
  if (state != "failed" || text(error, "code") == code_name(ErrorCode::kLocked)) return std::unexpected(refusal);
  return fail(ErrorCode::kUnavailable, "the server that indexes says: " + text(error, "message"), text(error, "hint"));
}

}  // namespace

std::shared_ptr<void> note_server(const std::string& data_directory, const std::string& url) {
  const json note = {{"url", url}, {"pid", ::getpid()}};
  static_cast<void>(write_file(note_path(data_directory), note.dump() + '\n', Durability::kProcess));
  return {nullptr, [data_directory, note](void*) {
            std::error_code ignored;
            // Another server may have left its own meanwhile.
            if (read_note(data_directory) == note) std::filesystem::remove(note_path(data_directory), ignored);
          }};
}

Result<ingest::IngestReport> Handover::index(const engine::IndexRequest& request, ProgressSink& progress, const CancelToken& cancel,
                                             const Error& refusal) const {
  if (request.depth == engine::IndexRequest::Depth::kRebuild) return std::unexpected(refusal);
  auto call = server_of(data_directory_, token_);
  if (!call) return std::unexpected(refusal);
  json wanted = {{"force", request.depth == engine::IndexRequest::Depth::kForce}};
  if (request.vectors == engine::IndexRequest::Vectors::kNone) wanted["vectors"] = false;
  call->method = "POST";
  call->target = fmt::format("/api/v1/repos/{}/sync", request.repository);
  call->body = wanted.dump();
  json job = answer_of(call_server(*call));
  const std::string id = job.is_object() ? text(job, "id") : std::string();
  if (id.empty()) return std::unexpected(refusal);
  call->body.clear();
  call->target = "/api/v1/jobs/" + id;
  bool cancelled = false;
  while (true) {
    if (auto outcome = outcome_of(job, refusal)) return *std::move(outcome);
    tell(job, progress);
    std::this_thread::sleep_for(kBetweenLooks);
    call->method = cancel.cancelled() && !std::exchange(cancelled, true) ? "DELETE" : "GET";
    job = answer_of(call_server(*call));
    if (!job.is_object()) return fail(ErrorCode::kUnavailable, "the server that indexes does not answer any more");
  }
}

}  // namespace grove::serve
