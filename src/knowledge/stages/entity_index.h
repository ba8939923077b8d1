#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/ingest/dto.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// An entity of an instance graph, as a dataset's index lists it.
struct IndexedEntity {
  std::string iri;
  std::string label;
  std::vector<std::string> types;
  std::vector<std::string> aliases;
  std::vector<std::string> sources;     ///< Slugs of `orp:attestedIn`.
  std::vector<std::string> defined_in;  ///< The same of `orp:definedIn`.
  std::set<std::string> chunk_ids;      ///< Of its mentions.
};

/// What is attested in a source, or in an older graph derived from a mention (`prov:wasDerivedFrom`), and has a label; by IRI.
std::vector<IndexedEntity> indexed_entities(std::span<const rdf::Quad> world);
/// One line of JSON each.
std::string entities_json(std::span<const IndexedEntity> entities);

/// Finds entities in chunks. A chunk is linked to an entity that has a mention in it; else only where the entity's label or an alias stands
/// in it as words of their own, letter by letter, and is a name there: not in lower case throughout, and longer than a word, or a word that
/// is not the beginning of another entity's name ("John" of "John Smith") unless that entity has a mention in the same document. Immutable.
class EntityLinker {
 public:
  explicit EntityLinker(std::span<const IndexedEntity> entities);

  /// IRIs, sorted.
  std::vector<std::string> links(const ChunkDto& chunk) const;

 private:
  struct Name {
    std::string text;
    std::size_t entity;
    bool is_first_name;
  };
  bool is_supported(const Name& name, const ChunkDto& chunk) const;

  std::span<const IndexedEntity> entities_;
  std::map<std::string, std::vector<Name>> names_;            // by their first word
  std::map<std::string, std::vector<std::size_t>> mentions_;  // by chunk id
  std::vector<std::set<std::string>> documents_;              // of each entity's mentions
};

}  // namespace grove::knowledge
