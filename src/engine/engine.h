#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "ingest/ingest.h"
#include "model/facts.h"
#include "model/repository.h"
#include "search/search.h"

namespace grove::engine {

struct EngineOptions {
  std::string data_directory;
  std::string embedding_model;  ///< Empty: the built-in static model.
  bool vectors = true;
};

struct SearchCommand {
  search::SearchRequest request;
  std::vector<std::string> repositories;  ///< Names or ids; empty for all.
};

/// A hit with what a client shows, its code read from the file on disk and checked against the index.
struct UnitHit {
  std::uint32_t rank = 0;
  std::string id, repository, commit, path, name, qualified_name, parent, signature, docstring, code;
  Language language = Language::kPlainText;
  Kind kind = Kind::kSection;
  double score = 0;
  LineRange lines;
  search::Ranks ranks;
  std::vector<std::string> matched_terms;
  bool stale = false;  ///< The file changed since it was indexed, and the unit could not be found again in it.
};

struct SearchResult {
  search::SearchAnswer answer;
  std::vector<UnitHit> hits;
  std::vector<std::string> scope;  ///< Names of the repositories searched.
  std::string embedding_model;
  double vectors_ready = 0;  ///< Share of units in scope with a vector of that model.
  bool stale = false;
};

struct AddRequest {
  std::string name;      ///< Empty: named after the folder or URL.
  std::string location;  ///< Folder or Git URL.
  std::string branch;
  std::string subpath;
};

/// The only door between Grove and the world: one method a use, thread-safe, synchronous. Holds snapshots of the indexes and swaps them
/// when a newer generation is published, by whichever process.
class Engine {
 public:
  static Result<std::unique_ptr<Engine>> open(const EngineOptions& options);
  virtual ~Engine() = default;

  virtual Result<std::vector<Repository>> repositories() = 0;
  virtual Result<Repository> repository(const std::string& name) = 0;
  virtual Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  virtual Status remove(const std::string& name) = 0;
  /// Fetches a remote first where `fetch` says so.
  struct IndexRequest {
    std::string repository;
    bool fetch = false, force = false, rebuild = false;
  };
  virtual Result<ingest::IngestReport> index(const IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  virtual Result<SearchResult> search(const SearchCommand& command, const CancelToken& cancel) = 0;
};

}  // namespace grove::engine
