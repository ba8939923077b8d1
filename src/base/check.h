#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "base/result.h"

namespace grove {

/// A broken precondition (the caller's fault) or a broken invariant (our bug). It ends one request: `engine` and `serve` turn it into
/// an Error of code kInternal at their boundary; nothing else catches it.
class ContractViolation : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void contract_violated(const char* kind, const char* expression, const char* file, int line);

/// What an exception that reached a boundary says: a lack of memory or threads is kResourceLimit, anything else a bug of ours.
Error error_of(const std::exception& thrown);

}  // namespace grove

/// REQUIRES: of a public function; the caller's fault.
#define GROVE_CONTRACT(condition) \
  ((condition) ? static_cast<void>(0) : ::grove::contract_violated("precondition", #condition, __FILE__, __LINE__))
/// An invariant of ours; our bug.
#define GROVE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::grove::contract_violated("invariant", #condition, __FILE__, __LINE__))
