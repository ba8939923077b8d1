#include "knowledge/card_prefixes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "knowledge/graph_view.h"
#include "knowledge/ontology/read_ontology.h"

namespace grove::knowledge {
namespace {

/// How often the terms of each origin begin with which namespace.
class OriginNames {
 public:
  void count(const std::string& origin, const std::string& iri) {
    if (origin.empty() || iri.empty()) return;
    ++counts_[origin][iri.substr(0, iri.size() - local_name(iri).size())];
  }
  void add_to(std::vector<rdf::Prefix>& prefixes) const {
    for (const auto& [origin, spaces] : counts_) {
      const auto most = std::ranges::max_element(spaces, {}, [](const auto& entry) { return entry.second; });
      const bool taken =
          std::ranges::any_of(prefixes, [&](const rdf::Prefix& one) { return one.name == origin || one.iri == most->first; });
      if (!taken) prefixes.push_back({origin, most->first});
    }
  }

 private:
  std::map<std::string, std::map<std::string, std::size_t>> counts_;
};

}  // namespace

std::vector<rdf::Prefix> card_prefixes(const SchemaCard& card) {
  std::vector<rdf::Prefix> prefixes;
  if (!card.name_space.empty()) prefixes.push_back({"biz", card.name_space});
  prefixes.push_back({"owl", std::string(names::kOwl)});
  prefixes.push_back({"rdf", std::string(names::kRdf)});
  prefixes.push_back({"rdfs", std::string(names::kRdfs)});
  prefixes.push_back({"schema", std::string(names::kSchema)});
  prefixes.push_back({"xsd", std::string(names::kXsd)});
  OriginNames origins;
  for (const CardClass& item : card.classes) origins.count(item.origin, item.iri);
  for (const CardProperty& item : card.datatype_properties) origins.count(item.origin, item.iri);
  for (const CardProperty& item : card.object_properties) origins.count(item.origin, item.iri);
  origins.add_to(prefixes);
  return prefixes;
}

}  // namespace grove::knowledge
