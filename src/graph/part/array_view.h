#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace grove::graph {

/// Numbers of a fixed width, read in place from bytes of any alignment. Behind the end all are 0.
template <class T>
class ArrayView {
 public:
  ArrayView() = default;
  explicit ArrayView(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size() / sizeof(T); }
  T operator[](std::size_t i) const {
    T value{};
    if (i < size()) std::memcpy(&value, bytes_.data() + i * sizeof(T), sizeof(T));
    return value;
  }

 private:
  std::string_view bytes_;
};

/// The same numbers as bytes.
inline std::string as_bytes(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t)};
}

/// The bytes from one of `offsets` on, up to the next: `block` of `bytes`. Damaged offsets give an empty or shorter piece.
inline std::string_view block_of(std::string_view bytes, const ArrayView<std::uint32_t>& offsets, std::size_t block) {
  const std::size_t begin = offsets[block];
  const std::size_t end = block + 1 < offsets.size() ? offsets[block + 1] : bytes.size();
  if (begin > bytes.size() || end < begin) return {};
  return bytes.substr(begin, end - begin);
}

}  // namespace grove::graph
