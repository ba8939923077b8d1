#include "engine/insight.h"

#include <filesystem>

#include "corpus/corpus.h"
#include "engine/unfinished.h"
#include "index/index_writer.h"

namespace grove::engine {
namespace {

std::uint64_t size_of_file(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

/// Why a file that the corpus knows can't be found: what an unfinished run has not brought into the index yet. Empty where all is there.
class NotYetIndexed {
 public:
  NotYetIndexed(const DataDirectory& directory, const Repository& repository) : run_(unfinished_run(directory, repository)) {
    if (!run_) return;
    auto index = index::open_index(directory.index(repository.id), {});
    if (index) index_ = *std::move(index);
  }
  std::string reason(const FileRecord& file) const {
    if (!run_ || file.state != FileState::kIndexed || file.size == 0) return {};
    if (index_ != nullptr && !index_->units_of(file.path).empty()) return {};
    return "not indexed yet: " + run_->brief;
  }

 private:
  std::optional<UnfinishedRun> run_;
  std::shared_ptr<const index::UnitIndex> index_;
};

Result<corpus::CorpusTotals> totals_of(const std::string& folder) {
  GROVE_ASSIGN_OR_RETURN(const auto corpus, corpus::Corpus::open(folder, corpus::Corpus::Access::kRead));
  return corpus->totals();
}

}  // namespace

Result<Coverage> coverage_of(const DataDirectory& directory, const Repository& repository) {
  Coverage coverage;
  coverage.name = repository.name;
  coverage.root = repository.root;
  auto corpus = corpus::Corpus::open(directory.repository(repository.id), corpus::Corpus::Access::kRead);
  if (!corpus) {
    if (corpus.error().code == ErrorCode::kNotFound) return coverage;
    return std::unexpected(std::move(corpus).error());
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<FileRecord> files, (*corpus)->files());
  const NotYetIndexed not_yet(directory, repository);
  for (const FileRecord& file : files) {
    ++coverage.files;
    if (std::string reason = not_yet.reason(file); !reason.empty()) {
      coverage.omissions.push_back({file.path, FileState::kUnreadable, std::move(reason)});
      continue;
    }
    if (file.state == FileState::kIndexed) {
      ++coverage.indexed;
      ++coverage.files_by_language[std::string(language_name(file.language))];
    }
    if (file.state != FileState::kIndexed || !file.reason.empty()) coverage.omissions.push_back({file.path, file.state, file.reason});
  }
  return coverage;
}

std::vector<VectorsOfModel> vectors_of(const index::UnitIndex& index, const index::VectorSpace& present) {
  std::vector<VectorsOfModel> vectors;
  for (const index::VectorHolding& holding : index.vector_holdings()) {
    vectors.push_back({.provider = holding.space.provider,
                       .model = holding.space.model,
                       .dimensions = holding.space.dimensions,
                       .units = holding.units,
                       .is_present = holding.space == present});
  }
  return vectors;
}

Status add_to_stats(const DataDirectory& directory, const Repository& repository, const IndexInUse& in_use, Stats& stats) {
  ++stats.repositories;
  stats.by_repository.push_back({.name = repository.name, .units = 0, .vectors = {}});
  const std::string folder = directory.repository(repository.id);
  for (const char* name : {"/corpus.db", "/corpus.db-wal"}) stats.bytes_on_disk += size_of_file(folder + name);
  // One that is damaged is told by its state; it must not keep from others what is known of them.
  if (const auto totals = totals_of(folder)) {
    stats.symbols += totals->facts.symbols;
    stats.references += totals->facts.references;
  } else if (totals.error().code == ErrorCode::kUnavailable) {
    return std::unexpected(totals.error());
  }
  const index::UnitIndex* const index = in_use.index;
  if (index == nullptr) return {};
  const index::IndexStats of_index = index->stats();
  stats.files += of_index.files;
  stats.units += of_index.units;
  stats.by_repository.back().units = of_index.units;
  stats.by_repository.back().vectors = vectors_of(*index, in_use.space);
  stats.vectors += of_index.vectors;
  stats.bytes_on_disk += of_index.bytes_on_disk;
  const auto by_kind = index->units_by_kind();
  for (std::size_t kind = 0; kind < by_kind.size(); ++kind) {
    if (by_kind[kind] > 0) stats.units_by_kind[std::string(kind_name(static_cast<Kind>(kind)))] += by_kind[kind];
  }
  return {};
}

}  // namespace grove::engine
