#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "document/document.h"
#include "knowledge/facts/entities.h"
#include "knowledge/facts/statements.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// A quote that stands in a chunk.
struct FactMention {
  std::size_t chunk = 0;     ///< Index into the chunks.
  std::size_t entity = 0;    ///< Whom it is about.
  document::TextSpan place;  ///< Bytes of the chunk's text.
  friend auto operator<=>(const FactMention& a, const FactMention& b) {
    return std::tie(a.chunk, a.entity, a.place.begin, a.place.end) <=> std::tie(b.chunk, b.entity, b.place.begin, b.place.end);
  }
  friend bool operator==(const FactMention& a, const FactMention& b) { return (a <=> b) == 0; }
};

/// A statement about an entity, with the quotes that bear it out; there is at least one.
struct Fact {
  std::size_t entity = 0;
  rdf::Term predicate;
  rdf::Term object;
  std::vector<std::size_t> mentions;  ///< Indices into `Facts::mentions`, ascending.
};

/// What a model said and no fact came of.
struct Reject {
  std::string chunk_id;
  std::string kind;   ///< `instance`, `attribute`, `relation` or `quote`.
  std::string label;  ///< Of the instance.
  std::string term;   ///< Class, property or predicate.
  std::string value;  ///< Value, target or quote.
  std::string reason;
};

struct Facts {
  std::vector<Entity> entities;       ///< By IRI.
  std::vector<FactMention> mentions;  ///< In their order.
  std::vector<Fact> facts;            ///< By entity, predicate, object.
  std::vector<Reject> rejects;        ///< In the order of the chunks.
  std::vector<EntityMerge> merges;
  std::vector<std::string> warnings;
};

struct FactsRequest {
  std::span<const ChunkDto> chunks;
  std::span<const ChunkStatements> statements;  ///< Of some of those chunks, by `chunk_id`.
  const SchemaCard& card;
  std::span<const Split> splits = {};
};

/// Which statements become facts: those in terms of the card whose quotes stand in their chunk. The order of the statements makes no
/// difference. kInvalidArgument where the card's namespace makes no IRIs.
Result<Facts> assemble_facts(const FactsRequest& request);

std::string rejects_json(std::span<const Reject> rejects);

}  // namespace grove::knowledge
