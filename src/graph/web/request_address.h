#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace grove::graph::web {

/// A piece of a text that code puts together.
struct TextPiece {
  enum class Kind : std::uint8_t {
    kText,       ///< `text` itself.
    kUnknown,    ///< Something called `text`.
    kParameter,  ///< What callers of `function` pass on as the parameter called `text`.
  };
  Kind kind = Kind::kText;
  std::string text = {};
  SymbolId function = kNobody;
  std::uint32_t parameter = 0;  ///< Its place among the function's parameters.
  std::string member = {};      ///< What of the parameter is meant: `url` of `options.url`; empty for all of it.
  bool is_configured = false;   ///< Something outside of the code says it, or the client that is asked: what gateways may rewrite.
};

/// A text as far as it is known.
struct PieceText {
  std::vector<TextPiece> pieces = {};
  Confidence confidence = Confidence::kExact;

  static PieceText of(std::string_view text);
  static PieceText unknown(std::string_view name);
  void append(const PieceText& more);
  bool is_known() const;
  /// With `{name}` for what is not known.
  std::string rendered() const;
};

/// A path below what a text ends with: one slash between.
PieceText joined(PieceText above, const PieceText& below);

/// A name for what an expression stands for: `orderId` of `order.getOrderId()`.
std::string name_for(std::string_view expression);

/// A URL taken apart; what is not known of it is empty.
struct RequestAddress {
  std::string host = {};
  std::uint16_t port = 0;
  std::string route = {};      ///< Parameters as `{name}`; without query.
  bool has_authority = false;  ///< A host stands there, known or not.
};
/// `http://orders:8080/api/{id}?full=1`; `/api/{id}`; `{base}/api/{id}`.
RequestAddress parse_address(std::string_view rendered);

}  // namespace grove::graph::web
