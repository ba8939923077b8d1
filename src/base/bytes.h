#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace grove {

static_assert(std::endian::native == std::endian::little, "formats on disk are little endian and read in place");

/// Appends numbers and strings to a byte string: fixed little endian, LEB128 varints, length-prefixed strings.
class ByteWriter {
 public:
  template <std::integral T>
  void fixed(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    bytes_.append(raw, sizeof(T));
  }
  void varint(std::uint64_t value) {
    if (value < 0x80) {
      bytes_ += static_cast<char>(value);
      return;
    }
    char raw[10];
    std::size_t size = 0;
    for (; value >= 0x80; value >>= 7U) raw[size++] = static_cast<char>(value | 0x80U);
    raw[size++] = static_cast<char>(value);
    bytes_.append(raw, size);
  }
  /// Zig-zag varint.
  void svarint(std::int64_t value) { varint((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63)); }
  void string(std::string_view text) {
    varint(text.size());
    bytes_.append(text);
  }
  void raw(std::string_view bytes) { bytes_.append(bytes); }
  std::size_t size() const { return bytes_.size(); }
  const std::string& bytes() const& { return bytes_; }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what ByteWriter wrote. Never reads out of bounds: past the end every read gives 0 or "" and `ok()` is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <std::integral T>
  T fixed() {
    T value{};
    if (rest_.size() < sizeof(T)) return overrun(), value;
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    overrun();
    return 0;
  }
  std::int64_t svarint() {
    const std::uint64_t raw = varint();
    return static_cast<std::int64_t>(raw >> 1U) ^ -static_cast<std::int64_t>(raw & 1U);
  }
  std::string_view string() { return raw(varint()); }
  std::string_view raw(std::uint64_t size) {
    if (size > rest_.size()) return overrun(), std::string_view{};
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }
  bool ok() const { return ok_; }
  bool empty() const { return rest_.empty(); }
  std::size_t remaining() const { return rest_.size(); }

 private:
  void overrun() {
    ok_ = false;
    rest_ = {};
  }
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace grove
