#include "serve/rest/metrics.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"

namespace grove::serve {
namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view meaning) {
  fmt::format_to(std::back_inserter(out), "# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, meaning);
}

void gauge(std::string& out, std::string_view name, std::string_view meaning, std::uint64_t value) {
  head(out, name, "gauge", meaning);
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
}

}  // namespace

void Metrics::count(std::string_view method, std::string_view route, unsigned status, double milliseconds) {
  const std::string by_route = fmt::format("route=\"{}\"", route);
  const auto bucket = static_cast<std::size_t>(std::ranges::lower_bound(kBounds, milliseconds) - kBounds.begin());
  const std::lock_guard lock(mutex_);
  ++requests_[{fmt::format("method=\"{}\",{}", method, by_route), status}];
  Histogram& histogram = latencies_[by_route];
  ++histogram.buckets[bucket];
  ++histogram.count;
  histogram.sum_ms += milliseconds;
}

std::string Metrics::text(const std::vector<engine::RepositoryState>& repositories, const std::vector<engine::Job>& jobs) const {
  std::uint64_t units = 0;
  std::uint64_t files = 0;
  for (const engine::RepositoryState& state : repositories) {
    units += state.index.units;
    files += state.index.files;
  }
  std::string out;
  head(out, "grove_build_info", "gauge", "Always 1; which program this is.");
  fmt::format_to(std::back_inserter(out), "grove_build_info{{version=\"{}\"}} 1\n", version());
  gauge(out, "grove_repositories", "Registered repositories.", repositories.size());
  gauge(out, "grove_files", "Searchable files.", files);
  gauge(out, "grove_units", "Searchable units.", units);
  const auto in_state = [&](engine::JobState state) {
    return static_cast<std::uint64_t>(std::ranges::count_if(jobs, [&](const engine::Job& job) { return job.state == state; }));
  };
  gauge(out, "grove_jobs_queued", "Jobs that wait.", in_state(engine::JobState::kQueued));
  gauge(out, "grove_jobs_running", "Jobs that run.", in_state(engine::JobState::kRunning));
  const MemoryUse memory = memory_use();
  gauge(out, "process_resident_memory_bytes", "Resident memory, mapped indexes included.", memory.resident);
  gauge(out, "grove_anonymous_memory_bytes", "Resident memory that no file backs.", memory.anonymous);
  const std::lock_guard lock(mutex_);
  head(out, "grove_http_requests_total", "counter", "Requests answered.");
  for (const auto& [labels, count] : requests_) {
    fmt::format_to(std::back_inserter(out), "grove_http_requests_total{{{},status=\"{}\"}} {}\n", labels.first, labels.second, count);
  }
  head(out, "grove_http_request_duration_seconds", "histogram", "From the head of a request to the end of its answer.");
  for (const auto& [labels, histogram] : latencies_) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      below += histogram.buckets[i];
      fmt::format_to(std::back_inserter(out), "grove_http_request_duration_seconds_bucket{{{},le=\"{}\"}} {}\n", labels, kBounds[i] / 1000,
                     below);
    }
    fmt::format_to(std::back_inserter(out),
                   "grove_http_request_duration_seconds_bucket{{{0},le=\"+Inf\"}} {2}\n"
                   "grove_http_request_duration_seconds_sum{{{0}}} {1}\ngrove_http_request_duration_seconds_count{{{0}}} {2}\n",
                   labels, histogram.sum_ms / 1000, histogram.count);
  }
  return out;
}

MemoryUse memory_use() {
  const auto statm = read_file("/proc/self/statm", 4096);
  if (!statm) return {};
  const auto words = split_words(*statm);
  if (words.size() < 3) return {};
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t resident = std::stoull(std::string(words[1])) * page;
  const std::uint64_t shared = std::stoull(std::string(words[2])) * page;
  return {resident, resident - std::min(resident, shared)};
}

}  // namespace grove::serve
