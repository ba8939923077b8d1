#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/json/json.h"
#include "knowledge/proposal.h"

namespace grove::knowledge {

/// How strict reading is.
enum class Reading {
  kFile,    ///< An item that is none is kCorrupt.
  kAnswer,  ///< A model's: an item that is none is left out with a warning.
};

struct ReadTerms {
  Reading reading = Reading::kFile;
  std::string chunk_id = {};               ///< Evidence without a chunk, and of kAnswer all of it, is of this one.
  std::vector<std::string> warnings = {};  ///< What was left out.
};

/// The four lists of proposed terms.
Result<ProposedTerms> read_terms(const Json& object, ReadTerms& how);
Result<std::vector<ProposedEvent>> read_events(const Json& object, ReadTerms& how);
/// A list of `{names, rationale}`, or of what models write in its place: lists of names, `{from, to}`.
std::vector<MergeSuggestion> read_suggestions(const Json& object, std::string_view key);
std::vector<Evidence> read_evidence(const Json& item, const ReadTerms& how);

void put_terms(Json& object, const ProposedTerms& terms);
Json events_json(const std::vector<ProposedEvent>& events);
Json suggestions_json(const std::vector<MergeSuggestion>& suggestions);
Json evidence_json(const std::vector<Evidence>& evidence);

}  // namespace grove::knowledge
