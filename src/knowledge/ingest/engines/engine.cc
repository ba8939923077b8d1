#include "knowledge/ingest/engines/engine.h"

#include <array>

#include "base/text.h"
#include "knowledge/ingest/engines/docling.h"
#include "knowledge/ingest/engines/pageindex.h"
#include "knowledge/ingest/engines/python_engines.h"

namespace grove::knowledge {
namespace {

using Reader = std::unique_ptr<document::DocumentReader>;

struct Engine {
  std::string_view name;
  bool (*is_there)(const EngineOptions& options, const CancelToken& cancel);
  std::string_view how;
  Reader (*open)(const EngineOptions& options);
};

constexpr auto kEngines = std::to_array<Engine>({
    {.name = "builtin",
     .is_there = [](const EngineOptions&, const CancelToken&) { return true; },
     .how = "",
     .open = [](const EngineOptions& options) { return document::open_builtin_reader(options.builtin); }},
    {.name = "pageindex",
     .is_there = [](const EngineOptions& options, const CancelToken&) { return !options.pageindex_key.empty(); },
     .how = "set PAGEINDEX_API_KEY",
     .open = open_pageindex},
    {.name = "llamaindex",
     .is_there = [](const EngineOptions&, const CancelToken& cancel) { return has_python_module("llama_index.core", cancel); },
     .how = "pip install llama-index-core llama-index-readers-file",
     .open = [](const EngineOptions&) { return open_llamaindex(); }},
    {.name = "docling",
     .is_there = [](const EngineOptions&, const CancelToken& cancel) { return has_docling(cancel); },
     .how = "pip install docling",
     .open = [](const EngineOptions&) { return open_docling(); }},
    {.name = "unstructured",
     .is_there = [](const EngineOptions&, const CancelToken& cancel) { return has_python_module("unstructured.partition.auto", cancel); },
     .how = "pip install 'unstructured[all-docs]'",
     .open = [](const EngineOptions&) { return open_unstructured(); }},
});

std::string names() {
  std::vector<std::string> all;
  for (const Engine& engine : kEngines) all.emplace_back(engine.name);
  return join(all, ", ");
}

}  // namespace

std::vector<EngineState> find_engines(const EngineOptions& options, const CancelToken& cancel) {
  std::vector<EngineState> states;
  for (const Engine& engine : kEngines)
    states.push_back({.name = engine.name, .is_there = engine.is_there(options, cancel), .how = std::string(engine.how)});
  return states;
}

Result<Reader> open_engine(std::string_view name, const EngineOptions& options, const CancelToken& cancel) {
  for (const Engine& engine : kEngines) {
    if (engine.name != name) continue;
    if (engine.is_there(options, cancel)) return engine.open(options);
    return fail(ErrorCode::kUnavailable, "the ingest engine " + std::string(name) + " isn't there", std::string(engine.how));
  }
  return fail(ErrorCode::kInvalidArgument, "there is no ingest engine " + std::string(name), "choose one of " + names());
}

}  // namespace grove::knowledge
