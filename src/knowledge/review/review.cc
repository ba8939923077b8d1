#include "knowledge/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "knowledge/card_index.h"
#include "knowledge/card_prefixes.h"
#include "knowledge/graph_view.h"
#include "knowledge/merge.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

/// `Person.email` of `datatype:Person.email`.
std::string_view name_of(std::string_view id) { return id.substr(id.find(':') + 1); }

std::string turtle_path(const std::string& log) {
  return (log.ends_with(".jsonl") ? log.substr(0, log.size() - std::string_view(".jsonl").size()) : log) + ".ttl";
}

/// How many decisions there were before those that are being carried out; there only while that goes on.
std::string begun_path(const std::string& log) { return log + ".begun"; }

Status make_folder_of(const std::string& file) {
  const std::string_view folder = parent_path(file);
  return folder.empty() ? Status{} : create_directories(std::string(folder));
}

}  // namespace

Result<Review> Review::open(ReviewFiles files, const Clock& clock) {
  Review review(std::move(files), clock);
  GROVE_RETURN_IF_ERROR(review.load());
  review.find_open();
  const auto begun = read_file(begun_path(review.files_.decisions));
  if (!begun) return review;
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, review.begin_change());
  GROVE_RETURN_IF_ERROR(review.carry_out());
  return review;
}

Result<FolderLock> Review::begin_change() {
  GROVE_RETURN_IF_ERROR(make_folder_of(files_.decisions));
  const std::string folder(parent_path(files_.decisions));
  GROVE_ASSIGN_OR_RETURN(FolderLock lock, FolderLock::take(folder.empty() ? "." : folder));
  GROVE_RETURN_IF_ERROR(load());
  find_open();
  return lock;
}

Status Review::load() {
  GROVE_ASSIGN_OR_RETURN(proposed_, read_schema_card(files_.proposed));
  settle(proposed_);
  auto approved = read_schema_card(files_.approved);
  if (!approved && approved.error().code != ErrorCode::kNotFound) return std::unexpected(std::move(approved).error());
  approved_ = approved ? std::move(*approved) : empty_card(proposed_.name_space, *clock_);
  if (!files_.evidence.empty()) {
    GROVE_ASSIGN_OR_RETURN(ProposalOrAlignment evidence, read_proposal_or_alignment(files_.evidence));
    evidence_ = std::move(evidence);
  }
  const auto log = read_file(files_.decisions);
  if (!log && log.error().code == ErrorCode::kNotFound) return decisions_.clear(), Status{};
  if (!log) return std::unexpected(log.error());
  GROVE_ASSIGN_OR_RETURN(decisions_, parse_decisions(*log, files_.decisions));
  return {};
}

Status Review::carry_out() {
  const std::string mark = begun_path(files_.decisions);
  const auto begun = read_file(mark);
  if (!begun) return {};  // whoever was at it has ended it
  std::size_t first = decisions_.size();
  std::from_chars(begun->data(), begun->data() + begun->size(), first);
  std::vector<TermItem> items;
  for (std::size_t i = first; i < decisions_.size(); ++i) {
    const Decision& one = decisions_[i];
    if (one.verdict != Verdict::kRejected) items.push_back({one.term, one.verdict == Verdict::kAccepted ? one.after : one.before});
  }
  GROVE_ASSIGN_OR_RETURN(approved_, with_items(approved_, items, proposed_));
  GROVE_RETURN_IF_ERROR(save(std::min(first, decisions_.size())));
  find_open();
  return {};
}

void Review::find_open() {
  pending_ = card_changes(approved_, proposed_, evidence_ ? &*evidence_ : nullptr);
  const std::map<std::string, const Decision*> latest = latest_decisions(decisions_);
  std::erase_if(pending_, [&](const TermChange& change) {
    const auto last = latest.find(normal_id(change.id));
    return last != latest.end() && last->second->verdict == Verdict::kRejected && last->second->digest == change.digest;
  });
}

Result<std::vector<std::string>> Review::find_pending(std::span<const std::string> terms) const {
  std::vector<std::string> ids;
  for (const std::string& term : terms) {
    std::vector<std::string> found;
    for (const TermChange& change : pending_) {
      if (normal_id(change.id) == normal_id(term)) {
        found = {change.id};
        break;
      }
      if (normal_name(name_of(change.id)) == normal_name(term)) found.push_back(change.id);
    }
    if (found.size() > 1)
      return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" may be {}", term, join(found, " or ")), "name it with its kind");
    if (found.empty())
      return fail(ErrorCode::kNotFound, fmt::format("no change of \"{}\" is open", term), "`grove kb review --json` lists what is");
    ids.push_back(found.front());
  }
  return ids;
}

