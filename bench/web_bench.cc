#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "bench/latency.h"
#include "engine/engine.h"

// usage: bench_web DATA_DIRECTORY REPOSITORY
// Processor time of finding all that a repository's JVM programs serve and call, which the first question after a change pays; then the
// time inside the engine of the flow of every endpoint, at most 500.
namespace {

int fail(const grove::Error& error) {
  fmt::print(stderr, "{}\n", grove::describe(error));
  return 1;
}

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: bench_web DATA_DIRECTORY REPOSITORY\n", stderr);
    return 2;
  }
  grove::engine::EngineOptions options;
  options.data_directory = arguments[1];
  const auto engine = grove::engine::Engine::open(options);
  if (!engine) return fail(engine.error());
  const std::vector<std::string> only = {arguments[2]};
  const double before = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
  const auto endpoints = (*engine)->endpoints({.repositories = only, .limit = 500}, {});
  if (!endpoints) return fail(endpoints.error());
  fmt::print("endpoints and calls found\t{:.1f} ms of processor time\t{} endpoints\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - before,
             endpoints->total);
  std::vector<double> took;
  for (const auto& one : endpoints->endpoints) {
    const double start = milliseconds(CLOCK_MONOTONIC);
    const auto flows = (*engine)->flows({.endpoint = one.http_method + " " + one.route, .repositories = only}, {});
    if (flows) took.push_back(milliseconds(CLOCK_MONOTONIC) - start);
  }
  if (!took.empty()) grove::bench::print_latencies("flow", took);
}
