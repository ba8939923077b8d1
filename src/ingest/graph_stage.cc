#include "ingest/graph_stage.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "base/hash.h"
#include "graph/graph.h"
#include "ingest/stage_progress.h"
#include "syntax/parser.h"

namespace grove::ingest {
namespace {

bool is_searchable(const corpus::CorpusFile& file) { return file.has_facts && file.record.state == FileState::kIndexed; }

graph::GraphFile graph_file(corpus::CorpusFile file) {
  return {.path = std::move(file.record.path),
          .hash = file.record.hash,
          .language = file.record.language,
          .facts_version = file.extractor_version};
}

/// Reads facts from many threads, each with a connection of its own.
class FactsReaders {
 public:
  explicit FactsReaders(const std::string& directory) : directory_(directory) {}

  Result<Facts> read(const graph::GraphFile& file) {
    GROVE_ASSIGN_OR_RETURN(std::unique_ptr<corpus::Corpus> corpus, lend());
    const std::uint64_t place = syntax::facts_depend_on_path(file.language) ? hash64(file.path) : 0;
    Result<Facts> facts = corpus->facts({.hash = file.hash, .language = file.language, .place = place});
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(corpus));
    return facts;
  }

 private:
  Result<std::unique_ptr<corpus::Corpus>> lend() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return corpus::Corpus::open(directory_, corpus::Corpus::Access::kRead);
    std::unique_ptr<corpus::Corpus> corpus = std::move(idle_.back());
    idle_.pop_back();
    return corpus;
  }

  const std::string& directory_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<corpus::Corpus>> idle_;
};

Result<std::vector<graph::GraphFile>> all_files(corpus::Corpus& corpus) {
  std::vector<graph::GraphFile> files;
  GROVE_RETURN_IF_ERROR(corpus.for_each_file([&](corpus::CorpusFile file) {
    if (is_searchable(file)) files.push_back(graph_file(std::move(file)));
  }));
  std::ranges::sort(files, {}, &graph::GraphFile::path);
  return files;
}

Result<graph::GraphChanges> changes_of(corpus::Corpus& corpus, const std::set<std::string>& paths) {
  graph::GraphChanges changes;
  for (const std::string& path : paths) {
    GROVE_ASSIGN_OR_RETURN(std::optional<corpus::CorpusFile> file, corpus.file(path));
    if (file && is_searchable(*file))
      changes.present.push_back(graph_file(std::move(*file)));
    else
      changes.gone.push_back(path);
  }
  return changes;
}

/// A stage is shown only where there is something to do.
class Resolving {
 public:
  Resolving(ProgressSink& sink, std::string_view repository) : sink_(sink), repository_(repository) {}
  void report(std::uint64_t done, std::uint64_t total) {
    if (!stage_) stage_.emplace(sink_, "resolving", repository_, total);
    stage_->advance(done - done_);
    done_ = done;
  }

 private:
  ProgressSink& sink_;
  std::string_view repository_;
  std::optional<StageProgress> stage_;
  std::uint64_t done_ = 0;
};

}  // namespace

Result<graph::GraphReport> update_graph_of(const GraphStage& stage, ProgressSink& progress, const CancelToken& cancel) {
  FactsReaders readers(stage.directory);
  Resolving resolving(progress, stage.repository);
  graph::GraphSource source;
  source.files = [&] { return all_files(stage.corpus); };
  source.facts = [&](const graph::GraphFile& file) { return readers.read(file); };
  if (stage.paths) {
    GROVE_ASSIGN_OR_RETURN(source.only, changes_of(stage.corpus, *stage.paths));
  }
  const graph::GraphUpdate update{
      .directory = stage.graph, .source = source, .threads = stage.threads, .progress = [&](std::uint64_t done, std::uint64_t total) {
        resolving.report(done, total);
      }};
  auto report = graph::update_graph(update, cancel);
  if (!report) return std::unexpected(std::move(report).error().within("cannot resolve names"));
  return report;
}

}  // namespace grove::ingest
