#include "serve/json/coverage_shapes.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "serve/json/writer.h"

namespace grove::serve {
namespace {

using Omission = engine::Coverage::Omission;
using Cause = std::pair<FileState, std::string_view>;

void write_cause(JsonWriter& json, FileState state, std::string_view reason) {
  json.field("state", file_state_name(state)).field_unless_empty("reason", reason);
}

/// What all files of one reason share: not the line.
std::string_view without_line(std::string_view reason) { return reason.substr(0, reason.find(": line ")); }

void write_reasons(JsonWriter& json, const std::vector<Omission>& omissions) {
  std::map<Cause, std::size_t> counts;
  for (const Omission& omission : omissions) ++counts[{omission.state, without_line(omission.reason)}];
  std::vector<std::pair<Cause, std::size_t>> ordered(counts.begin(), counts.end());
  std::ranges::stable_sort(ordered, std::greater{}, &std::pair<Cause, std::size_t>::second);
  json.key("reasons").begin_array();
  for (const auto& [cause, files] : ordered) {
    json.begin_object();
    write_cause(json, cause.first, cause.second);
    json.field("files", files).end_object();
  }
  json.end_array();
}

}  // namespace

std::string coverage_page_json(const engine::Coverage& coverage, std::size_t limit, std::size_t skip) {
  JsonWriter json;
  json.begin_object().field("name", coverage.name).field("files", coverage.files).field("indexed", coverage.indexed);
  json.key("by_language").begin_object();
  for (const auto& [language, files] : coverage.files_by_language) json.field(language, files);
  json.end_object();
  write_reasons(json, coverage.omissions);
  json.key("omitted").begin_array();
  const std::size_t end = skip + std::min(limit, coverage.omissions.size() - std::min(skip, coverage.omissions.size()));
  for (std::size_t i = skip; i < end; ++i) {
    json.begin_object().field("path", coverage.omissions[i].path);
    write_cause(json, coverage.omissions[i].state, coverage.omissions[i].reason);
    json.end_object();
  }
  return json.end_array().field("total", coverage.omissions.size()).end_object().take();
}

}  // namespace grove::serve
