#include "base/version.h"

namespace grove {

std::string_view version() { return GROVE_VERSION; }

}  // namespace grove