Status Review::decide(std::span<const std::string> ids, const Judgement& judgement) {
  if (trim(judgement.by).empty()) return fail(ErrorCode::kInvalidArgument, "nobody is named who decides", "give --by NAME");
  std::map<std::string, std::string> shown;
  for (const TermChange& change : pending_) shown.emplace(change.id, change.digest);
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, begin_change());
  std::vector<Decision> made;
  std::vector<TermItem> accepted;
  for (const std::string& id : ids) {
    const auto change = std::ranges::find(pending_, id, &TermChange::id);
    if (change == pending_.end())
      return fail(ErrorCode::kNotFound, fmt::format("no change of {} is open", id), "`grove kb review --json` lists what is");
    if (const auto seen = shown.find(id); seen != shown.end() && seen->second != change->digest)
      return fail(ErrorCode::kConflict, fmt::format("{} is proposed otherwise by now", id), "look at it again");
    made.push_back({.term = id,
                    .change = change->kind,
                    .verdict = judgement.verdict,
                    .by = judgement.by,
                    .at = rfc3339(unix_ms(*clock_)),
                    .reason = judgement.reason,
                    .digest = change->digest,
                    .before = change->before,
                    .after = change->after});
    if (judgement.verdict == Verdict::kAccepted) accepted.push_back({id, change->after});
  }
  GROVE_ASSIGN_OR_RETURN(approved_, with_items(approved_, accepted, proposed_));
  const std::size_t before = decisions_.size();
  decisions_.insert(decisions_.end(), made.begin(), made.end());
  GROVE_RETURN_IF_ERROR(save(before));
  find_open();
  return {};
}

Status Review::take_back(const std::string& term, const Judgement& judgement) {
  if (trim(judgement.by).empty()) return fail(ErrorCode::kInvalidArgument, "nobody is named who decides", "give --by NAME");
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, begin_change());
  std::vector<const Decision*> called, named;
  for (const auto& [id, one] : latest_decisions(decisions_)) {
    if (one->verdict == Verdict::kTakenBack) continue;
    if (normal_id(one->term) == normal_id(term)) called.push_back(one);
    if (normal_name(name_of(one->term)) == normal_name(term)) named.push_back(one);
  }
  if (called.empty() && named.size() > 1)
    return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" may be {} or {}", term, named[0]->term, named[1]->term),
                "name it with its kind");
  const Decision* const last = !called.empty() ? called.front() : !named.empty() ? named.front() : nullptr;
  if (last == nullptr)
    return fail(ErrorCode::kNotFound, fmt::format("there is no decision about \"{}\" to take back", term),
                "`grove kb review --json` lists what was decided");
  Decision undo = *last;
  undo.verdict = Verdict::kTakenBack;
  undo.by = judgement.by;
  undo.reason = judgement.reason;
  undo.at = rfc3339(unix_ms(*clock_));
  if (last->verdict == Verdict::kAccepted) {
    const TermItem item{last->term, last->before};
    GROVE_ASSIGN_OR_RETURN(approved_, with_items(approved_, {&item, 1}, proposed_));
  }
  decisions_.push_back(std::move(undo));
  GROVE_RETURN_IF_ERROR(save(decisions_.size() - 1));
  find_open();
  return {};
}

Status Review::save(std::size_t before) {
  approved_.version = rfc3339(unix_ms(*clock_));
  if (approved_.name_space.empty()) approved_.name_space = proposed_.name_space;
  settle(approved_);
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, graph());  // what can't be written is refused before anything is
  GROVE_RETURN_IF_ERROR(make_folder_of(files_.decisions));
  GROVE_RETURN_IF_ERROR(make_folder_of(files_.approved));
  const std::string mark = begun_path(files_.decisions);
  GROVE_RETURN_IF_ERROR(write_file(mark, std::to_string(before)));
  GROVE_RETURN_IF_ERROR(write_file(files_.decisions, decisions_jsonl(decisions_)));
  GROVE_RETURN_IF_ERROR(write_schema_card(files_.approved, approved_));
  GROVE_RETURN_IF_ERROR(write_file(turtle_path(files_.decisions), turtle));
  return remove_file(mark);
}

Result<std::string> Review::graph() const {
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, decision_quads(decisions_, approved_.name_space));
  std::vector<rdf::Prefix> prefixes = card_prefixes(approved_);
  prefixes.push_back({"dcterms", std::string(names::kDcterms)});
  prefixes.push_back({"orag", std::string(kOrag)});
  if (std::ranges::find(prefixes, "prov", &rdf::Prefix::name) == prefixes.end()) prefixes.push_back({"prov", std::string(names::kProv)});
  return rdf::serialize(quads, {.syntax = rdf::Syntax::kTurtle, .prefixes = std::move(prefixes)});
}

}  // namespace grove::knowledge
