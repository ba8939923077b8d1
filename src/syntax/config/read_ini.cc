#include <string>

#include "syntax/config/flow_reader.h"
#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

/// `remote "origin"` is `remote.origin`, as `git config` names it.
std::string section_name(std::string_view inside) {
  inside = trim_line(inside);
  const std::size_t quote = inside.find(" \"");
  if (quote == std::string_view::npos || !inside.ends_with('"')) return std::string(inside);
  return std::string(trim_line(inside.substr(0, quote))) + "." + std::string(inside.substr(quote + 2, inside.size() - quote - 3));
}

/// Less a comment after a blank, and quotes around it.
std::string plain_value(std::string_view value) {
  if (!value.empty() && (value.front() == '"' || value.front() == '\'')) {
    std::size_t end = 0;
    std::string decoded = read_quoted(value, 0, end);
    if (end != std::string_view::npos) return decoded;
  }
  for (std::size_t i = 1; i < value.size(); ++i)
    if ((value[i] == '#' || value[i] == ';') && is_line_blank(value[i - 1])) return std::string(trim_line(value.substr(0, i)));
  return std::string(value);
}

std::string joined(std::string_view section, std::string_view key) {
  return section.empty() ? std::string(key) : std::string(section) + "." + std::string(key);
}

struct OpenPair {
  std::string key;
  std::string value;
  std::uint32_t begin = 0;
};

void flush(OpenPair& pair, PropertyWriter& properties) {
  properties.add(pair.key, pair.value, pair.begin);
  pair = {};
}

OpenPair read_pair(std::string_view line, std::string_view section, std::uint32_t begin) {
  if (line.starts_with("export ")) line = trim_line(line.substr(7));
  const std::size_t separator = line.find_first_of("=:");
  const std::string_view key = trim_line(line.substr(0, separator));
  const std::string_view value = separator == std::string_view::npos ? std::string_view{} : trim_line(line.substr(separator + 1));
  return {joined(section, key), plain_value(value), begin};
}

}  // namespace

void read_ini(std::string_view text, PropertyWriter& properties) {
  std::string section;
  OpenPair open;
  for (LineCursor cursor(text); !cursor.at_end() && !properties.full(); cursor.next()) {
    const std::string_view whole = cursor.line();
    const std::string_view line = trim_line(whole);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    const bool indented = is_line_blank(whole.front());
    const bool continuation = indented && !open.key.empty() && line.find('=') == std::string_view::npos;
    if (continuation) {  // as Python's configparser reads it
      if (!open.value.empty()) open.value += ' ';
      open.value += line;
      continue;
    }
    flush(open, properties);
    if (line.front() == '[')
      section = section_name(line.substr(1, line.rfind(']') - 1));
    else
      open = read_pair(line, section, offset_in(text, line));
  }
  flush(open, properties);
}

}  // namespace grove::syntax
