#include "base/check.h"

#include <string_view>

namespace grove {

void contract_violated(const char* kind, const char* expression, const char* file, int line) {
  const std::string_view path(file);
  const auto slash = path.rfind('/');
  throw ContractViolation(std::string(kind) + " does not hold: " + expression + " (" +
                          std::string(slash == std::string_view::npos ? path : path.substr(slash + 1)) + ":" + std::to_string(line) + ")");
}

}  // namespace grove
