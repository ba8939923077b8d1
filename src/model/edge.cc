#include "model/edge.h"

namespace grove {

std::string_view confidence_name(Confidence confidence) {
  switch (confidence) {
    case Confidence::kExact: return "exact";
    case Confidence::kScoped: return "scoped";
    case Confidence::kName: return "name";
  }
  return "name";
}

}  // namespace grove
