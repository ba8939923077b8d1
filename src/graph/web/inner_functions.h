#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/web/endpoints.h"

namespace grove::graph::web {

/// Whose code something is: a function's, or that of a handler without a name. Neither of what stands outside of both.
struct CodeOwner {
  SymbolId function = kNobody;
  std::uint32_t body = kNone;  ///< Number of the handler in `InnerFunctions`.

  bool is_known() const { return function != kNobody || body != kNone; }
  friend auto operator<=>(const CodeOwner&, const CodeOwner&) = default;
};

/// Functions inside of others, or outside of all, whose code is not that of the function around: handlers that are written in place, and
/// inner functions that answer or are called by name. Immutable but for `add`, thread-safe otherwise.
class InnerFunctions {
 public:
  InnerFunctions() = default;
  /// With the handlers of all endpoints.
  explicit InnerFunctions(std::span<const Endpoint> endpoints);

  /// A function that stands in another one.
  struct Inner {
    ByteRange range;
    SymbolId function = kNobody;
  };
  /// Adds those of a file.
  void add(FileId file, std::span<const Inner> functions);

  /// Whose code stands at a place: the innermost such function around it, else the outermost function.
  CodeOwner owner(FileId file, std::uint32_t place, SymbolId outermost) const;
  /// The number of a handler; kNone of what is none.
  std::uint32_t number_of(const HandlerBody& body) const;
  std::size_t body_count() const { return requests_.size(); }
  /// What requests a handler without a name is called for: `GET /x` for each verb and route, a route alone where every verb is answered.
  /// Empty where it has a name after all, that of a variable.
  const std::vector<std::string>& requests_of(std::uint32_t body) const { return requests_[body]; }
  /// Whether a symbol answers requests.
  bool answers(SymbolId symbol) const { return handlers_.contains(symbol); }

 private:
  struct Stretch {
    ByteRange range;
    CodeOwner owner;
    std::uint32_t above = kNone;  // the one that it lies in
  };
  static void nest(std::vector<Stretch>& all);

  std::vector<std::vector<std::string>> requests_;            // by body
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by file and begin
  std::unordered_map<FileId, std::vector<Stretch>> by_file_;  // an outer one before those inside it
  std::unordered_set<SymbolId> handlers_;
};

}  // namespace grove::graph::web
