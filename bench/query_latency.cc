#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/latency.h"
#include "engine/engine.h"

// usage: bench_queries DATA_DIRECTORY QUERIES hybrid|keyword|semantic [--steps]
// Time inside the engine of each query, over all repositories of a data directory; the first of three rounds only warms up. `--steps`
// prints the mean time of each step of the plan before.
namespace {

int fail(const grove::Error& error) {
  fmt::print(stderr, "{}\n", grove::describe(error));
  return 1;
}

grove::search::Mode mode_of(const std::string& name) {
  if (name == "keyword") return grove::search::Mode::kKeyword;
  return name == "semantic" ? grove::search::Mode::kSemantic : grove::search::Mode::kHybrid;
}

}  // namespace

int main(int count, char** arguments) {
  const bool steps = count == 5 && std::string(arguments[4]) == "--steps";
  if (count != 4 && !steps) {
    std::fputs("usage: bench_queries DATA_DIRECTORY QUERIES hybrid|keyword|semantic [--steps]\n", stderr);
    return 2;
  }
  grove::engine::EngineOptions options;
  options.data_directory = arguments[1];
  const auto engine = grove::engine::Engine::open(options);
  if (!engine) return fail(engine.error());
  std::vector<double> took;
  std::map<std::string, double> spent;
  for (int round = 0; round < 3; ++round) {
    for (const std::string& query : grove::bench::read_queries(arguments[2])) {
      grove::engine::SearchCommand command;
      command.request.query = query;
      command.request.mode = mode_of(arguments[3]);
      command.request.explain = steps;
      const auto result = (*engine)->search(command, {});
      if (!result) return fail(result.error());
      if (round == 0) continue;
      took.push_back(result->answer.took_ms);
      for (const grove::search::PlanStep& step : result->answer.plan) spent[step.name] += step.took_ms;
    }
  }
  if (took.empty()) return 1;
  for (const auto& [step, milliseconds] : spent) fmt::print("{}\t{:.4f}\n", step, milliseconds / static_cast<double>(took.size()));
  grove::bench::print_latencies(fmt::format("grove, {}", arguments[3]), took);
}
