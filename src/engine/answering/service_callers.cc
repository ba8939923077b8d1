#include "engine/answering/service_callers.h"

#include <algorithm>

#include "base/text.h"
#include "engine/navigation/words.h"

namespace grove::engine {
namespace {

bool has_all(const ServiceHit& service, const std::vector<std::string>& words) {
  return has_all_words(service.name + ' ' + service.module + ' ' + join(service.aliases, " "), words);
}

std::vector<std::string> names_with(const ServiceMap& map, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const ServiceHit& service : map.services)
    if (!words.empty() && has_all(service, words)) names.push_back(service.name);
  return names;
}

/// The smallest unit of a type, or else of anything, that a line stands in.
std::optional<index::UnitRef> unit_at(const index::UnitIndex& index, std::string_view path, std::uint32_t line) {
  std::optional<index::UnitRef> found;
  for (const index::UnitRef ref : index.units_of(path)) {
    const index::UnitView unit = index.unit(ref);
    if (index.unit(ref).part > 0 && is_type(unit.kind)) continue;
    if (unit.lines.first > line || unit.lines.last < line) continue;
    if (is_type(unit.kind) || !found) found = ref;
  }
  return found;
}

constexpr int kNoCall = 2;

int order_of(const ServiceEdge& edge) {
  if (edge.kind == "feign" || edge.kind == "http") return 0;
  return edge.kind == "gateway" ? 1 : kNoCall;
}

bool leads_outside(const ServiceMap& map, const ServiceEdge& edge) {
  const auto called = std::ranges::find_if(
      map.services, [&](const ServiceHit& one) { return one.name == edge.to && one.repository == edge.to_repository; });
  return called == map.services.end() || called->is_infrastructure;
}

}  // namespace

std::vector<ServiceEdge> edges_at(const ServiceMap& map, std::string_view named, ServiceEnd end) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(named)) words.push_back(to_lower_ascii(word));
  std::vector<std::string> names = names_with(map, words);
  if (names.empty()) {
    std::erase_if(words, [](const std::string& word) { return word == "service" || word == "services" || word == "microservice"; });
    names = names_with(map, words);
  }
  std::vector<ServiceEdge> edges;
  for (const ServiceEdge& edge : map.edges)
    if (order_of(edge) < kNoCall && std::ranges::find(names, end == ServiceEnd::kCalled ? edge.to : edge.from) != names.end())
      edges.push_back(edge);
  std::ranges::stable_sort(edges, {}, [&](const ServiceEdge& edge) { return std::pair(leads_outside(map, edge), order_of(edge)); });
  return edges;
}

std::vector<CallingType> calling_types(const std::vector<ServiceEdge>& edges, const std::vector<search::Scope>& scopes) {
  std::vector<CallingType> types;
  for (const ServiceEdge& edge : edges) {
    for (std::size_t number = 0; number < scopes.size(); ++number) {
      if (scopes[number].repository.name != edge.repository) continue;
      if (const auto ref = unit_at(*scopes[number].index, edge.path, edge.line))
        types.push_back({.scope = number, .ref = *ref, .edge = edge});
    }
  }
  return types;
}

}  // namespace grove::engine
