#include "graph/type_name.h"

namespace grove::graph {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<signed char>(c) < 0;
}

}  // namespace

std::string_view last_name_of(std::string_view type) {
  std::size_t begin = 0;
  while (begin < type.size() && !is_name_byte(type[begin])) ++begin;
  std::size_t end = type.find_first_of("<[(", begin);
  if (end == std::string_view::npos) end = type.size();
  while (end > begin && !is_name_byte(type[end - 1])) --end;
  std::size_t first = end;
  while (first > begin && is_name_byte(type[first - 1])) --first;
  return type.substr(first, end - first);
}

}  // namespace grove::graph
