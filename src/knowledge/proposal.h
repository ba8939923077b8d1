#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

/// Where a model saw what it proposes.
struct Evidence {
  std::string chunk_id;
  std::string quote;
  friend auto operator<=>(const Evidence&, const Evidence&) = default;
};

struct ProposedClass {
  std::string name;
  std::string description;
  std::vector<Evidence> evidence = {};
  friend bool operator==(const ProposedClass&, const ProposedClass&) = default;
};

struct ProposedProperty {
  std::string name;
  std::string domain;
  std::string range;  ///< As the model wrote it.
  std::string description;
  std::vector<Evidence> evidence = {};
  friend bool operator==(const ProposedProperty&, const ProposedProperty&) = default;
};

struct ProposedEvent {
  std::string name;
  std::vector<std::string> actors;
  std::vector<std::string> effects;
  std::string description;
  std::vector<Evidence> evidence = {};
  friend bool operator==(const ProposedEvent&, const ProposedEvent&) = default;
};

struct ProposedTerms {
  std::vector<ProposedClass> classes;
  std::vector<ProposedProperty> datatype_properties;
  std::vector<ProposedProperty> object_properties;
  std::vector<ProposedEvent> events;
  friend bool operator==(const ProposedTerms&, const ProposedTerms&) = default;
};

/// Names that a model takes for the same thing.
struct MergeSuggestion {
  std::vector<std::string> names;
  std::string rationale;
  friend auto operator<=>(const MergeSuggestion&, const MergeSuggestion&) = default;
};

/// What a model proposed on reading one chunk.
struct ChunkProposal {
  std::string chunk_id;
  ProposedTerms additions;
  std::vector<std::string> reuse;  ///< `reuse_instead_of_create`: each item as JSON, compact.
  std::vector<MergeSuggestion> merges;
  std::vector<std::string> warnings;
  friend bool operator==(const ChunkProposal&, const ChunkProposal&) = default;
};

/// What models proposed on reading whole documents.
struct Proposal {
  ProposedTerms terms;
  std::vector<MergeSuggestion> merge_suggestions;
  std::vector<std::string> warnings;
  std::string extra = {};  ///< Further keys of the file, as one JSON object; empty for none.
  friend bool operator==(const Proposal&, const Proposal&) = default;
};

/// Reads a model's answer about the chunk `chunk_id`: the evidence is that chunk's, whatever chunk the answer names. Fields of other types
/// than the format says are left out, each with a warning; kCorrupt where the text is no object of that kind at all.
Result<ChunkProposal> parse_chunk_proposal(std::string_view json, std::string_view chunk_id);
/// One line of JSON without a line feed.
std::string chunk_proposal_json(const ChunkProposal& proposal);

/// One proposal of many: names compare trimmed and in lower case, properties by (domain, name, range), the longer description wins, all
/// evidence is kept once. Any order of the same chunks gives the same proposal.
Proposal aggregate(std::span<const ChunkProposal> chunks);

/// As `parse_schema_card`.
Result<Proposal> parse_proposal(std::string_view json, std::string_view file);
std::string proposal_json(const Proposal& proposal);

}  // namespace grove::knowledge
