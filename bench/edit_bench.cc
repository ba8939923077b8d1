#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/file.h"
#include "bench/latency.h"
#include "ingest/ingest.h"

// usage: bench_edit REPOSITORY_DIRECTORY ROOT FILE TEXT [ROUNDS]
// How long answers are wrong after one edit: appends TEXT and a count to a file of an indexed repository (`repos/<id>` of a data directory)
// and brings corpus, index and symbol graph up to it, ten times; then puts the file back as it was.
int main(int count, char** arguments) {
  if (count < 5) {
    std::fputs("usage: bench_edit REPOSITORY_DIRECTORY ROOT FILE TEXT [ROUNDS]\n", stderr);
    return 2;
  }
  grove::ingest::IngestRequest request;
  request.directory = arguments[1];
  request.repository = {.id = "bench", .name = "bench", .root = arguments[2]};
  const std::string file = arguments[3];
  const std::string path = request.repository.root + "/" + file;
  const auto before = grove::read_file(path);
  if (!before) {
    fmt::print(stderr, "{}\n", grove::describe(before.error()));
    return 1;
  }
  const std::vector<std::string> changed = {file};
  grove::NullProgress progress;
  const auto ingest = [&] { return grove::ingest::ingest_paths(request, changed, progress, {}); };
  std::vector<double> took;
  bool well = true;
  for (int round = 0; well && round < (count > 5 ? std::stoi(arguments[5]) : 10); ++round) {
    well = grove::write_file(path, *before + fmt::format("\n{}{}\n", arguments[4], round)).has_value();
    const auto start = std::chrono::steady_clock::now();
    const auto report = ingest();
    took.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    if (!report) fmt::print(stderr, "{}\n", grove::describe(report.error()));
    well = well && report.has_value();
  }
  well = grove::write_file(path, *before).has_value() && well;
  well = ingest().has_value() && well;
  if (!took.empty()) {
    fmt::print("ms from an edit to right answers\tp50\tp95\tp99\tworst\n");
    grove::bench::print_latencies(file, took);
  }
  return well ? 0 : 1;
}
