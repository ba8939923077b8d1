#include "base/settings_files.h"

#include <fmt/format.h>

#include <algorithm>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace grove {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool is_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

char unescaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    default: return c;
  }
}

/// The value that starts at `text`; nothing where a quote stays open or text follows it.
std::optional<std::string> env_value(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) {
    const auto comment = text.find(" #");
    return std::string(trimmed(text.starts_with('#') ? std::string_view{} : text.substr(0, comment)));
  }
  const char quote = text[0];
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == quote) {
      const std::string_view rest = trimmed(text.substr(i + 1));
      return rest.empty() || rest.starts_with('#') ? std::optional(std::move(value)) : std::nullopt;
    }
    if (quote == '"' && text[i] == '\\' && i + 1 < text.size()) {
      value += unescaped(text[++i]);
    } else {
      value += text[i];
    }
  }
  return std::nullopt;
}

Result<std::string> scalar_text(const toml::node& node, std::string_view key) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return std::string(flag->get() ? "true" : "false");
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  return fail(ErrorCode::kInvalidArgument, fmt::format("{} is neither text nor a number nor true or false", key));
}

Result<std::string> leaf_text(const toml::node& node, std::string_view key) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return scalar_text(node, key);
  std::string joined;
  for (const toml::node& element : *array) {
    GROVE_ASSIGN_OR_RETURN(const std::string text, scalar_text(element, key));
    if (!joined.empty()) joined += ',';
    joined += text;
  }
  return joined;
}

Status collect(const toml::table& table, const std::string& prefix, NamedValues& values) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      GROVE_RETURN_IF_ERROR(collect(*inner, name + '.', values));
      continue;
    }
    GROVE_ASSIGN_OR_RETURN(std::string text, leaf_text(node, name));
    values.emplace_back(name, std::move(text));
  }
  return {};
}

constexpr const char* kTomlHint = "It has to be TOML, as docs/settings.md describes.";

/// Dots of a line of TOML outside of texts and comments.
std::size_t count_dots(std::string_view line) {
  std::size_t dots = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
    } else if (c == '#') {
      break;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '.') {
      ++dots;
    }
  }
  return dots;
}

/// What the parser takes badly: it asserts that there are no control characters (TOML allows tabs and line ends only), and what it makes of
/// a key with very many parts is destroyed recursively.
Status check_toml(std::string_view text, std::string_view place) {
  constexpr std::size_t kMostDots = 16;
  const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r') || c == 0x7F; };
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const char* wrong = std::ranges::any_of(line, is_control) ? "holds a control character"
                        : count_dots(line) > kMostDots        ? "has a key of too many parts"
                                                              : nullptr;
    if (wrong != nullptr)
      return fail(ErrorCode::kInvalidArgument, fmt::format("cannot read {}: line {} {}", place, number, wrong), kTomlHint);
  }
  return {};
}

}  // namespace

Result<NamedValues> parse_env_file(std::string_view text, std::string_view place) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  NamedValues values;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto end = text.find('\n');
    std::string_view rest = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (rest.empty() || rest.starts_with('#')) continue;
    if (rest.starts_with("export ")) rest = trimmed(rest.substr(7));
    const auto equals = rest.find('=');
    const std::string_view name = trimmed(rest.substr(0, equals));
    auto value = equals == std::string_view::npos ? std::nullopt : env_value(trimmed(rest.substr(equals + 1)));
    if (!is_name(name) || !value) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("cannot read {}: line {} is not of the form NAME=value", place, line),
                  "Quote values with spaces, and close every quote.");
    }
    values.emplace_back(name, *std::move(value));
  }
  return values;
}

Result<NamedValues> parse_config_file(std::string_view text, std::string_view place) {
  GROVE_RETURN_IF_ERROR(check_toml(text, place));
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot read {}: line {}, column {}: {}", place, at.line, at.column, parsed.error().description()), kTomlHint);
  }
  NamedValues values;
  if (auto status = collect(parsed.table(), "", values); !status) {
    return std::unexpected(std::move(status).error().within(fmt::format("cannot read {}", place)));
  }
  return values;
}

}  // namespace grove
