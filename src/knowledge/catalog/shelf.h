#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// An ontology of the catalog with what it holds.
struct ShelvedOntology {
  CatalogEntry entry;
  std::shared_ptr<const SchemaCard> card;
};

/// The ontologies of a catalog, for whoever asks often: each is read once, and anew when its file has another time or size. Thread-safe.
class OntologyShelf {
 public:
  explicit OntologyShelf(Catalog catalog) : catalog_(std::move(catalog)) {}

  const Catalog& catalog() const { return catalog_; }
  /// kNotFound names the slugs there are.
  Result<ShelvedOntology> one(std::string_view slug);
  /// Sorted by slug.
  Result<std::vector<ShelvedOntology>> all();

 private:
  struct Kept {
    std::filesystem::file_time_type changed;
    std::uintmax_t size = 0;
    std::shared_ptr<const SchemaCard> card;
  };
  Result<ShelvedOntology> take(CatalogEntry entry);

  Catalog catalog_;
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;  // by slug
};

struct FoundClass {
  CardClass item;
  std::string slug;
};
struct FoundProperty {
  CardProperty item;
  std::string slug;
  enum class Kind { kDatatype, kObject } kind = Kind::kDatatype;
};
/// Terms whose name or description holds every word of the query, without regard to case: those by the very name first, then names that
/// begin with it, names with it, descriptions.
Result<std::vector<FoundClass>> search_classes(OntologyShelf& shelf, std::string_view query);
Result<std::vector<FoundProperty>> search_properties(OntologyShelf& shelf, std::string_view query);

}  // namespace grove::knowledge
