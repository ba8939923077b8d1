#pragma once

#include <exception>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/result.h"

// What every use of llama.cpp in this process needs.
namespace grove::inference {

/// Once a process, however often it is called.
void set_up_llama();
/// llama.cpp is built for processors with AVX2; it would end the process on others.
bool processor_can_run_llama();
/// The first error that llama.cpp logged in this thread since it was cleared; it has no other way to tell.
std::string& first_llama_complaint();
/// kUnavailable, with what llama.cpp complained of.
std::unexpected<Error> llama_error(std::string what);

/// Runs a call into llama.cpp, which may throw.
template <class Call>
auto guarded_llama(Call&& call) -> Result<decltype(call())> {
  first_llama_complaint().clear();
  try {
    return call();
  } catch (const ContractViolation&) {
    throw;
  } catch (const std::exception& error) {
    return fail(ErrorCode::kUnavailable, std::string("llama.cpp: ") + error.what());
  }
}

}  // namespace grove::inference
