#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
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
    ASSERT_TRUE(write_file(sources() + "/" + std::string(file), text, Durability::kProcess));
  }
  EngineOptions options() const { return {.data_directory = path("data"), .vectors = false}; }
  std::unique_ptr<Engine> open() const { return open(options()); }
  static std::unique_ptr<Engine> open(const EngineOptions& options) {
    auto engine = Engine::open(options);
    EXPECT_TRUE(engine) << engine.error().message;
    return engine ? *std::move(engine) : nullptr;
  }
  /// Registers the sources and indexes them.
  void index(Engine& engine, IndexRequest::Depth depth = IndexRequest::Depth::kChanges) const {
    NullProgress progress;
    const auto repository = engine.add({.location = sources()}, progress, CancelToken());
    ASSERT_TRUE(repository) << repository.error().message;
    const auto report = engine.index({.repository = repository->id, .depth = depth}, progress, CancelToken());
    ASSERT_TRUE(report) << report.error().message;
  }
  /// The best hit; one without a name where there is none.
  static UnitHit best(Engine& engine, const std::string& query) {
    SearchCommand command;
    command.request.query = query;
    auto result = engine.search(command, CancelToken());
    EXPECT_TRUE(result) << result.error().message;
    return result && !result->hits.empty() ? std::move(result->hits.front()) : UnitHit{};
  }

 private:
  std::string root_;
};

}  // namespace grove::engine
