#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"

namespace grove::serve {

class JsonWriter;
struct SearchFacets;

// The JSON of our API: one function a shape, each returning one compact JSON value. Keys are left out where there is nothing to say.
// docs/http-api.md describes the shapes; the command line prints the same.

/// With `facets`, where they were asked for; else null.
std::string search_json(const engine::SearchCommand& command, const engine::SearchResult& result, const SearchFacets* facets = nullptr);

/// Page, printed label, section and document of a passage, in the object that is being written.
void write_place(JsonWriter& json, const engine::DocumentPlace& place);

/// The fields of a hit, in the object that is being written.
void write_hit_fields(JsonWriter& json, const engine::UnitHit& hit);

/// What indexing one repository came to; the error where it failed.
struct IndexOutcome {
  std::string name, root;
  Result<ingest::IngestReport> report;
};
std::string report_json(const ingest::IngestReport& report);
std::string index_json(const std::vector<IndexOutcome>& outcomes);
/// All of a run of `grove ingest` together, as `Ingest complete: {…}` tells it.
struct IngestTotals {
  std::uint64_t repositories = 0, failed = 0, files = 0, units = 0, vectors = 0;
};
IngestTotals totals_of(const std::vector<IndexOutcome>& outcomes);
/// As `index_json`, with the totals beside it: `repos`, `failed`, `files`, `docs`, `embedded`.
std::string ingest_json(const std::vector<IndexOutcome>& outcomes);

std::string repository_json(const engine::RepositoryState& state);
/// `{"repositories": […]}`
std::string repositories_json(const std::vector<engine::RepositoryState>& states);
std::string registered_json(const Repository& repository);
std::string removed_json(const Repository& repository);
/// The key `key` of the object that is being written: an array of units with what lies inside them.
void write_outline_items(JsonWriter& json, std::string_view key, const std::vector<engine::OutlineItem>& items);
std::string outline_json(const engine::Outline& outline);
/// With what state each repository is in: what is counted of one that is damaged is what is found there.
std::string stats_json(const engine::Stats& stats, const std::vector<engine::RepositoryState>& states);
std::string coverage_json(const std::vector<engine::Coverage>& repositories);
std::string doctor_json(const std::vector<engine::Check>& checks);
std::string model_json(const engine::ModelReport& report);
std::string stored_model_json(const engine::ModelReport::Stored& stored);

/// The key `error` of the object that is being written.
void write_error(JsonWriter& json, const Error& error);
/// `{"error": {"code", "message", "hint"}}`
std::string error_json(const Error& error);

/// "hybrid", "keyword", "semantic"
std::string_view mode_name(search::Mode mode);
/// Hybrid for any other name.
search::Mode mode_of_name(std::string_view name);

}  // namespace grove::serve
