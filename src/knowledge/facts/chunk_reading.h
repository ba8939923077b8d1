#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/answers/quote.h"
#include "knowledge/facts/card_terms.h"
#include "knowledge/facts/facts.h"

namespace grove::knowledge {

/// A fact of one chunk, before it is known which observations are of one thing.
struct ChunkFact {
  std::size_t observation = 0;  ///< Index into `ChunkReading::observations`, as the next.
  const CardProperty* property = nullptr;
  rdf::Term value;                                    ///< Of a datatype property.
  std::size_t target = static_cast<std::size_t>(-1);  ///< Of an object property.
  std::vector<document::TextSpan> places;
};

/// What of the statements about one chunk holds up against its text and the card.
struct ChunkReading {
  std::vector<Observation> observations;
  std::vector<std::vector<document::TextSpan>> places;  ///< Where the chunk speaks of each; never empty.
  std::vector<ChunkFact> facts;
  std::vector<Reject> rejects;
  std::vector<std::string> warnings;
};

ChunkReading read_chunk_statements(const ChunkDto& chunk, const ChunkStatements& statements, const CardTerms& terms);

}  // namespace grove::knowledge
