#include "ingest/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "base/work_queue.h"
#include "corpus/corpus.h"
#include "corpus/unfinished_mark.h"
#include "corpus/writer_lock.h"
#include "document/searchable/text_store.h"
#include "ingest/graph_stage.h"
#include "ingest/pipeline.h"
#include "ingest/plan.h"
#include "ingest/recorder.h"
#include "ingest/stage_progress.h"
#include "ingest/vectors.h"

namespace grove::ingest {
namespace {

/// Raised whenever decoding or language detection would tell files apart otherwise: all are then read again, and parsed where it matters.
constexpr std::string_view kReaderVersion = "2";
constexpr std::string_view kReaderProperty = "reader_version";
constexpr std::string_view kCompleteProperty = "complete";

index::VectorSpace space_of(const inference::Embedder* embedder) {
  if (embedder == nullptr) return {};
  const inference::EmbedderInfo& info = embedder->info();
  return {.provider = info.provider, .model = info.model, .dimensions = info.dimensions, .fingerprint = info.fingerprint};
}

/// What these files say decides about others.
bool decides_about_others(std::string_view path) { return base_name(path) == ".gitignore"; }

/// One run over one repository, its parts open and its lock held.
class Run {
 public:
  static Result<Run> open(const IngestRequest& request, const Tools& tools) {
    GROVE_RETURN_IF_ERROR(create_directories(request.directory));
    Run run(request, tools);
    GROVE_ASSIGN_OR_RETURN(run.lock_, corpus::WriterLock::acquire(request.directory, "indexing " + request.repository.name));
    const source::SourceLimits limits{.file_bytes = request.max_file_bytes, .skip_patterns = request.skip_patterns};
    GROVE_ASSIGN_OR_RETURN(run.source_, tools.open_source(request.repository.root, limits));
    run.was_interrupted_ = corpus::UnfinishedMark::is_up(request.directory);
    if (request.rebuild) {
      GROVE_RETURN_IF_ERROR(corpus::UnfinishedMark::raise(request.directory));
      GROVE_RETURN_IF_ERROR(remove_tree(run.index_directory()));
      GROVE_RETURN_IF_ERROR(remove_tree(run.graph_directory()));
      GROVE_RETURN_IF_ERROR(remove_tree(run.texts_.directory()));
      GROVE_RETURN_IF_ERROR(corpus::Corpus::erase(request.directory));
    }
    GROVE_ASSIGN_OR_RETURN(run.corpus_, corpus::Corpus::open(request.directory, corpus::Corpus::Access::kWrite));
    GROVE_ASSIGN_OR_RETURN(run.index_, tools.open_index(run.index_directory(), space_of(request.embedder)));
    GROVE_RETURN_IF_ERROR(run.look_back());
    return run;
  }

  Result<IngestReport> everything(ProgressSink& progress, const CancelToken& cancel) {
    GROVE_ASSIGN_OR_RETURN(const Plan plan, plan_everything(progress, cancel));
    GROVE_ASSIGN_OR_RETURN(IngestReport report, carry_out(plan, progress, cancel));
    if (!same_reader_) GROVE_RETURN_IF_ERROR(corpus_->set_property(kReaderProperty, kReaderVersion));
    if (!complete_) GROVE_RETURN_IF_ERROR(corpus_->set_property(kCompleteProperty, "1"));
    return report;
  }

  Result<IngestReport> only(std::span<const std::string> paths, ProgressSink& progress, const CancelToken& cancel) {
    GROVE_ASSIGN_OR_RETURN(const Plan plan, plan_only(paths, cancel));
    return carry_out(plan, progress, cancel);
  }

  /// What `only` can rely on: every file but those named is as the corpus and the index have it.
  Result<bool> is_whole() {
    if (!complete_ || !same_reader_ || was_interrupted_) return false;
    GROVE_ASSIGN_OR_RETURN(const corpus::CorpusTotals totals, corpus_->totals());
    return totals.files == index_->counts().files;
  }

 private:
  Run(const IngestRequest& request, const Tools& tools)
      : request_(&request), tools_(&tools), texts_(document::TextStore::beside(request.directory)) {}
  std::string index_directory() const { return request_->directory + "/index"; }
  std::string graph_directory() const { return request_->directory + "/graph"; }

