#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bench/latency.h"
#include "engine/data_directory.h"
#include "engine/engine.h"
#include "graph/graph.h"

// usage: bench_navigation DATA_DIRECTORY REPOSITORY [COUNT]
// Time inside the engine of structural queries about COUNT symbols of a repository drawn by chance (200), each asked twice and the second
// time counted; then the callers to depth 5 of the symbol that most call, and how large the graph is.
namespace {

using grove::graph::Declarations;
using grove::graph::SymbolId;

int fail(const grove::Error& error) {
  fmt::print(stderr, "{}\n", grove::describe(error));
  return 1;
}

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::string name_of(const Declarations& declarations, SymbolId id) { return std::string(declarations.symbol(id).qualified_name); }

std::vector<std::string> some_callables(const Declarations& declarations, std::size_t count) {
  std::mt19937 random(1);
  std::vector<std::string> names;
  for (std::size_t tries = 0; names.size() < count && tries < count * 1000 && declarations.symbol_limit() > 0; ++tries) {
    const auto id = static_cast<SymbolId>(random() % declarations.symbol_limit());
    if (!declarations.is_live(declarations.file_of(id)) || !grove::is_callable(declarations.symbol(id).kind)) continue;
    names.push_back(name_of(declarations, id));
  }
  return names;
}

std::string busiest(const grove::graph::Graph& graph) {
  SymbolId most = 0;
  for (SymbolId id = 0; id < graph.declarations().symbol_limit(); ++id)
    if (graph.call_in_degree(id) > graph.call_in_degree(most)) most = id;
  fmt::print("most called\t{}\t{} callers\n", name_of(graph.declarations(), most), graph.call_in_degree(most));
  return name_of(graph.declarations(), most);
}

void time_access(const Declarations& declarations) {
  std::mt19937 random(2);
  std::vector<SymbolId> ids(200'000);
  for (SymbolId& id : ids) id = static_cast<SymbolId>(random() % declarations.symbol_limit());
  std::size_t bytes = 0;
  for (int round = 0; round < 2; ++round) {
    const double took = milliseconds_of([&] {
      for (const SymbolId id : ids) bytes += declarations.symbol(id).name.size();
    });
    fmt::print("symbol by number, {}\t{:.0f} ns\n", round == 0 ? "first" : "again", took * 1e6 / static_cast<double>(ids.size()));
  }
  std::size_t found = 0;
  const double took = milliseconds_of([&] {
    for (std::size_t i = 0; i < 20'000; ++i) found += declarations.named(declarations.symbol(ids[i]).name).size();
  });
  fmt::print("symbols by name\t{:.0f} ns\t({} found, {} bytes)\n", took * 1e6 / 20'000, found, bytes);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: bench_navigation DATA_DIRECTORY REPOSITORY [COUNT]\n", stderr);
    return 2;
  }
  grove::engine::EngineOptions options;
  options.data_directory = arguments[1];
  const auto engine = grove::engine::Engine::open(options);
  if (!engine) return fail(engine.error());
  const auto state = (*engine)->repository(arguments[2]);
  if (!state) return fail(state.error());
  const auto graph = grove::graph::open_graph(grove::engine::DataDirectory(options.data_directory).graph(state->repository.id));
  if (!graph) return fail(graph.error());
  const grove::graph::GraphStats stats = (*graph)->stats();
  fmt::print("{} files, {} symbols, {} edges, {:.1f} MiB on disk; {} units\n", stats.files, stats.symbols, stats.edges,
             static_cast<double>(stats.bytes_on_disk) / 1048576, state->index.units);
  if (stats.symbols == 0) return 0;
  time_access((*graph)->declarations());

  const std::vector<std::string> names =
      some_callables((*graph)->declarations(), count > 3 ? static_cast<std::size_t>(std::stoul(arguments[3])) : 200);
  const std::vector<std::string> only = {state->repository.name};
  const auto request = [&](const std::string& name) { return grove::engine::SymbolRequest{.symbol = name, .repositories = only}; };
  const auto time_all = [&](const std::string& label, const std::function<bool(const std::string&)>& ask) {
    std::vector<double> took;
    for (const std::string& name : names) {
      if (!ask(name)) continue;
      took.push_back(milliseconds_of([&] { ask(name); }));
    }
    if (!took.empty()) grove::bench::print_latencies(label, took);
  };
  fmt::print("ms in the engine\tp50\tp95\tp99\tworst\n");
  time_all("definition", [&](const std::string& name) { return (*engine)->definition(request(name), {}).has_value(); });
  time_all("references", [&](const std::string& name) { return (*engine)->references(request(name), {}).has_value(); });
  time_all("callers", [&](const std::string& name) { return (*engine)->callers({request(name), 1}, {}).has_value(); });
  time_all("callees", [&](const std::string& name) { return (*engine)->callees({request(name), 1}, {}).has_value(); });
  time_all("callers, depth 5", [&](const std::string& name) { return (*engine)->callers({request(name), 5}, {}).has_value(); });
  const std::string most = busiest(**graph);
  for (int round = 0; round < 3; ++round) {
    std::size_t edges = 0;
    const double took = milliseconds_of([&] {
      if (const auto calls = (*engine)->callers({request(most), 5}, {})) edges = calls->total;
    });
    fmt::print("its callers to depth 5\t{:.1f} ms\t{} edges\n", took, edges);
  }
}
