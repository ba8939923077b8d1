#include <charconv>
#include <string>

#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

bool continues(std::string_view line) {
  std::size_t slashes = 0;
  while (slashes < line.size() && line[line.size() - 1 - slashes] == '\\') ++slashes;
  return slashes % 2 == 1;
}

/// A logical line: natural lines that end in an odd number of backslashes are joined with the next one, less its leading blanks.
std::string take_logical_line(LineCursor& cursor) {
  std::string logical;
  while (!cursor.at_end()) {
    std::string_view line = cursor.line();
    while (!line.empty() && is_line_blank(line.front())) line.remove_prefix(1);
    cursor.next();
    if (!continues(line)) return logical += line, logical;
    logical += line.substr(0, line.size() - 1);
  }
  return logical;
}

std::string decode(std::string_view raw) {
  std::string decoded;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      decoded += raw[i];
      continue;
    }
    const char letter = raw[++i];
    constexpr std::string_view letters = "ntrf";
    constexpr std::string_view meanings = "\n\t\r\f";
    if (const std::size_t known = letters.find(letter); known != std::string_view::npos) {
      decoded += meanings[known];
    } else if (letter == 'u' && i + 4 < raw.size()) {
      std::uint32_t code = 0;
      std::from_chars(raw.data() + i + 1, raw.data() + i + 5, code, 16);
      append_utf8(decoded, code);
      i += 4;
    } else {
      decoded += letter;
    }
  }
  return decoded;
}

void add_pair(std::string_view logical, std::uint32_t begin, PropertyWriter& properties) {
  std::size_t end = 0;
  while (end < logical.size() && logical[end] != '=' && logical[end] != ':' && !is_line_blank(logical[end]))
    end += logical[end] == '\\' ? 2 : 1;
  end = std::min(end, logical.size());
  std::string_view value = trim_line(logical.substr(end));
  if (!value.empty() && (value.front() == '=' || value.front() == ':')) value = trim_line(value.substr(1));
  properties.add(decode(logical.substr(0, end)), decode(value), begin);
}

}  // namespace

void read_java_properties(std::string_view text, PropertyWriter& properties) {
  std::size_t document = properties.count();
  for (LineCursor cursor(text); !cursor.at_end() && !properties.full();) {
    const std::string_view line = trim_line(cursor.line());
    if (line == "#---" || line == "!---") {
      properties.close_document(document);
      document = properties.count();
    }
    if (line.empty() || line.front() == '#' || line.front() == '!') {
      cursor.next();
      continue;
    }
    const std::uint32_t begin = offset_in(text, line);
    add_pair(take_logical_line(cursor), begin, properties);
  }
  properties.close_document(document);
}

}  // namespace grove::syntax
