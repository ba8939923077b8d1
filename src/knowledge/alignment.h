#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "knowledge/proposal.h"

namespace grove::knowledge {

/// What becomes of a proposed term.
enum class AlignAction : std::uint8_t {
  kReuse,   ///< The baseline's term says the same: the proposed one isn't needed.
  kExtend,  ///< A new term below the baseline's.
  kNew,     ///< No term of the baseline is near.
};

struct AlignedTerm {
  std::string induced_name;
  std::string induced_domain = {};  ///< Properties only, as the next.
  std::string induced_range = {};
  AlignAction action = AlignAction::kNew;
  std::string baseline_name = {};    ///< Empty for kNew.
  std::string baseline_domain = {};  ///< Properties only.
  std::string baseline_origin = {};
  std::string confidence = {};  ///< `high`, `medium` or `low`.
  std::string rationale = {};
  std::string description = {};         ///< The proposal's, so that an alignment loses nothing; may be empty in files of others.
  std::vector<Evidence> evidence = {};  ///< The same.
  std::string extra = {};
  friend bool operator==(const AlignedTerm&, const AlignedTerm&) = default;
};

/// How proposed terms stand to those of a baseline. Takes a proposal's place in what follows.
struct Alignment {
  std::vector<AlignedTerm> classes;
  std::vector<AlignedTerm> datatype_properties;
  std::vector<AlignedTerm> object_properties;
  std::vector<ProposedEvent> events = {};  ///< The proposal's; left out of the file where there are none, as the next.
  std::vector<MergeSuggestion> merge_suggestions = {};
  std::vector<std::string> warnings;
  bool partial = false;  ///< `_partial`: saved before it was done; categories that aren't empty are done.
  std::string extra = {};
  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// As `parse_schema_card`. An action that nobody knows is kCorrupt.
Result<Alignment> parse_alignment(std::string_view json, std::string_view file);
std::string alignment_json(const Alignment& alignment);

/// What `--proposal` takes: either kind, told apart by what its items say.
using ProposalOrAlignment = std::variant<Proposal, Alignment>;
Result<ProposalOrAlignment> parse_proposal_or_alignment(std::string_view json, std::string_view file);
Result<ProposalOrAlignment> read_proposal_or_alignment(const std::string& path);

std::string_view action_name(AlignAction action);  ///< `reuse`, `extend`, `new`

}  // namespace grove::knowledge