  /// Finds out what earlier runs left.
  Status look_back() {
    GROVE_ASSIGN_OR_RETURN(const auto properties, corpus_->properties());
    complete_ = properties.contains(std::string(kCompleteProperty));
    const auto reader = properties.find(std::string(kReaderProperty));
    same_reader_ = reader != properties.end() && reader->second == kReaderVersion;
    if (reader != properties.end()) return {};
    same_reader_ = true;
    return corpus_->set_property(kReaderProperty, kReaderVersion);
  }

  enum class Again { kChanged, kAll };
  Planner::Options planner_options(Again again) const {
    return {.read_all = again == Again::kAll,
            .index_all = again == Again::kAll,
            .extractor_version = tools_->extractor_version,
            .has_text = [this](const Sha256& hash) { return texts_.has(hash); }};
  }

  Result<Plan> plan_everything(ProgressSink& progress, const CancelToken& cancel) {
    std::vector<corpus::CorpusFile> known;
    GROVE_RETURN_IF_ERROR(corpus_->for_each_file([&](corpus::CorpusFile file) { known.push_back(std::move(file)); }));
    knows_facts_ = !known.empty();
    const bool again = request_->force || !same_reader_;
    Planner planner(planner_options(again ? Again::kAll : Again::kChanged), std::move(known), index_->files());
    StageProgress stage(progress, "scanning", request_->repository.name, 0);
    GROVE_RETURN_IF_ERROR(source_->list(
        [&](source::FileEntry entry) {
          planner.see(std::move(entry));
          stage.advance();
        },
        cancel));
    return std::move(planner).finish();
  }

  /// What is known of some paths and of all below them, each file once.
  using KnownFiles = std::map<std::string, corpus::CorpusFile>;
  Status add_known(const std::string& path, KnownFiles& known) {
    GROVE_ASSIGN_OR_RETURN(std::optional<corpus::CorpusFile> file, corpus_->file(path));
    if (file) known.try_emplace(path, std::move(*file));
    GROVE_ASSIGN_OR_RETURN(std::vector<corpus::CorpusFile> below, corpus_->files_below(path));
    for (corpus::CorpusFile& each : below) {
      std::string name = each.record.path;
      known.try_emplace(std::move(name), std::move(each));
    }
    return {};
  }

  Result<Plan> plan_only(std::span<const std::string> paths, const CancelToken& cancel) {
    GROVE_ASSIGN_OR_RETURN(corpus::Debt debt, corpus_->debt());
    std::set<std::string> wanted;
    KnownFiles known;
    for (std::string path : paths) {
      while (path.ends_with('/')) path.pop_back();
      GROVE_RETURN_IF_ERROR(add_known(path, known));
      wanted.insert(std::move(path));
    }
    for (corpus::CorpusFile& file : debt.files) {
      wanted.insert(file.record.path);
      std::string path = file.record.path;
      known.try_emplace(std::move(path), std::move(file));
    }
    std::map<std::string, source::FileEntry> seen;
    GROVE_RETURN_IF_ERROR(source_->list_at(wanted, [&](source::FileEntry entry) { seen[entry.path] = std::move(entry); }, cancel));
    for (const auto& [path, entry] : seen) {
      if (!known.contains(path)) GROVE_RETURN_IF_ERROR(add_known(path, known));
    }
    wanted.insert(debt.removed.begin(), debt.removed.end());
    for (const auto& [path, file] : known) wanted.insert(path);
    for (const auto& [path, entry] : seen) wanted.insert(path);
    Plan plan = plan_between(std::move(known), std::move(seen), std::move(debt.removed));
    plan.paths = std::move(wanted);
    return plan;
  }

  /// REQUIRES: `seen` is all there is of what is known.
  Plan plan_between(KnownFiles known, std::map<std::string, source::FileEntry> seen, std::vector<std::string> only_in_index) {
    std::vector<corpus::CorpusFile> files;
    std::vector<index::IndexedFile> indexed;
    for (auto& [path, file] : known) {
      if (file.has_facts && file.owed == corpus::Owed::kNothing) indexed.push_back({.path = path, .hash = file.record.hash});
      files.push_back(std::move(file));
    }
    knows_facts_ = true;
    Planner planner(planner_options(Again::kChanged), std::move(files), std::move(indexed));
    for (auto& [path, entry] : seen) planner.see(std::move(entry));
    Plan plan = std::move(planner).finish();
    plan.unsettled = plan.unsettled || !only_in_index.empty();
    std::move(only_in_index.begin(), only_in_index.end(), std::back_inserter(plan.only_in_index));
    return plan;
  }

