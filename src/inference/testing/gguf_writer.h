#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace grove::inference {

/// Writes GGUF files (version 3) in memory.
class GgufWriter {
 public:
  void number(std::string_view key, std::uint32_t value);
  void real(std::string_view key, float value);
  void boolean(std::string_view key, std::uint8_t value);
  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, const std::vector<std::string>& values);
  void integers(std::string_view key, const std::vector<std::int32_t>& values);
  void reals(std::string_view key, const std::vector<float>& values);
  /// Rows of 32-bit numbers.
  void tensor(std::string_view name, std::size_t rows, std::size_t columns, const std::vector<float>& numbers);
  std::string bytes() const;

 private:
  void begin(std::string_view key, std::uint32_t type);
  void raw_text(ByteWriter& to, std::string_view text);

  std::uint64_t keys_ = 0;
  std::uint64_t tensors_ = 0;
  ByteWriter values_;
  ByteWriter infos_;
  ByteWriter data_;
};

}  // namespace grove::inference
