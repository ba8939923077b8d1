#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <mutex>
#include <shared_mutex>

#include "base/check.h"
#include "base/file.h"
#include "engine/local_engine.h"

namespace grove::engine {
namespace {

/// Runs one call of an engine. What a bug or a lack of memory throws ends that call and nothing else.
template <class Call>
auto guarded(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    return std::unexpected(error_of(thrown));
  }
}

/// Whether there is nothing in it, or only what people and Grove put there: a folder of somebody's with other things in it is not ours.
bool is_ours_alone(const std::string& data_directory) {
  constexpr std::array<std::string_view, 10> kOurs = {"grove.db",        "grove.db-wal",      "grove.db-shm", "repos",
                                                      "models",          "server.json",       "grove.toml",   ".env",
                                                      "index_meta.json", ".rag-instance.lock"};
  std::error_code error;
  std::filesystem::directory_iterator entry(data_directory, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (std::ranges::find(kOurs, entry->path().filename().string()) == kOurs.end()) return false;
  return !error;
}

/// A data directory inside an indexed folder is no part of it. A refusal to write is told where it matters: by the first real write.
void keep_out_of_indexes(const std::string& data_directory) {
  const std::string path = data_directory + "/.gitignore";
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) || !is_ours_alone(data_directory)) return;
  static_cast<void>(write_file(path, "*\n", Durability::kProcess));
}

/// A path that is no folder can't become one: the first command says so, and not that nothing is there.
Status check_place(const std::string& folder) {
  struct stat found{};
  const bool is_there = ::stat(folder.c_str(), &found) == 0;
  if (is_there ? S_ISDIR(found.st_mode) : errno != ENOTDIR) return {};
  return fail(ErrorCode::kIo, fmt::format("cannot keep data in {}: {} is not a folder", folder, is_there ? "it" : "a part of that path"),
              "Choose another with --data-dir.");
}

class GuardedEngine final : public Engine {
 public:
  GuardedEngine(const EngineOptions& options, std::unique_ptr<corpus::Registry> registry)
      : data_directory_(options.data_directory), inner_(options, std::move(registry)) {}

  Result<std::vector<RepositoryState>> repositories() override {
    return asked([&] { return inner_.repositories(); });
  }
  Result<RepositoryState> repository(const std::string& name_or_id) override {
    return asked([&] { return inner_.repository(name_or_id); });
  }
  Result<Repository> add(const AddRequest& request, ProgressSink& progress, const CancelToken& cancel) override {
    return guarded([&] {
      auto added = inner_.add(request, progress, cancel);
      if (added) keep_out_of_indexes(data_directory_);
      return added;
    });
  }
  Result<Repository> update(const UpdateRequest& request) override {
    return guarded([&] { return inner_.update(request); });
  }
  Result<Repository> remove(const std::string& name_or_id) override {
    return guarded([&] {
      const std::lock_guard removing(removing_);
      auto removed = inner_.remove(name_or_id);
      removals_.fetch_add(1);
      return removed;
    });
  }
  Result<Topology> topology() override {
    return asked([&] { return inner_.topology(); });
  }
  Result<Topology> change_topology(const TopologyChange& change) override {
    return guarded([&] { return inner_.change_topology(change); });
  }
  Result<Suggestions> suggestions(const SuggestionRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.suggestions(request, cancel); });
  }
  Result<ingest::IngestReport> index(const IndexRequest& request, ProgressSink& progress, const CancelToken& cancel) override {
    return guarded([&] { return inner_.index(request, progress, cancel); });
  }
  Result<Watched> watch(const std::string& name_or_id, const WatchOptions& options) override {
    return guarded([&] { return inner_.watch(name_or_id, options); });
  }
  Result<SearchResult> search(const SearchCommand& command, const CancelToken& cancel) override {
    return asked([&] { return inner_.search(command, cancel); });
  }
  Result<Outline> outline(const OutlineRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.outline(request, cancel); });
  }
  Result<Definitions> definition(const SymbolRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.definition(request, cancel); });
  }
  Result<References> references(const SymbolRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.references(request, cancel); });
  }
  Result<Calls> callers(const CallRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.callers(request, cancel); });
  }
  Result<Calls> callees(const CallRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.callees(request, cancel); });
  }
  Result<EndpointList> endpoints(const EndpointRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.endpoints(request, cancel); });
  }
  Result<Flows> flows(const FlowRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.flows(request, cancel); });
  }
  Result<ApiLinkList> links(const LinkRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.links(request, cancel); });
  }
  Result<ServiceMap> services(const ServiceRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.services(request, cancel); });
  }
  Result<Answer> answer(const Question& question, const CancelToken& cancel) override {
    return asked([&] { return inner_.answer(question, cancel); });
  }
  Result<FileText> file(const OutlineRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.file(request, cancel); });
  }
  Result<SummaryReport> summarize(const SummaryRequest& request, ProgressSink& progress, const CancelToken& cancel) override {
    return guarded([&] { return inner_.summarize(request, progress, cancel); });
  }
  Result<TypeViews> types(const SymbolRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.types(request, cancel); });
  }
  Result<TypeViews> beans(const BeanRequest& request, const CancelToken& cancel) override {
    return asked([&] { return inner_.beans(request, cancel); });
  }
  Result<Stats> stats() override {
    return asked([&] { return inner_.stats(); });
  }
  Result<std::vector<Coverage>> coverage(const std::vector<std::string>& names) override {
    return asked([&] { return inner_.coverage(names); });
  }
  Result<std::vector<Check>> doctor() override {
    return guarded([&] { return inner_.doctor(); });
  }
  Result<ModelReport> model_status() override {
    return guarded([&] { return inner_.model_status(); });
  }
  Result<ModelReport::Stored> pull_model(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel) override {
    return guarded([&] { return inner_.pull_model(request, progress, cancel); });
  }
  Status unload_model() override {
    return guarded([&] { return inner_.unload_model(); });
  }
  Result<Readiness> warm_up() override {
    return guarded([&] { return inner_.warm_up(); });
  }
  Result<std::vector<std::string>> repositories_to_embed() override {
    return guarded([&] { return inner_.repositories_to_embed(); });
  }

 private:
  /// A question that failed while a repository was being removed is asked once more: it isn't there then.
  template <class Call>
  auto asked(Call call) -> decltype(call()) {
    const std::uint64_t before = removals_.load();
    auto answer = guarded(call);
    if (answer || answer.error().code == ErrorCode::kCancelled || answer.error().code == ErrorCode::kInvalidArgument) return answer;
    {
      const std::shared_lock until_it_ends(removing_);
    }
    return removals_.load() == before ? answer : guarded(call);
  }

  const std::string data_directory_;
  LocalEngine inner_;
  std::shared_mutex removing_;
  std::atomic<std::uint64_t> removals_ = 0;  // that ended
};

}  // namespace

Result<std::unique_ptr<Engine>> Engine::open(const EngineOptions& options) {
  return guarded([&]() -> Result<std::unique_ptr<Engine>> {
    GROVE_RETURN_IF_ERROR(check_place(options.data_directory));
    GROVE_ASSIGN_OR_RETURN(auto registry, corpus::Registry::open(options.data_directory));
    return std::make_unique<GuardedEngine>(options, std::move(registry));
  });
}

}  // namespace grove::engine