  Result<Tally> carry_out_tasks(const Plan& plan, Recorder& recorder, ProgressSink& progress, const CancelToken& cancel) {
    StageProgress stage(progress, "reading", request_->repository.name, plan.tasks.size());
    const bool immediate = request_->embedder != nullptr && request_->embedder->is_immediate();
    const WorkContext context{.tools = *tools_,
                              .source = *source_,
                              .repository = request_->repository.name,
                              .directory = knows_facts_ ? request_->directory : std::string{},
                              .texts = texts_,
                              .file_bytes = request_->max_file_bytes,
                              .embedder = immediate ? request_->embedder : nullptr,
                              .decode_all = request_->force || !same_reader_,
                              .parse_all = request_->force,
                              .began_ns = began_ns_,
                              .cancel = cancel};
    const auto useful = static_cast<unsigned>(std::min<std::size_t>(threads(), plan.tasks.size()));
    return run_pipeline({.context = context, .plan = plan, .index = *index_, .recorder = recorder, .progress = stage, .threads = useful});
  }

  Result<IngestReport> carry_out(const Plan& plan, ProgressSink& progress, const CancelToken& cancel) {
    if (plan.changes_something()) GROVE_RETURN_IF_ERROR(corpus::UnfinishedMark::raise(request_->directory));
    Recorder recorder(*corpus_, *index_);
    GROVE_RETURN_IF_ERROR(recorder.record_plan(plan));
    GROVE_ASSIGN_OR_RETURN(Tally tally, carry_out_tasks(plan, recorder, progress, cancel));
    GROVE_RETURN_IF_ERROR(recorder.publish(plan.unsettled));
    if (recorder.changed_index()) {
      const StageProgress stage(progress, "merging", request_->repository.name, 0);
      GROVE_RETURN_IF_ERROR(index_->merge(false, cancel));
    }
    GROVE_ASSIGN_OR_RETURN(const graph::GraphReport resolved, resolve(plan, recorder, progress, cancel));
    edges_ = resolved.edges;
    resolved_ = resolved.resolved;
    GROVE_RETURN_IF_ERROR(recorder.settle());
    if (recorder.changed_anything()) GROVE_RETURN_IF_ERROR(sweep_texts());
    GROVE_RETURN_IF_ERROR(corpus::UnfinishedMark::lower(request_->directory));
    GROVE_ASSIGN_OR_RETURN(std::vector<std::string> warnings, embed(progress, cancel));
    if (!resolved.damaged.empty())
      warnings.push_back(fmt::format(
          "what is kept of {} files is damaged, their symbols are left out (first: {}): `grove index --rebuild` reads them again",
          resolved.damaged.size(), resolved.damaged.front()));
    GROVE_RETURN_IF_ERROR(connect(progress, cancel));
    GROVE_ASSIGN_OR_RETURN(IngestReport done, report(plan, std::move(tally)));
    done.warnings = std::move(warnings);
    return done;
  }

  /// Texts of documents that no file holds any more: their facts are gone too.
  Status sweep_texts() {
    return texts_.sweep([this](const Sha256& hash) {
      const auto is_known = [&](Language language) {
        const auto version = corpus_->facts_version({.hash = hash, .language = language, .place = 0});
        return !version || version->has_value();
      };
      return is_known(Language::kDocument) || is_known(Language::kDataset);
    });
  }

  /// Where nothing changed, only a graph that is missing, damaged or of other rules is made. A run over everything looks for wrong
  /// checksums too.
  Result<graph::GraphReport> resolve(const Plan& plan, const Recorder& recorder, ProgressSink& progress, const CancelToken& cancel) {
    const std::string graph = graph_directory();
    GraphStage stage{.directory = request_->directory,
                     .graph = graph,
                     .repository = request_->repository.name,
                     .corpus = *corpus_,
                     .threads = threads()};
    stage.paths = plan.paths;
    if (!recorder.changed_anything() && (plan.paths || graph::verify_graph(graph))) stage.paths.emplace();
    return update_graph_of(stage, progress, cancel);
  }

  unsigned threads() const { return request_->threads == 0 ? available_threads() : request_->threads; }

  /// Last, since everything can be found without it.
  Status connect(ProgressSink& progress, const CancelToken& cancel) {
    if (index_->counts().unconnected == 0) return {};
    const StageProgress stage(progress, "connecting", request_->repository.name, 0);
    return index_->connect_vectors(threads(), cancel);
  }

