#include "bench/latency.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace grove::bench {

std::vector<std::string> read_queries(const std::string& path) {
  std::vector<std::string> queries;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') queries.push_back(line);
  }
  return queries;
}

void print_latencies(const std::string& label, std::vector<double> milliseconds) {
  std::ranges::sort(milliseconds);
  const auto at = [&](double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(milliseconds.size())));
    return milliseconds[std::max<std::size_t>(rank, 1) - 1];
  };
  std::printf("%s\t%.3f\t%.3f\t%.3f\t%.3f\n", label.c_str(), at(0.50), at(0.95), at(0.99), milliseconds.back());
}

}  // namespace grove::bench
