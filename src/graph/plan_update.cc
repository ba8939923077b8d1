#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "base/work_queue.h"
#include "graph/name_changes.h"
#include "graph/update.h"

namespace grove::graph {
namespace {

using Work = FileToDo::Work;

/// Compares what is with what was published.
class Planner {
 public:
  Planner(const GraphUpdate& update, std::shared_ptr<const StoredGraph> old, const CancelToken& cancel)
      : update_(update), old_(std::move(old)), declared_(old_->declarations()), cancel_(cancel) {
    for (const JoinedPart& part : declared_.parts())
      live_ += part.part->files() - static_cast<std::uint64_t>(std::ranges::count(part.dead, true));
  }

  Result<UpdatePlan> plan() {
    GROVE_RETURN_IF_ERROR(update_.source.only ? take_changes(*update_.source.only) : compare_all());
    UpdatePlan plan;
    plan.is_needed = !todo_.empty() || !gone_.empty();
    if (!plan.is_needed) return plan;
    if (is_much(todo_.size() + gone_.size())) return anew();
    GROVE_RETURN_IF_ERROR(read_changed());
    find_affected();
    if (is_much(todo_.size() + gone_.size())) return anew();
    plan.old = old_;
    plan.kept_parts = choose_kept_parts();
    for (std::size_t i = plan.kept_parts; i < old_->parts().size(); ++i)
      if (!old_->parts()[i]->file.verify()) return anew();  // what is damaged is not carried on
    carry_files(plan.kept_parts);
    plan.files = std::move(todo_);
    const auto path_of = [](const FileToDo& one) -> const std::string& { return one.file.path; };
    std::ranges::sort(plan.files, {}, path_of);
    const auto twice = std::ranges::adjacent_find(plan.files, {}, path_of);
    if (twice != plan.files.end()) return plan_anew(update_);  // only damaged bytes say so
    plan.gone = std::move(gone_);
    return plan;
  }

 private:
  bool is_much(std::size_t touched) const { return live_ < update_.policy.anew_below || touched * update_.policy.anew_share > live_; }

  Result<UpdatePlan> anew() {
    UpdatePlan plan;
    GROVE_ASSIGN_OR_RETURN(std::vector<GraphFile> files, update_.source.files());
    std::unordered_map<std::string_view, std::shared_ptr<const Facts>> read;
    for (const FileToDo& one : todo_)
      if (one.facts) read.emplace(one.file.path, one.facts);
    for (GraphFile& file : files) {
      FileToDo& one = plan.files.emplace_back();
      if (const auto found = read.find(file.path); found != read.end()) one.facts = found->second;
      one.file = std::move(file);
    }
    return plan;
  }

  bool is_current(FileId id, const GraphFile& file) const {
    const DeclaredFile declared = declared_.file(id);
    return declared.hash == file.hash && declared.language == file.language && declared.facts_version == file.facts_version;
  }

  void see(const GraphFile& file) {
    const auto id = declared_.find_file(file.path);
    if (id && is_current(*id, file)) return;
    add(file, id.value_or(kNobody), Work::kRead);
  }

  void add(const GraphFile& file, FileId old, Work work) {
    if (old != kNobody && !touched_.insert(old).second) return;
    todo_.push_back({.file = file, .old = old, .work = work, .facts = {}});
  }

  Status take_changes(const GraphChanges& changes) {
    for (const GraphFile& file : changes.present) see(file);
    for (const std::string& path : changes.gone)
      if (const auto id = declared_.find_file(path); id && touched_.insert(*id).second) gone_.push_back(*id);
    return {};
  }

  Status compare_all() {
    GROVE_ASSIGN_OR_RETURN(const std::vector<GraphFile> files, update_.source.files());
    std::vector<bool> seen(declared_.file_limit());
    for (const GraphFile& file : files) {
      const auto id = declared_.find_file(file.path);
      if (id) seen[*id] = true;
      if (id && is_current(*id, file)) continue;
      add(file, id.value_or(kNobody), Work::kRead);
    }
    for (FileId id = 0; id < declared_.file_limit(); ++id)
      if (!seen[id] && declared_.is_live(id)) {
        gone_.push_back(id);
        touched_.insert(id);
      }
    return {};
  }

  Status read_changed() {
    std::vector<const GraphFile*> files;
    for (const FileToDo& one : todo_) files.push_back(&one.file);
    GROVE_ASSIGN_OR_RETURN(auto facts, read_facts(update_, files, cancel_));
    for (std::size_t i = 0; i < todo_.size(); ++i) todo_[i].facts = std::move(facts[i]);
    return {};
  }

