#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "model/facts.h"

namespace grove::graph::web {

/// Number of a call in a file; kNoCall where there is none.
using CallNumber = std::uint32_t;
inline constexpr CallNumber kNoCall = std::numeric_limits<CallNumber>::max();

/// A call with those that it is chained to: `get` and `uri` of `client.get().uri(path)`.
struct ChainedCall {
  Index reference = kNone;
  Index arguments = kNone;      ///< Expression of kind kCall; kNone where nothing worth keeping is passed.
  CallNumber before = kNoCall;  ///< The call whose result this one is asked of.
  CallNumber after = kNoCall;   ///< The call that is asked of this one's result.
};

/// The calls of one file in source order. The facts must outlive it.
class CallChains {
 public:
  explicit CallChains(const Facts& facts);

  const std::vector<ChainedCall>& calls() const { return calls_; }
  const ChainedCall& operator[](CallNumber call) const { return calls_[call]; }
  const Facts& facts() const { return facts_; }
  std::string_view name(CallNumber call) const { return facts_.text(facts_.references[calls_[call].reference].name); }
  /// What stands before the first call of a chain: `client`; empty where nothing does.
  std::string_view receiver(CallNumber call) const { return facts_.text(facts_.references[calls_[call].reference].receiver); }
  CallNumber first_of(CallNumber call) const;
  CallNumber last_of(CallNumber call) const;
  /// The nearest call of a chain before or behind one that has a name; kNoCall where none has.
  CallNumber before(CallNumber call, std::string_view name) const;
  CallNumber behind(CallNumber call, std::string_view name) const;
  /// An argument, kNone where it is not kept. What is passed by name is found by its place.
  Index argument(CallNumber call, std::size_t place) const;
  std::size_t argument_count(CallNumber call) const;
  /// The last call of the chain that an expression of kind kCall is.
  CallNumber of_expression(Index expression) const;
  /// The call whose name begins at a place.
  CallNumber at(std::uint32_t begin) const;

 private:
  std::uint32_t begin_of(const ChainedCall& call) const { return facts_.references[call.reference].begin; }

  const Facts& facts_;
  std::vector<ChainedCall> calls_;
};

}  // namespace grove::graph::web
