#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "bench/latency.h"
#include "engine/engine.h"
#include "search/search.h"

// usage: bench_repositories DATA_DIRECTORY QUERIES FOLDER…
// Registers every FOLDER as a repository, with the vectors of the built-in model, and times whole searches, by words alone and hybrid: in
// the one with the most units, in the four with the most, and in all. A data directory that holds repositories already is used as it is.
// The first of five rounds only warms up.
namespace {

using namespace grove;

template <class T>
T required(Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", describe(result.error()));
  std::exit(1);
}

void add_folder(engine::Engine& engine, const std::string& folder) {
  NullProgress progress;
  const Repository added = required(engine.add({.location = folder}, progress, {}));
  required(engine.index({.repository = added.id}, progress, {}));
}

void measure(engine::Engine& engine, const std::string& where, const std::vector<std::string>& queries,
             const engine::RepositoryScope& scope, search::Mode mode) {
  const std::string label = fmt::format("{}, {}", where, mode == search::Mode::kHybrid ? "hybrid" : "words");
  std::vector<double> whole, ranking;
  for (int round = 0; round < 5; ++round)
    for (const std::string& query : queries) {
      engine::SearchCommand command;
      command.request.query = query;
      command.request.mode = mode;
      command.scope = scope;
      const Stopwatch watch;
      const engine::SearchResult result = required(engine.search(command, {}));
      if (round == 0) continue;
      whole.push_back(watch.milliseconds());
      ranking.push_back(result.answer.took_ms);
    }
  bench::print_latencies(label, whole);
  bench::print_latencies(label + ", ranking alone", ranking);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fputs("usage: bench_repositories DATA_DIRECTORY QUERIES FOLDER…\n", stderr);
    return 2;
  }
  const auto engine = required(engine::Engine::open({.data_directory = arguments[1]}));
  if (required(engine->repositories()).empty())
    for (int i = 3; i < count; ++i) add_folder(*engine, arguments[i]);
  std::vector<engine::RepositoryState> states = required(engine->repositories());
  std::ranges::sort(states, std::ranges::greater(), [](const engine::RepositoryState& state) { return state.index.units; });
  if (states.empty()) return 1;
  std::uint64_t units = 0;
  for (const engine::RepositoryState& state : states) units += state.index.units;
  fmt::print("{} repositories, {} units; the largest has {}\n", states.size(), units, states.front().index.units);
  const std::vector<std::string> queries = bench::read_queries(arguments[2]);
  std::vector<std::string> four;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, states.size()); ++i) four.push_back(states[i].repository.name);
  for (const search::Mode mode : {search::Mode::kKeyword, search::Mode::kHybrid}) {
    measure(*engine, "the largest alone", queries, {.repositories = {states.front().repository.name}}, mode);
    measure(*engine, "the four largest", queries, {.repositories = four}, mode);
    measure(*engine, "all", queries, {}, mode);
  }
}
