#include "serve/job_answer.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace grove::serve {
namespace {

using nlohmann::json;

constexpr int kDeepest = 16;

/// Null for what is no JSON. Deeper values are left out: copying them would cost stack.
json parsed(std::string_view text) {
  json value = json::parse(text, [](int depth, json::parse_event_t, json&) { return depth <= kDeepest; }, false);
  return value.is_discarded() ? json() : value;
}

json member(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found == object.end() ? json() : *found;
}

std::uint64_t number(const json& object, const char* key) {
  const json value = member(object, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::string text(const json& object, const char* key) {
  const json value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

json list(const json& object, const char* key) {
  json value = member(object, key);
  return value.is_array() ? value : json::array();
}

ingest::EmbeddingEstimate estimate_of(const json& shown) {
  ingest::EmbeddingEstimate estimate;
  estimate.files = number(shown, "files");
  estimate.units = number(shown, "units");
  estimate.tokens = number(shown, "tokens");
  estimate.provider = text(shown, "provider");
  estimate.model = text(shown, "model");
  estimate.price_as_of = text(shown, "price_as_of");
  if (const json dollars = member(shown, "dollars"); dollars.is_number()) estimate.dollars = dollars.get<double>();
  return estimate;
}

ingest::IngestReport report_of(const json& shown) {
  ingest::IngestReport report;
  report.name = text(shown, "name");
  report.root = text(shown, "root");
  report.added = number(shown, "added");
  report.modified = number(shown, "modified");
  report.deleted = number(shown, "deleted");
  report.unchanged = number(shown, "unchanged");
  report.reparsed = number(shown, "reparsed");
  report.resolved = number(shown, "resolved");
  report.files = number(shown, "files");
  report.lines = number(shown, "lines");
  report.bytes = number(shown, "bytes");
  report.units = number(shown, "units");
  report.symbols = number(shown, "symbols");
  report.references = number(shown, "references");
  report.edges = number(shown, "edges");
  report.embedded = number(shown, "embedded");
  if (const json estimate = member(shown, "estimate"); estimate.is_object()) report.estimate = estimate_of(estimate);
  for (const json& file : list(shown, "skipped")) report.skipped.push_back({text(file, "path"), text(file, "reason")});
  for (const json& warning : list(shown, "warnings")) {
    if (warning.is_string()) report.warnings.push_back(warning.get<std::string>());
  }
  if (const json took = member(shown, "took_ms"); took.is_number()) report.took_ms = took.get<double>();
  return report;
}

}  // namespace

std::optional<JobAnswer> read_job_answer(std::string_view body) {
  const json job = parsed(body);
  if (!job.is_object()) return std::nullopt;
  const json moment = member(job, "progress");
  const json error = member(job, "error");
  return JobAnswer{.id = text(job, "id"),
                   .state = text(job, "state"),
                   .progress = {.stage = text(moment, "stage"),
                                .unit = text(moment, "unit"),
                                .subject = text(moment, "subject"),
                                .done = number(moment, "done"),
                                .total = number(moment, "total")},
                   .report = report_of(member(job, "report")),
                   .error = {.code = text(error, "code"), .message = text(error, "message"), .hint = text(error, "hint")}};
}

std::optional<ClientCall> read_server_note(std::string_view note) {
  const std::string url = text(parsed(note), "url");
  constexpr std::string_view kScheme = "http://";
  const auto colon = url.rfind(':');
  if (!url.starts_with(kScheme) || colon < kScheme.size()) return std::nullopt;
  ClientCall call{.host = url.substr(kScheme.size(), colon - kScheme.size())};
  if (call.host.starts_with('[') && call.host.ends_with(']')) call.host = call.host.substr(1, call.host.size() - 2);
  // Every address of the machine is reached at these.
  if (call.host == "0.0.0.0") call.host = "127.0.0.1";
  if (call.host == "::") call.host = "::1";
  const auto [end, error] = std::from_chars(url.data() + colon + 1, url.data() + url.size(), call.port);
  if (error != std::errc{} || end != url.data() + url.size()) return std::nullopt;
  return call;
}

}  // namespace grove::serve
