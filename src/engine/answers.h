#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/document_place.h"
#include "engine/topology/scope.h"
#include "inference/embedder.h"
#include "model/facts.h"
#include "model/file.h"
#include "model/repository.h"
#include "search/search.h"

namespace grove::engine {

/// A hit with what a client shows, its code read from the file on disk and checked against the index.
struct UnitHit {
  std::uint32_t rank = 0;
  std::string id;  ///< `repo:path#qualified_name`, as docs/http-api.md describes.
  std::string repository, commit, path, name, qualified_name, parent, signature, docstring, code;
  Language language = Language::kPlainText;
  Kind kind = Kind::kSection;
  double score = 0;
  LineRange lines;
  std::vector<std::uint32_t> code_lines;  ///< Where each line of `code` stands in the file: what lies in other units is left out of it.
  search::Ranks ranks;
  std::vector<std::string> matched_terms;         ///< Words of the query's, as the hit writes them.
  std::optional<std::uint32_t> callers, callees;  ///< Distinct ones; of callables where there is a symbol graph.
  bool stale = false;                             ///< The file changed since it was indexed, and the unit could not be found again in it.
  std::vector<std::string> imports = {};          ///< What its file imports: modules as declared, the first ones.
  std::optional<Relation> relation = {};          ///< Nothing where its repository was named, by itself or by a group.
  std::optional<DocumentPlace> place = {};        ///< Of passages of documents.
  std::optional<EntityCard> entity = {};          ///< Of entities of datasets.
};

struct SearchResult {
  search::SearchAnswer answer;
  std::vector<UnitHit> hits;
  std::vector<std::string> scope;  ///< Names of the repositories searched.
  /// Those of them that dependencies led to.
  struct Expanded {
    std::string repository;
    Relation relation;
  };
  std::vector<Expanded> expanded = {};
  std::vector<std::string> skipped;   ///< Repositories in scope that have no index yet.
  std::string embedding_model;        ///< Empty without vectors.
  double vectors_ready = 0;           ///< Share of units in scope with a vector of that model.
  std::vector<std::string> pending;   ///< Repositories in scope with changes that were noticed and are not indexed yet.
  bool stale = false;                 ///< A file of a hit changed since it was indexed, or changes of a repository in scope are pending.
  std::vector<std::string> warnings;  ///< What was asked for and did not happen, one sentence each.
  double took_ms = 0;                 ///< Inside the engine, reading the code included.
};

/// Vectors of one model in a repository.
struct VectorsOfModel {
  std::string provider, model;
  std::uint32_t dimensions = 0;
  std::uint64_t units = 0;  ///< That have one.
  bool is_present = false;  ///< It is the model in use; those of others answer nothing.
};

/// A repository and how far its index is.
struct RepositoryState {
  Repository repository;
  enum class State { kReady, kNotIndexed, kMissingFolder, kBroken } state = State::kNotIndexed;
  std::string problem;  ///< Why it is broken; empty otherwise.
  index::IndexStats index;
  double vectors_ready = 0;  ///< Share of its units with a vector of the present model.
  std::vector<VectorsOfModel> vectors;
  bool has_pending_changes = false;  ///< It is watched, and changes were noticed that are not indexed yet.
};
std::string_view state_name(RepositoryState::State state);

/// A symbol or section of a file with what lies inside it.
struct OutlineItem {
  std::string id = {}, name = {}, qualified_name = {}, parent = {}, signature = {}, docstring = {};
  Kind kind = Kind::kSection;
  LineRange lines = {};
  std::vector<OutlineItem> children = {};
};

struct Outline {
  std::string repository, path;
  Language language = Language::kPlainText;
  std::vector<OutlineItem> items;
};

/// What is there, over all repositories.
struct Stats {
  std::string product;             ///< What the collections are called after.
  std::string raw_collection;      ///< Of units without vectors, where an index lies outside.
  std::string serving_collection;  ///< The same with vectors.
  std::uint64_t repositories = 0, files = 0, units = 0, symbols = 0, references = 0, edges = 0, vectors = 0, bytes_on_disk = 0;
  std::map<std::string, std::uint64_t> units_by_kind;
  struct PerRepository {
    std::string name;
    std::uint64_t units = 0;
    std::vector<VectorsOfModel> vectors;
  };
  std::vector<PerRepository> by_repository;
};

/// What of one repository was not indexed, or only as text, and why.
struct Coverage {
  std::string name, root;
  std::uint64_t files = 0;    ///< Listed by the last run.
  std::uint64_t indexed = 0;  ///< Searchable ones.
  struct Omission {
    std::string path;
    FileState state = FileState::kIndexed;  ///< kIndexed: searchable, but only as text.
    std::string reason;
  };
  std::vector<Omission> omissions;
  std::map<std::string, std::uint64_t> files_by_language;  ///< Of indexed files.
};

/// One thing that was looked at.
struct Check {
  enum class Outcome { kOk, kWarning, kFailed };
  std::string name;
  Outcome outcome = Outcome::kOk;
  std::string message;
  std::string hint;  ///< What to do; empty where all is well.
};
std::string_view outcome_name(Check::Outcome outcome);

/// Which indexes are open.
struct Readiness {
  std::uint64_t open = 0;
  std::vector<std::string> waiting;  ///< Repositories that were indexed before, but whose index can't be opened.
};

struct ModelReport {
  inference::EmbedderInfo model;
  bool available = false;                                ///< It can be loaded.
  bool resident = false;                                 ///< It is in memory now.
  std::string problem;                                   ///< Why it isn't available.
  std::uint32_t active = 0;                              ///< Requests that use it now.
  std::string keep_alive;                                ///< "30s", "always"
  std::optional<std::chrono::seconds> releases_in = {};  ///< Where it is loaded, unused and not kept for good.
  struct Use {
    std::string repository;
    std::uint64_t units = 0, vectors = 0;     ///< Units, and those with a vector of this model.
    std::vector<VectorsOfModel> models = {};  ///< Whose vectors there are, others' too.
  };
  std::vector<Use> repositories;
  struct Stored {
    std::string name, path;
    std::uint64_t bytes = 0;
  };
  std::vector<Stored> stored;  ///< Downloaded ones, in the models folder.
  struct Reranker {
    std::string provider, model;
    bool available = false, resident = false;
    bool is_default = false;  ///< Searches that don't say use it.
    std::uint32_t active = 0;
    std::string keep_alive;
    std::optional<std::chrono::seconds> releases_in = {};
    std::string problem;  ///< Why it isn't available.
  };
  std::optional<Reranker> reranker;  ///< Nothing where none is configured.
};

}  // namespace grove::engine
