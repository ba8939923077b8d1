// usage: bench_pdf FILE…
// How fast PDFs become documents, beside pdftotext on the same files: pages a second, processes and all, the best of three runs each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

#include "base/file.h"
#include "base/process.h"
#include "document/pdf/pdf_reader.h"

namespace {

constexpr int kRuns = 3;

/// Seconds of the fastest run.
template <class Run>
double fastest(const Run& run) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < kRuns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

void measure(const std::string& path) {
  const auto bytes = grove::read_file(path);
  if (!bytes) return (void)std::fprintf(stderr, "%s\n", grove::describe(bytes.error()).c_str());
  const auto reader = grove::document::open_pdf_reader({});
  std::size_t pages = 0;
  const double ours = fastest([&] {
    const auto document = reader->read({.bytes = *bytes, .file_name = path}, grove::CancelToken());
    pages = document ? document->pages.size() : 0;
  });
  const double peer =
      fastest([&] { (void)grove::run_process({.arguments = {"pdftotext", path, "-"}, .environment = {}}, grove::CancelToken()); });
  const auto count = static_cast<double>(pages);
  std::printf("  %-40s %5zu pages  %8.1f pages/s  pdftotext %8.1f pages/s\n", path.c_str(), pages, count / ours, count / peer);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) measure(arguments[i]);
  return count > 1 ? 0 : 2;
}