  /// Adds the files whose names may mean something else now.
  void find_affected() {
    std::vector<std::uint64_t> keys;
    std::vector<SymbolId> lost;
    const auto compare = [&](FileId old, const FileContent* after) {
      std::optional<FileContent> before;
      if (old != kNobody) before = content_of(declared_, old);
      const std::vector<std::uint64_t> changed = changed_keys(before ? &*before : nullptr, after);
      keys.insert(keys.end(), changed.begin(), changed.end());
      if (!before) return;
      const std::vector<std::uint32_t> matches =
          after == nullptr ? std::vector<std::uint32_t>(before->symbols.size(), kNobody) : match_symbols(*before, *after);
      for (std::uint32_t i = 0; i < matches.size(); ++i)
        if (matches[i] == kNobody) lost.push_back(declared_.file(old).first_symbol + i);
    };
    for (const FileToDo& one : todo_) {
      FileContent after = content_of(*one.facts);
      after.path = one.file.path;
      compare(one.old, &after);
    }
    for (const FileId id : gone_) compare(id, nullptr);
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (const std::uint64_t key : keys)
      for (const FileId file : old_->files_that_consulted(key)) affect(file);
    for (const SymbolId symbol : lost)
      for (const FileId file : old_->files_using(symbol)) affect(file);
  }

  GraphFile known_file(FileId id) const {
    const DeclaredFile declared = declared_.file(id);
    return {
        .path = std::string(declared.path), .hash = declared.hash, .language = declared.language, .facts_version = declared.facts_version};
  }
  void affect(FileId id) { add(known_file(id), id, Work::kResolve); }

  /// Small parts are merged into the one that is written; when much is dead, all of them.
  std::size_t choose_kept_parts() const {
    const std::vector<JoinedPart>& parts = declared_.parts();
    std::vector<std::uint64_t> live(parts.size());
    std::uint64_t dead = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto gone = static_cast<std::uint64_t>(std::ranges::count(parts[i].dead, true));
      live[i] = parts[i].part->files() - gone;
      dead += gone;
    }
    std::uint64_t all = 0;
    for (const std::uint64_t one : live) all += one;
    if ((dead + todo_.size()) * update_.policy.clean_share > all) return 0;
    std::size_t kept = parts.size();
    std::uint64_t size = todo_.size();
    while (kept > 1 && live[kept - 1] < size * update_.policy.merge_factor) size += live[--kept];
    return kept;
  }

  void carry_files(std::size_t kept) {
    const std::vector<JoinedPart>& parts = declared_.parts();
    for (std::size_t i = kept; i < parts.size(); ++i)
      for (FileId file = 0; file < parts[i].part->files(); ++file)
        if (const FileId id = parts[i].first_file + file; !parts[i].is_dead(file) && !touched_.contains(id))
          add(known_file(id), id, Work::kCarry);
  }

  const GraphUpdate& update_;
  std::shared_ptr<const StoredGraph> old_;
  const JoinedDeclarations& declared_;
  const CancelToken& cancel_;
  std::uint64_t live_ = 0;  // files of the published graph
  std::vector<FileToDo> todo_;
  std::vector<FileId> gone_;
  std::set<FileId> touched_;
};

bool is_sound(const StoredGraph& graph) {
  return std::ranges::all_of(graph.parts(), [](const auto& part) { return part->file.verify().has_value(); });
}

}  // namespace

const std::shared_ptr<const Facts>& damaged_facts() {
  static const std::shared_ptr<const Facts> kNone = std::make_shared<const Facts>();
  return kNone;
}

Result<std::vector<std::shared_ptr<const Facts>>> read_facts(const GraphUpdate& update, std::span<const GraphFile* const> files,
                                                             const CancelToken& cancel) {
  std::vector<std::shared_ptr<const Facts>> read(files.size());
  std::mutex mutex;
  Status status;
  parallel_for(update.threads, files.size(), [&](std::size_t i) {
    if (cancel.cancelled()) return;
    auto facts = update.source.facts(*files[i]);
    if (facts) {
      read[i] = std::make_shared<const Facts>(*std::move(facts));
      return;
    }
    if (facts.error().code == ErrorCode::kCorrupt) {
      read[i] = damaged_facts();
      return;
    }
    const std::lock_guard lock(mutex);
    if (status) status = std::unexpected(std::move(facts).error());
  });
  GROVE_RETURN_IF_ERROR(cancel.check());
  GROVE_RETURN_IF_ERROR(std::move(status));
  return read;
}

Result<UpdatePlan> plan_update(const GraphUpdate& update, const CancelToken& cancel) {
  auto old = StoredGraph::open(update.directory);
  // Nothing is wrong with what there is no descriptor or memory for.
  if (!old && old.error().code == ErrorCode::kUnavailable) return std::unexpected(std::move(old).error());
  // What is missing, damaged or of other rules is made anew.
  const bool opens = old && (*old)->manifest().resolver_version == kResolverVersion;
  const bool usable = opens && (update.source.only || is_sound(**old));
  return usable ? Planner(update, *std::move(old), cancel).plan() : plan_anew(update);
}

Result<UpdatePlan> plan_anew(const GraphUpdate& update) {
  UpdatePlan plan;
  GROVE_ASSIGN_OR_RETURN(std::vector<GraphFile> files, update.source.files());
  for (GraphFile& file : files) plan.files.push_back({.file = std::move(file), .old = kNobody, .work = Work::kRead, .facts = {}});
  return plan;
}

}  // namespace grove::graph
