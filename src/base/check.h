#pragma once

#include <stdexcept>
#include <string>

namespace grove {

/// A broken precondition (the caller's fault) or a broken invariant (our bug). It ends one request: `engine` and `serve` turn it into
/// an Error of code kInternal at their boundary; nothing else catches it.
class ContractViolation : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void contract_violated(const char* kind, const char* expression, const char* file, int line);

}  // namespace grove

/// REQUIRES: of a public function; the caller's fault.
#define GROVE_CONTRACT(condition) \
  ((condition) ? static_cast<void>(0) : ::grove::contract_violated("precondition", #condition, __FILE__, __LINE__))
/// An invariant of ours; our bug.
#define GROVE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::grove::contract_violated("invariant", #condition, __FILE__, __LINE__))
