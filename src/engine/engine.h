#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "engine/answering/question.h"
#include "engine/answering/summarizing.h"
#include "engine/answering/type_view.h"
#include "engine/answers.h"
#include "engine/navigation.h"
#include "engine/topology/scope.h"
#include "engine/topology/suggestions.h"
#include "engine/watched.h"
#include "http/pacer.h"
#include "inference/chat/chat_model.h"
#include "inference/residency/keep_alive.h"
#include "ingest/ingest.h"
#include "model/repository.h"
#include "model/topology.h"
#include "search/search.h"

namespace grove::engine {

struct EngineOptions {
  std::string data_directory;
  std::string embedding_model = {};      ///< Empty: the built-in static model.
  inference::KeepAlive keep_alive = {};  ///< How long a local model stays loaded when nobody uses it.
  bool vectors = true;
  http::RateLimits rates = {};                      ///< Of servers with models.
  std::optional<double> embedding_price = {};       ///< Dollars for a million tokens; nothing: the list price that is known.
  std::optional<double> embedding_max_cost = {};    ///< Dollars that a run over a repository may cost by our estimate; nothing: any.
  std::string reranker_model = {};                  ///< Empty: none.
  std::string reranker_url = {};                    ///< Of its server; empty: the provider's own.
  bool rerank = false;                              ///< What SearchCommand::Rerank::kAuto means.
  std::chrono::milliseconds rerank_within{10'000};  ///< Longest that it may hold up a search.
  unsigned index_threads = 0;                       ///< 0: one a core.
  std::uint64_t max_file_bytes = 4U << 20U;
  std::vector<std::string> skip_patterns = {};             ///< Paths to leave out, as globs.
  std::string github_token = {};                           ///< For `github_hosts` only; empty for none.
  std::vector<std::string> github_hosts = {"github.com"};  ///< With their port where it isn't the usual one.
  std::uint32_t embedding_dimensions = 0;                  ///< That vectors should have; 0 for any.
  std::string product = "grove";                           ///< What collections are called after.
  std::string serving_collection = {};                     ///< Empty: `{product}-rag`.
  std::optional<inference::ChatSettings> chat = {};        ///< The language model that writes answers; nothing for none.
  Levers levers = {};                                      ///< Of questions that name none.
};

struct SearchCommand {
  search::SearchRequest request;
  RepositoryScope scope = {};
  enum class Rerank {
    kAuto,  ///< As the options say.
    kOn,
    kOff
  } rerank = Rerank::kAuto;  ///< Decides `request.rerank`.
};

/// A folder or Git remote to register.
struct AddRequest {
  std::string name = {};      ///< Empty: named after the folder or URL, `-2`, `-3`, … where that is taken.
  std::string location = {};  ///< Folder or Git URL.
  std::string branch = {};    ///< Remotes only. Empty for the default.
  std::string subpath = {};   ///< Folder inside to index; empty for all.
  enum class Base {
    kWorkingDirectory,  ///< A relative folder counts from where the process stands.
    kAbsoluteOnly,      ///< A relative folder is refused.
  } base = Base::kWorkingDirectory;
  enum class Clone {
    kNow,
    kLater,  ///< A remote is registered only; the first indexing that fetches clones it.
  } clone = Clone::kNow;
};

/// New values for a registered repository; what is unset stays.
struct UpdateRequest {
  std::string repository;
  std::optional<std::string> name = {}, branch = {}, url = {};
  std::optional<std::string> subpath = {};  ///< Of remotes; takes effect with the next fetch.
};

struct IndexRequest {
  std::string repository = {};
  enum class Depth {
    kChanges,  ///< What changed since the last run.
    kForce,    ///< Every file is read and parsed again.
    kRebuild,  ///< Corpus and index are thrown away first.
  } depth = Depth::kChanges;
  enum class Remote { kAsIs, kFetch } remote = Remote::kAsIs;  ///< kFetch: fetches first where the repository has a remote.
  enum class Vectors {
    kAsConfigured,
    kNone,
    kEstimateOnly,  ///< None are made; the report says what it would take.
  } vectors = Vectors::kAsConfigured;
  /// Asked before vectors are made by a provider that charges for them; an error leaves them out. May be empty: nobody is asked.
  std::function<Status(const ingest::EmbeddingEstimate&)> approve = {};
  std::optional<std::vector<std::string>> paths = {};  ///< kChanges only: all that changed, files and folders, relative to the root.
};

/// A model to download.
struct PullRequest {
  std::string source = {};  ///< A known name, an http or https address, or a file.
  std::string name = {};    ///< To keep it under; empty: its own.
  std::string sha256 = {};  ///< Expected, hexadecimal; empty: what is known of it.
};

struct OutlineRequest {
  std::string file = {};        ///< A path in a repository, `repo:path`, or a path on this machine inside a registered folder.
  std::string repository = {};  ///< Empty: any.
};

/// The only door between Grove and the world: one method a use, thread-safe, synchronous. Holds snapshots of the indexes and swaps them
/// when a newer generation is published, by whichever process. A broken contract below ends the call with kInternal.
class Engine {
 public:
  static Result<std::unique_ptr<Engine>> open(const EngineOptions& options);
  virtual ~Engine() = default;

