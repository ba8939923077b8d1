#pragma once

#include <string>
#include <vector>

namespace grove::bench {

/// The queries of a file: one a line, `#` begins a comment. Empty when there is no such file.
std::vector<std::string> read_queries(const std::string& path);

/// Prints "label <tab> p50 <tab> p95 <tab> p99 <tab> worst" of some milliseconds. REQUIRES: at least one.
void print_latencies(const std::string& label, std::vector<double> milliseconds);

}  // namespace grove::bench
