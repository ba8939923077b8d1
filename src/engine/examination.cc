#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "corpus/corpus.h"
#include "engine/insight.h"
#include "engine/unfinished.h"
#include "graph/graph.h"
#include "source/git.h"

namespace grove::engine {
namespace {

using Outcome = Check::Outcome;

constexpr std::uintmax_t kLittleSpace = std::uintmax_t{1} << 30;

Check passed(std::string name, std::string message) { return {std::move(name), Outcome::kOk, std::move(message), ""}; }

Check from_error(std::string name, const Error& error, Outcome outcome) { return {std::move(name), outcome, error.message, error.hint}; }

Check check_data_directory(const DataDirectory& directory) {
  std::error_code error;
  // What is not there yet is made by the first command that writes.
  std::filesystem::path place = std::filesystem::absolute(directory.root(), error);
  while (!std::filesystem::exists(place, error) && place.has_relative_path()) place = place.parent_path();
  if (const auto status = check_writable(place.string()); !status) {
    return {"data directory", Outcome::kFailed, status.error().message,
            "Make it writable, or choose another with --data-dir. What is in it can be searched as it is."};
  }
  const auto space = std::filesystem::space(place, error);
  if (!error && space.available < kLittleSpace) {
    return {"data directory", Outcome::kWarning, fmt::format("only {} are free at {}", readable_size(space.available), directory.root()),
            "Make room: an index needs about half the size of its sources."};
  }
  return passed("data directory", fmt::format("{} can be written", directory.root()));
}

Check check_git() {
  auto version = source::Git::version();
  if (!version) return from_error("git", version.error(), Outcome::kWarning);
  return passed("git", *std::move(version));
}

Check check_model(ModelSlot* model) {
  if (model == nullptr)
    return {"model", Outcome::kWarning, "vectors are switched off: searches find words only", "Set GROVE_VECTORS=true."};
  const auto embedder = model->embedder();
  if (!embedder) return from_error("model", embedder.error(), Outcome::kFailed);
  std::vector<float> vector((*embedder)->info().dimensions);
  if (const auto status = (*embedder)->embed_query("read a file", vector, CancelToken()); !status) {
    return from_error("model", status.error(), Outcome::kFailed);
  }
  return passed("model", fmt::format("{} makes vectors of {} dimensions", (*embedder)->info().model, vector.size()));
}

Check check_repository(const DataDirectory& directory, const Repository& repository) {
  const std::string name = fmt::format("repository {}", repository.name);
  std::error_code error;
  if (!std::filesystem::is_directory(repository.root, error)) {
    return {name, Outcome::kFailed, fmt::format("its folder {} is gone", repository.root),
            fmt::format("Bring it back, or `grove remove {}`.", repository.name)};
  }
  if (const auto unfinished = unfinished_run(directory, repository)) {
    return {name, unfinished->is_interrupted ? Outcome::kFailed : Outcome::kWarning, unfinished->meaning, unfinished->remedy + "."};
  }
  const auto corpus = corpus::Corpus::open(directory.repository(repository.id), corpus::Corpus::Access::kRead);
  if (!corpus && corpus.error().code == ErrorCode::kNotFound) {
    return {name, Outcome::kWarning, "it was never indexed", fmt::format("Run `grove sync {}`.", repository.name)};
  }
  if (!corpus) return from_error(name, corpus.error(), Outcome::kFailed);
  if (const auto status = index::verify_index(directory.index(repository.id)); !status) {
    return {name, Outcome::kFailed, status.error().message, fmt::format("Run `grove sync {} --force`.", repository.name)};
  }
  if (const auto status = graph::verify_graph(directory.graph(repository.id)); !status) {
    return {name, Outcome::kFailed, status.error().message, fmt::format("Run `grove sync {}`.", repository.name)};
  }
  return passed(name, "corpus, index and symbol graph are sound");
}

}  // namespace

std::vector<Check> examine(const DataDirectory& directory, corpus::Registry& registry, ModelSlot* model) {
  std::vector<Check> checks = {check_data_directory(directory), check_git(), check_model(model)};
  const auto repositories = registry.repositories();
  if (!repositories) {
    checks.push_back(from_error("registry", repositories.error(), Outcome::kFailed));
    return checks;
  }
  checks.push_back(passed("registry", fmt::format("{} repositories are registered", repositories->size())));
  for (const Repository& repository : *repositories) checks.push_back(check_repository(directory, repository));
  return checks;
}

}  // namespace grove::engine