  virtual Result<std::vector<RepositoryState>> repositories() = 0;
  /// kNotFound names near ones.
  virtual Result<RepositoryState> repository(const std::string& name_or_id) = 0;
  /// Registers a folder, or clones a remote and registers it. A folder that is registered already is returned as it is, unless another
  /// name was asked for. kAlreadyExists where a name asked for is taken or the folder lies inside a registered one or around one.
  virtual Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  virtual Result<Repository> update(const UpdateRequest& request) = 0;
  /// Forgets a repository and deletes what was derived from it, a clone included; never a folder that a person registered.
  virtual Result<Repository> remove(const std::string& name_or_id) = 0;
  /// Groups and dependencies of the repositories.
  virtual Result<Topology> topology() = 0;
  /// One decision about them, as one transaction; the topology as it is then. Errors as `corpus::Registry::change_topology`; kNotFound
  /// where a suggestion is accepted or dismissed that nothing makes.
  virtual Result<Topology> change_topology(const TopologyChange& change) = 0;
  /// Dependencies that nobody declared, and why they seem to be some.
  virtual Result<Suggestions> suggestions(const SuggestionRequest& request, const CancelToken& cancel) = 0;
  virtual Result<ingest::IngestReport> index(const IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  /// Begins to watch a registered folder; a root that is gone is waited for. kLocked names another process that watches it,
  /// kInvalidArgument for a clone, which nobody edits.
  virtual Result<Watched> watch(const std::string& name_or_id, const WatchOptions& options) = 0;
  virtual Result<SearchResult> search(const SearchCommand& command, const CancelToken& cancel) = 0;
  virtual Result<Outline> outline(const OutlineRequest& request, const CancelToken& cancel) = 0;
  /// kNotFound names near ones, for this and the next four.
  virtual Result<Definitions> definition(const SymbolRequest& request, const CancelToken& cancel) = 0;
  virtual Result<References> references(const SymbolRequest& request, const CancelToken& cancel) = 0;
  virtual Result<Calls> callers(const CallRequest& request, const CancelToken& cancel) = 0;
  virtual Result<Calls> callees(const CallRequest& request, const CancelToken& cancel) = 0;
  /// What programs serve over HTTP, as their code and configuration say.
  virtual Result<EndpointList> endpoints(const EndpointRequest& request, const CancelToken& cancel) = 0;
  /// What requests to endpoints go through. kNotFound where none is meant.
  virtual Result<Flows> flows(const FlowRequest& request, const CancelToken& cancel) = 0;
  /// Which requests of code come to which endpoints, across all repositories, and what is left over on both sides.
  virtual Result<ApiLinkList> links(const LinkRequest& request, const CancelToken& cancel) = 0;
  /// What the repositories deploy, and who calls, feeds or connects to whom, across all of them.
  virtual Result<ServiceMap> services(const ServiceRequest& request, const CancelToken& cancel) = 0;
  /// What answers a question: units, endpoints and flows, the best first, with the text that they make together.
  virtual Result<Answer> answer(const Question& question, const CancelToken& cancel) = 0;
  /// Has the language model sum up a repository's types and modules; `answer` and `types` show what it wrote, as long as it fits the code.
  /// kInvalidArgument where no model is switched on.
  virtual Result<SummaryReport> summarize(const SummaryRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  /// What a type declares and whom it works with; kNotFound for what is the name of no type.
  virtual Result<TypeViews> types(const SymbolRequest& request, const CancelToken& cancel) = 0;
  /// Spring's `@Service` beans and their like, by repository, path and place.
  virtual Result<TypeViews> beans(const BeanRequest& request, const CancelToken& cancel) = 0;
  virtual Result<FileText> file(const OutlineRequest& request, const CancelToken& cancel) = 0;
  virtual Result<Stats> stats() = 0;
  /// Of the repositories named; of all where none is.
  virtual Result<std::vector<Coverage>> coverage(const std::vector<std::string>& names) = 0;
  virtual Result<std::vector<Check>> doctor() = 0;
  virtual Result<ModelReport> model_status() = 0;
  /// Downloads a model into the models folder, or goes on with it.
  virtual Result<ModelReport::Stored> pull_model(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel) = 0;
  /// Frees the model's memory; the next use loads it again. kConflict while it is in use.
  virtual Status unload_model() = 0;
  /// Opens the index of every registered repository.
  virtual Result<Readiness> warm_up() = 0;
  /// Names of those whose vectors are of another model than the present one, or were begun and not finished: to be indexed again. None
  /// while the model can't be had.
  virtual Result<std::vector<std::string>> repositories_to_embed() = 0;
};

}  // namespace grove::engine
