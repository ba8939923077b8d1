#include "base/check.h"

#include <new>
#include <string_view>
#include <system_error>

namespace grove {

void contract_violated(const char* kind, const char* expression, const char* file, int line) {
  const std::string_view path(file);
  const auto slash = path.rfind('/');
  throw ContractViolation(std::string(kind) + " does not hold: " + expression + " (" +
                          std::string(slash == std::string_view::npos ? path : path.substr(slash + 1)) + ":" + std::to_string(line) + ")");
}

Error error_of(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr)
    return {ErrorCode::kResourceLimit, "there is not enough memory", "free some memory, or raise the limit (ulimit -v)"};
  const auto* system = dynamic_cast<const std::system_error*>(&thrown);
  // What std::thread throws where the system starts no more of them.
  if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again)
    return {ErrorCode::kResourceLimit, "no thread can be started", "raise the limits on processes and memory (ulimit -u, ulimit -v)"};
  return {ErrorCode::kInternal, std::string("a bug of ours ended this: ") + thrown.what(), "Please report it."};
}

}  // namespace grove
