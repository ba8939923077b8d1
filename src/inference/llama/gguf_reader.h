#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::inference {

/// One value of a GGUF file's metadata.
struct GgufValue {
  enum class Kind : std::uint8_t { kNumber, kText, kArray };
  Kind kind = Kind::kNumber;
  double number = 0;           ///< Also of integers and booleans; exact up to 2^53.
  std::string_view text = {};  ///< Borrowed; of an array the bytes of all its elements.
  std::uint64_t count = 0;     ///< Elements of an array.
  bool has_texts = false;      ///< They are texts.
};

struct GgufTensor {
  std::string_view name;  ///< Borrowed.
  std::array<std::uint64_t, 4> shape = {1, 1, 1, 1};
  std::uint32_t type = 0;
  std::uint64_t offset = 0;  ///< From the beginning of the data.
  std::uint64_t bytes = 0;
};

/// The syntax of a GGUF file: what its keys and tensors are, without what they mean. Borrows the bytes.
struct GgufContent {
  std::map<std::string_view, GgufValue> values;
  std::map<std::string_view, GgufTensor> tensors;
  std::uint64_t data_begin = 0;

  /// A whole number within [least, most]; none where the key is missing or holds anything else.
  std::optional<std::uint64_t> number(std::string_view key, std::uint64_t least, std::uint64_t most) const;
  std::string_view text(std::string_view key) const;
  /// The elements of an array of texts; empty where the key is missing or holds anything else.
  std::vector<std::string_view> texts(std::string_view key) const;
};

/// kCorrupt, saying where and why, for any bytes that are no whole GGUF file.
Result<GgufContent> read_gguf_content(std::string_view bytes);

}  // namespace grove::inference
