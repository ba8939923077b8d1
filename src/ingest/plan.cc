#include "ingest/plan.h"

#include <algorithm>
#include <utility>

namespace grove::ingest {

std::string reason_of(FileState state, std::string_view reason) { return std::string(reason.empty() ? file_state_name(state) : reason); }

Planner::Planner(Options options, std::vector<corpus::CorpusFile> known, std::vector<index::IndexedFile> indexed)
    : options_(std::move(options)) {
  known_.reserve(known.size());
  for (corpus::CorpusFile& file : known) {
    plan_.unsettled = plan_.unsettled || file.owed != corpus::Owed::kNothing;
    std::string path = file.record.path;
    known_.emplace(std::move(path), Known{.file = std::move(file)});
  }
  indexed_.reserve(indexed.size());
  for (index::IndexedFile& file : indexed) {
    std::string path = file.path;
    indexed_.emplace(std::move(path), std::move(file));
  }
}

bool Planner::index_lacks(const corpus::CorpusFile& known) const {
  if (options_.index_all || known.owed == corpus::Owed::kCertainly) return true;
  if (is_extracted(known.record.language) && options_.has_text && !options_.has_text(known.record.hash)) return true;
  const auto found = indexed_.find(known.record.path);
  return found == indexed_.end() || found->second.hash != known.record.hash;
}

bool Planner::is_current(const source::FileEntry& entry, const corpus::CorpusFile& known) const {
  if (options_.read_all || known.record.hash == Sha256{}) return false;
  if (known.record.size != entry.size || known.record.mtime_ns != entry.mtime_ns) return false;
  return !known.has_facts || options_.extractor_version(known.record.language) == known.extractor_version;
}

void Planner::see(source::FileEntry entry) {
  const auto found = known_.find(entry.path);
  Known* known = found == known_.end() ? nullptr : &found->second;
  if (known != nullptr) known->seen = true;
  if (entry.state != FileState::kIndexed) return see_listed(std::move(entry), known);
  if (known == nullptr) {
    plan_.tasks.push_back({.entry = std::move(entry), .known = std::nullopt, .must_index = true});
    return;
  }
  const bool must_index = known->file.has_facts && index_lacks(known->file);
  if (must_index || !is_current(entry, known->file)) {
    plan_.tasks.push_back({.entry = std::move(entry), .known = known->file, .must_index = must_index});
    return;
  }
  const FileRecord& record = known->file.record;
  if (known->file.has_facts) {
    ++plan_.unchanged;
  } else {
    plan_.skipped.push_back({.path = record.path, .reason = reason_of(record.state, record.reason)});
    if (indexed_.contains(record.path)) plan_.only_in_index.push_back(record.path);
  }
}

void Planner::see_listed(source::FileEntry entry, const Known* known) {
  if (entry.state != FileState::kIgnored) plan_.skipped.push_back({.path = entry.path, .reason = reason_of(entry.state, entry.reason)});
  if (indexed_.contains(entry.path)) plan_.only_in_index.push_back(entry.path);
  if (known != nullptr) {
    const FileRecord& record = known->file.record;
    const bool same =
        record.state == entry.state && record.reason == entry.reason && record.size == entry.size && record.mtime_ns == entry.mtime_ns;
    if (same) return;
    if (known->file.has_facts) ++plan_.removed_searchable;
  }
  corpus::FileUpdate update;
  update.record = {.path = std::move(entry.path),
                   .size = entry.size,
                   .mtime_ns = entry.mtime_ns,
                   .state = entry.state,
                   .reason = std::move(entry.reason)};
  plan_.listed.push_back(std::move(update));
}

Plan Planner::finish() && {
  for (const auto& [path, known] : known_) {
    if (known.seen) continue;
    if (known.file.has_facts) ++plan_.removed_searchable;
    plan_.removed.push_back(path);
  }
  for (const auto& [path, file] : indexed_)
    if (const auto known = known_.find(path); known == known_.end()) plan_.only_in_index.push_back(path);
  std::sort(plan_.removed.begin(), plan_.removed.end());
  std::sort(plan_.only_in_index.begin(), plan_.only_in_index.end());
  return std::move(plan_);
}

}  // namespace grove::ingest
