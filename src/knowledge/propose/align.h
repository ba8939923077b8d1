#pragma once

#include <functional>

#include "knowledge/alignment.h"
#include "knowledge/answers/asking.h"
#include "knowledge/proposal.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {

struct AlignRequest {
  const Proposal& proposal;
  const SchemaCard& baseline;
  Alignment done = {};  ///< What was decided before: a category of which something was is asked again only where an answer failed.
  /// Called after each category with what is decided so far. May be empty.
  std::function<Status(const Alignment&)> save = {};
};

struct AlignedProposal {
  Alignment alignment;
  std::vector<Failure> failures;
  Spent spent;
};

/// Has a model decide for every proposed class and property whether a term of the baseline takes its place, is above it, or neither.
/// Descriptions and evidence are the proposal's. What the model says of terms that were not proposed is left out; a term it leaves out, or
/// puts to a baseline term that isn't there, is new, with a warning. `partial` is set while categories are missing, and where there are
/// warnings. Errors as of `ask_all` and `save`.
Result<AlignedProposal> align_terms(const AlignRequest& request, const ModelRun& run);

/// Whether a model has decided any term of it.
bool has_decisions(const Alignment& alignment);

/// What it would ask.
std::vector<Question> alignment_questions(const AlignRequest& request);

}  // namespace grove::knowledge
