#include "document/html/xml_memory.h"

#include "base/text.h"

namespace grove::document {
namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{2} << 30U;

}  // namespace

Status check_xml_memory(std::string_view xml, const XmlNodeCosts& costs) {
  std::uint64_t nodes = 0;
  std::uint64_t attributes = 0;
  for (std::size_t i = 0; i + 1 < xml.size(); ++i) {
    const char c = xml[i];
    nodes += (c == '<' && xml[i + 1] != '/') || (c == '>' && xml[i + 1] != '<') ? 1U : 0U;
    attributes += c == '=' ? 1U : 0U;
  }
  if (nodes * costs.node + attributes * costs.attribute <= kMostMemory) return {};
  return fail(ErrorCode::kResourceLimit, "its elements take more than " + readable_size(kMostMemory) + " of memory");
}

}  // namespace grove::document
