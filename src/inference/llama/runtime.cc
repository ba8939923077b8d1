#include "inference/llama/runtime.h"

#include <llama.h>

#include <mutex>

namespace grove::inference {
namespace {

void keep_complaint(ggml_log_level level, const char* text, void*) {
  std::string& complaint = first_llama_complaint();
  if (level != GGML_LOG_LEVEL_ERROR || !complaint.empty()) return;
  complaint = text;
  while (complaint.ends_with('\n')) complaint.pop_back();
}

}  // namespace

std::string& first_llama_complaint() {
  thread_local std::string complaint;
  return complaint;
}

void set_up_llama() {
  static std::once_flag once;
  std::call_once(once, [] {
    llama_log_set(keep_complaint, nullptr);
    llama_backend_init();
  });
}

bool processor_can_run_llama() {
#ifdef GROVE_LLAMA_NEEDS_AVX2
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
         __builtin_cpu_supports("bmi2");
#else
  return true;
#endif
}

std::unexpected<Error> llama_error(std::string what) {
  if (!first_llama_complaint().empty()) what += ": " + first_llama_complaint();
  return fail(ErrorCode::kUnavailable, std::move(what));
}

}  // namespace grove::inference