  /// Why whoever has to approve the work doesn't.
  Result<std::optional<Error>> refusal(const VectorRequest& work, ProgressSink& progress, const CancelToken& cancel) {
    if (!request_->approve || index_->counts().without_vectors == 0) return std::nullopt;
    GROVE_ASSIGN_OR_RETURN(const EmbeddingEstimate estimate, estimate_vectors(work, progress, cancel));
    const Status approved = request_->approve(estimate);
    return approved ? std::nullopt : std::optional(approved.error());
  }

  /// What went wrong with it.
  Result<std::vector<std::string>> embed(ProgressSink& progress, const CancelToken& cancel) {
    std::vector<std::string> warnings;
    if (request_->embedder == nullptr) return warnings;
    const VectorRequest work{request_->repository.name, *corpus_, *index_, *source_, texts_, *request_->embedder};
    GROVE_ASSIGN_OR_RETURN(std::optional<Error> problem, refusal(work, progress, cancel));
    if (!problem) {
      GROVE_ASSIGN_OR_RETURN(problem, fill_in_vectors(work, progress, cancel));
    }
    if (problem)
      warnings.push_back(fmt::format("{} of {} files have no vectors yet, only their words are found: {}", index_->counts().without_vectors,
                                     index_->counts().files, describe(*problem)));
    return warnings;
  }

  Result<IngestReport> report(const Plan& plan, Tally tally) {
    GROVE_ASSIGN_OR_RETURN(const corpus::CorpusTotals totals, corpus_->totals());
    IngestReport report;
    report.name = request_->repository.name;
    report.root = request_->repository.root;
    report.added = tally.added;
    report.modified = tally.modified;
    report.deleted = tally.lost + plan.removed_searchable;
    report.unchanged = tally.unchanged + plan.unchanged;
    report.reparsed = tally.reparsed;
    report.resolved = resolved_;
    report.skipped = plan.skipped;
    std::move(tally.skipped.begin(), tally.skipped.end(), std::back_inserter(report.skipped));
    std::sort(report.skipped.begin(), report.skipped.end(), [](const auto& left, const auto& right) { return left.path < right.path; });
    report.files = totals.files;
    report.bytes = totals.bytes;
    report.lines = totals.facts.lines;
    report.units = totals.facts.units;
    report.symbols = totals.facts.symbols;
    report.references = totals.facts.references;
    report.edges = edges_;
    if (request_->embedder != nullptr) {
      GROVE_ASSIGN_OR_RETURN(report.embedded, tools_->count_vectors(index_directory(), space_of(request_->embedder)));
    }
    return report;
  }

  const IngestRequest* request_;
  const Tools* tools_;
  document::TextStore texts_;
  std::unique_ptr<corpus::WriterLock> lock_;
  std::unique_ptr<source::FileSource> source_;
  std::unique_ptr<corpus::Corpus> corpus_;
  std::unique_ptr<index::IndexWriter> index_;
  std::int64_t began_ns_ = std::chrono::nanoseconds(system_clock().now().time_since_epoch()).count();
  bool same_reader_ = false;
  bool complete_ = false;
  bool was_interrupted_ = false;
  bool knows_facts_ = false;
  std::uint64_t edges_ = 0;
  std::uint64_t resolved_ = 0;
};

}  // namespace

Result<IngestReport> run_ingest(const IngestRequest& request, const Tools& tools, ProgressSink& progress, const CancelToken& cancel) {
  const Stopwatch watch;
  GROVE_ASSIGN_OR_RETURN(Run run, Run::open(request, tools));
  GROVE_ASSIGN_OR_RETURN(IngestReport report, run.everything(progress, cancel));
  report.took_ms = watch.milliseconds();
  return report;
}

Result<IngestReport> run_ingest_paths(const IngestRequest& request, std::span<const std::string> paths, const Tools& tools,
                                      ProgressSink& progress, const CancelToken& cancel) {
  const Stopwatch watch;
  IngestRequest plain = request;
  plain.force = false;
  plain.rebuild = false;
  GROVE_ASSIGN_OR_RETURN(Run run, Run::open(plain, tools));
  GROVE_ASSIGN_OR_RETURN(bool whole, run.is_whole());
  whole = whole && std::ranges::none_of(paths, decides_about_others);
  GROVE_ASSIGN_OR_RETURN(IngestReport report, whole ? run.only(paths, progress, cancel) : run.everything(progress, cancel));
  report.took_ms = watch.milliseconds();
  return report;
}

}  // namespace grove::ingest
