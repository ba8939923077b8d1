#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/file.h"
#include "engine/engine.h"

namespace grove::engine {

/// A data directory and a folder of sources, gone with it, and an engine over them that makes no vectors.
class EngineWorld {
 public:
  EngineWorld() {
    std::string pattern = (std::filesystem::temp_directory_path() / "grove-engine-XXXXXX").string();
    root_ = std::filesystem::canonical(::mkdtemp(pattern.data())).string();
    std::filesystem::create_directories(sources());
  }
  EngineWorld(const EngineWorld&) = delete;
  EngineWorld& operator=(const EngineWorld&) = delete;
  ~EngineWorld() { static_cast<void>(remove_tree(root_)); }

  std::string path(std::string_view below) const { return root_ + "/" + std::string(below); }
  std::string sources() const { return path("shop"); }
  void write(std::string_view file, std::string_view text) const {
    const std::string whole = sources() + "/" + std::string(file);
    std::filesystem::create_directories(std::filesystem::path(whole).parent_path());
    require(write_file(whole, text, Durability::kProcess));
  }
  EngineOptions options() const { return {.data_directory = path("data"), .vectors = false}; }
  std::unique_ptr<Engine> open() const { return open(options()); }
  static std::unique_ptr<Engine> open(const EngineOptions& options) {
    auto engine = Engine::open(options);
    require(engine);
    return *std::move(engine);
  }
  /// Registers the sources and indexes them.
  void index(Engine& engine, IndexRequest::Depth depth = IndexRequest::Depth::kChanges) const {
    NullProgress progress;
    const auto repository = engine.add({.location = sources()}, progress, CancelToken());
    require(repository);
    const auto report = engine.index({.repository = repository->id, .depth = depth}, progress, CancelToken());
    require(report);
  }
  /// The best hit; one without a name where there is none.
  static UnitHit best(Engine& engine, const std::string& query) {
    SearchCommand command;
    command.request.query = query;
    auto result = engine.search(command, CancelToken());
    require(result);
    return !result->hits.empty() ? std::move(result->hits.front()) : UnitHit{};
  }

 private:
  /// What fails here fails the test that needs it.
  template <class Outcome>
  static void require(const Outcome& outcome) {
    if (!outcome) throw std::runtime_error(outcome.error().message);
  }

  std::string root_;
};

}  // namespace grove::engine
