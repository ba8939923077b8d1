#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "model/kinds.h"

namespace grove::index {

/// A symbol of some name, by the unit that holds it.
struct NamedSymbol {
  std::uint32_t unit = 0;
  Kind kind = Kind::kFunction;
  bool declaration = false;  ///< Only declared here (prototype, forward declaration).
  std::int32_t offset = 0;   ///< Of the name, in bytes from the start of the unit's range.
};

/// Appends symbols of one name, ascending by unit. Not thread-safe.
class SymbolListWriter {
 public:
  void add(const NamedSymbol& symbol) {
    bytes_.varint(symbol.unit - previous_);
    bytes_.fixed(static_cast<std::uint8_t>(static_cast<unsigned>(symbol.kind) << 1U | (symbol.declaration ? 1U : 0U)));
    bytes_.svarint(symbol.offset);
    previous_ = symbol.unit;
  }
  const std::string& bytes() const { return bytes_.bytes(); }

 private:
  ByteWriter bytes_;
  std::uint32_t previous_ = 0;
};

/// Reads them back. Damaged bytes end the list.
class SymbolListReader {
 public:
  explicit SymbolListReader(std::string_view bytes) : reader_(bytes) {}
  bool next(NamedSymbol& symbol) {
    if (reader_.empty()) return false;
    unit_ += static_cast<std::uint32_t>(reader_.varint());
    const auto head = reader_.fixed<std::uint8_t>();
    const Kind kind = head >> 1U < kKindCount ? static_cast<Kind>(head >> 1U) : Kind::kSection;
    symbol = {unit_, kind, (head & 1U) != 0, static_cast<std::int32_t>(reader_.svarint())};
    return reader_.ok();
  }

 private:
  ByteReader reader_;
  std::uint32_t unit_ = 0;
};

}  // namespace grove::index
