#include "inference/environment.h"

#include <cstdlib>

namespace grove::inference {

std::optional<std::string> process_environment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace grove::inference
