// grove-pdf: a PDF in, records of docs/formats/pdf-stream.md out. `grove` runs it; a person can, to see what poppler sees.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "apps/grove-pdf/confine.h"
#include "apps/grove-pdf/read_pdf.h"

namespace grove::pdf_program {
namespace {

constexpr std::string_view kUsage =
    "usage: grove-pdf [--pages N] [--output-bytes N] [--memory-bytes N] [--cpu-seconds N] [FILE]\n"
    "Writes the words of a PDF (stdin by default) with their places, its outline and its labels to stdout.\n";

struct Request {
  std::string path;  // empty: stdin
  std::uint64_t pages = 50'000;
  Bounds bounds;
};

std::uint64_t* place_of(Request& request, std::string_view option) {
  if (option == "--pages") return &request.pages;
  if (option == "--output-bytes") return &request.bounds.output_bytes;
  if (option == "--memory-bytes") return &request.bounds.memory_bytes;
  if (option == "--cpu-seconds") return &request.bounds.cpu_seconds;
  return nullptr;
}

std::optional<Request> parse(int count, char** arguments) {
  Request request;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (std::uint64_t* place = place_of(request, argument); place != nullptr && i + 1 < count) {
      const std::string_view value = arguments[++i];
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *place);
      if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
    } else if (!argument.starts_with("--") && request.path.empty()) {
      request.path = argument;
    } else {
      return std::nullopt;
    }
  }
  return request;
}

std::optional<std::string> read_all(const std::string& path) {
  const int file = path.empty() ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string bytes;
  std::size_t size = 0;
  for (ssize_t got = 1; got != 0; size += static_cast<std::size_t>(got)) {
    bytes.resize(std::max<std::size_t>(2 * size, std::size_t{1} << 16U));
    do {
      got = ::read(file, bytes.data() + size, bytes.size() - size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return std::nullopt;
  }
  bytes.resize(size);
  return bytes;
}

int run(int count, char** arguments) {
  const auto request = parse(count, arguments);
  if (!request) {
    std::fputs(kUsage.data(), stderr);
    return 2;
  }
  confine(request->bounds);
  const auto bytes = read_all(request->path);
  if (!bytes) {
    std::perror("grove-pdf: cannot read");
    return 1;
  }
  RecordWriter records(request->bounds.output_bytes);
  read_pdf(*bytes, static_cast<std::uint32_t>(std::min<std::uint64_t>(request->pages, 1U << 30U)), records);
  return 0;
}

}  // namespace
}  // namespace grove::pdf_program

int main(int count, char** arguments) { return grove::pdf_program::run(count, arguments); }
