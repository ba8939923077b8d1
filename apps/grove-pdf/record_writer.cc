#include "apps/grove-pdf/record_writer.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>

namespace grove::pdf_program {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;
constexpr double kLongest = 1e9;  // points; what is farther away is nowhere

bool is_plain(unsigned char byte) { return byte >= 0x20 && byte != 0x7F && byte != '\\'; }

}  // namespace

RecordWriter& RecordWriter::begin(std::string_view kind) {
  buffer_.append(kind);
  return *this;
}

RecordWriter& RecordWriter::number(long long value) {
  std::array<char, 24> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  buffer_.push_back('\t');
  buffer_.append(digits.data(), end);
  return *this;
}

RecordWriter& RecordWriter::length(double points) {
  const double sane = std::isfinite(points) ? std::clamp(points, -kLongest, kLongest) : 0.0;
  return number(std::llround(sane * 100));
}

RecordWriter& RecordWriter::text(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  buffer_.push_back('\t');
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(byte)) {
      buffer_.push_back(c);
    } else {
      buffer_.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    }
  }
  return *this;
}

void RecordWriter::end() {
  buffer_.push_back('\n');
  if (written_ + buffer_.size() > limit_) open_ = false;
  if (buffer_.size() >= kBufferBytes) flush();
}

void RecordWriter::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, left.data(), left.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      open_ = false;
      break;
    }
    left.remove_prefix(static_cast<std::size_t>(put));
  }
  written_ += buffer_.size();
  buffer_.clear();
}

}  // namespace grove::pdf_program
