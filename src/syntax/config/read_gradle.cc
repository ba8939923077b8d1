#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

/// Words that name plugins, and configurations of dependencies by how they end: `testRuntimeOnly`.
constexpr std::array<std::string_view, 3> kPlugins = {"id", "apply", "alias"};
constexpr std::array<std::string_view, 9> kConfigurations = {"implementation", "api",       "compile", "runtime", "only",
                                                             "classpath",      "processor", "kapt",    "provided"};

bool names_something(std::string_view word) {
  if (std::ranges::find(kPlugins, word) != kPlugins.end()) return true;
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::ranges::any_of(kConfigurations, [&](std::string_view end) { return lower.ends_with(end); });
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// The text between the first quotes from `at` on; moves behind it.
std::string_view quoted(std::string_view line, std::size_t& at) {
  at = line.find_first_of("'\"", at);
  if (at == std::string_view::npos) return {};
  const std::size_t end = line.find(line[at], at + 1);
  if (end == std::string_view::npos) {
    at = end;
    return {};
  }
  const std::string_view text = line.substr(at + 1, end - at - 1);
  at = end + 1;
  return text;
}

/// `'a:b:1'`, or `a:b` of `group: 'a', name: 'b'`.
std::string dependency(std::string_view line) {
  std::size_t at = line.find("group:");
  if (at == std::string_view::npos) {
    at = 0;
    return std::string(quoted(line, at));
  }
  const std::string group(quoted(line, at));
  at = line.find("name:");
  return at == std::string_view::npos ? group : group + ":" + std::string(quoted(line, at));
}

}  // namespace

void read_gradle(std::string_view text, PropertyWriter& properties) {
  if (text.find("dependencies") == std::string_view::npos && text.find("plugin") == std::string_view::npos) return;
  for (LineCursor cursor(text); !cursor.at_end() && !properties.full(); cursor.next()) {
    std::string_view line = trim_line(cursor.line());
    // `plugins { id 'x' }`
    if (const std::size_t brace = line.find('{');
        brace != std::string_view::npos && brace + 1 < line.size() && line.find_first_of("'\"") > brace)
      line = trim_line(line.substr(brace + 1));
    if (line.starts_with("//")) continue;
    std::size_t end = 0;
    while (end < line.size() && is_word(line[end])) ++end;
    const bool is_call = end > 0 && end < line.size() && (line[end] == ' ' || line[end] == '(');
    const std::string_view rest = is_call ? trim_line(line.substr(end)) : std::string_view();
    if (rest.empty() || !names_something(line.substr(0, end))) continue;
    if (const std::string value = dependency(rest); !value.empty()) properties.add(line.substr(0, end), value, offset_in(text, line));
  }
}

}  // namespace grove::syntax
