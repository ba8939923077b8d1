#include "index/lexical/name_key.h"

#include <algorithm>

#include "base/text.h"
#include "index/lexical/term_dictionary.h"

namespace grove::index {

std::string name_key(std::string_view name) {
  if (name.size() > kMaxKeyBytes) return {};
  const bool ascii = std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::string key = ascii ? to_lower_ascii(name) : fold_case(name);
  std::erase_if(key, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  if (key.size() > kMaxKeyBytes) key.clear();
  return key;
}

}  // namespace grove::index
