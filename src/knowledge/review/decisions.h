#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/review/card_changes.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// The build vocabulary of OntoRAG: statuses and origins of terms.
inline constexpr std::string_view kOrag = "https://ontorag.org/vocab#";

enum class Verdict { kAccepted, kRejected, kTakenBack };
std::string_view verdict_name(Verdict verdict);  ///< `accepted`, `rejected`, `taken_back`

/// What somebody decided about a term, when and why. A log of them is never shortened: what is taken back stands there too.
struct Decision {
  std::string term;  ///< `TermChange::id`
  ChangeKind change = ChangeKind::kAdded;
  Verdict verdict = Verdict::kAccepted;
  std::string by;
  std::string at;      ///< RFC 3339, UTC.
  std::string reason;  ///< May be empty.
  std::string digest;  ///< `TermChange::digest`
  std::string before;  ///< The item of the approved card as JSON; empty for none. So that a decision can be taken back.
  std::string after;
};

/// One JSON object a line, the oldest first. kCorrupt names the line that is none.
Result<std::vector<Decision>> parse_decisions(std::string_view jsonl, std::string_view file);
std::string decisions_jsonl(const std::vector<Decision>& decisions);

/// The log as RDF, by the `orag:` vocabulary and PROV: each decision an activity with who, when and why, and each term with the status
/// (`orag:Approved`, `orag:Deprecated`, `orag:Revoked`, `orag:Proposed`) that its last decision gave it. kInvalidArgument where the
/// namespace makes no IRIs.
Result<std::vector<rdf::Quad>> decision_quads(const std::vector<Decision>& decisions, const std::string& name_space);

/// The latest decision about each term, by normal id.
std::map<std::string, const Decision*> latest_decisions(const std::vector<Decision>& decisions);

}  // namespace grove::knowledge
