#include "serve/json/search_facets.h"

#include <algorithm>
#include <map>

#include "serve/json/writer.h"

namespace grove::serve {
namespace {

using Counts = SearchFacets::Counts;

Counts ordered(const std::map<std::string, std::size_t, std::less<>>& counts) {
  Counts result(counts.begin(), counts.end());
  std::ranges::stable_sort(result, std::greater{}, &Counts::value_type::second);
  return result;
}

void write_counts(JsonWriter& json, std::string_view key, const Counts& counts) {
  json.key(key).begin_object();
  for (const auto& [value, count] : counts) json.field(value, count);
  json.end_object();
}

}  // namespace

SearchFacets facets_of(const std::vector<engine::UnitHit>& hits) {
  std::map<std::string, std::size_t, std::less<>> repositories;
  std::map<std::string, std::size_t, std::less<>> languages;
  std::map<std::string, std::size_t, std::less<>> kinds;
  for (const engine::UnitHit& hit : hits) {
    ++repositories[hit.repository];
    ++languages[std::string(language_name(hit.language))];
    ++kinds[std::string(kind_name(hit.kind))];
  }
  return {hits.size(), ordered(repositories), ordered(languages), ordered(kinds)};
}

void write_facets(JsonWriter& json, const SearchFacets& facets) {
  json.key("facets").begin_object().field("counted", facets.counted);
  write_counts(json, "repos", facets.repositories);
  write_counts(json, "languages", facets.languages);
  write_counts(json, "kinds", facets.kinds);
  json.end_object();
}

}  // namespace grove::serve
