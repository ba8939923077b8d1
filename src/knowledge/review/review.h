#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/folder_lock.h"
#include "base/result.h"
#include "knowledge/review/card_changes.h"
#include "knowledge/review/decisions.h"

namespace grove::knowledge {

struct ReviewFiles {
  std::string approved;       ///< The card that people approved; needn't be there before the first decision.
  std::string proposed;       ///< The card that is proposed.
  std::string evidence = {};  ///< A proposal or an alignment with quotes; empty: none are shown.
  std::string decisions;      ///< The log, `….jsonl`; its RDF lies beside it as `….ttl`.
};

/// Who judges, and why.
struct Judgement {
  Verdict verdict = Verdict::kAccepted;
  std::string by;
  std::string reason = {};
};

/// What people make of a proposed card, term by term. Each call that decides writes the log first, then the card and the RDF, each of them
/// whole: after a kill the next `open` carries out what the log says. Several people and programs may decide over the same files at once:
/// each call goes by what the others have decided before it. One object is for one thread at a time.
class Review {
 public:
  static Result<Review> open(ReviewFiles files, const Clock& clock);

  /// What nobody has decided yet, in the order of kinds and names.
  const std::vector<TermChange>& pending() const { return pending_; }
  const std::vector<Decision>& decisions() const { return decisions_; }
  const SchemaCard& approved() const { return approved_; }

  /// Ids of pending terms, or names where only one pending term has them (`Person`, `Person.email`). kNotFound names what is pending.
  Result<std::vector<std::string>> find_pending(std::span<const std::string> terms) const;
  /// Of one kind for all of these pending terms. kNotFound where somebody else has decided one meanwhile, kConflict where it is proposed
  /// otherwise by now than it was shown.
  Status decide(std::span<const std::string> ids, const Judgement& judgement);
  /// The last decision about a term is undone: the approved card is as before it, and the term open again. `judgement.verdict` is not
  /// looked at.
  Status take_back(const std::string& term, const Judgement& judgement);

 private:
  Review(ReviewFiles files, const Clock& clock) : files_(std::move(files)), clock_(&clock) {}
  Status load();
  /// Keeps others from deciding, and looks at what they have decided.
  Result<FolderLock> begin_change();
  /// Ends what a killed call has begun.
  Status carry_out();
  void find_open();
  /// The decisions from `before` on are those that the card is changed by.
  Status save(std::size_t before);
  /// The decisions as RDF.
  Result<std::string> graph() const;

  ReviewFiles files_;
  const Clock* clock_;
  SchemaCard approved_;
  SchemaCard proposed_;
  std::optional<ProposalOrAlignment> evidence_;
  std::vector<Decision> decisions_;
  std::vector<TermChange> pending_;
};

}  // namespace grove::knowledge
