#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grove::pdf_program {

/// Writes records of docs/formats/pdf-stream.md to stdout: fields apart by tabs, a line each.
class RecordWriter {
 public:
  /// Stops, for good, once more than `limit` bytes would have been written.
  explicit RecordWriter(std::uint64_t limit) : limit_(limit) {}

  RecordWriter& begin(std::string_view kind);
  RecordWriter& number(long long value);
  /// Hundredths of a point.
  RecordWriter& length(double points);
  /// UTF-8; `\`, tab, line feed and other control characters are escaped as `\xHH`.
  RecordWriter& text(std::string_view value);
  void end();

  /// Hands over all that was written so far.
  void flush();
  /// False once the limit is reached or nobody reads any more.
  bool open() const { return open_; }

 private:
  std::string buffer_;
  std::uint64_t limit_;
  std::uint64_t written_ = 0;
  bool open_ = true;
};

}  // namespace grove::pdf_program
