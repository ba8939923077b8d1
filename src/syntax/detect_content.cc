#include "syntax/detect_content.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "base/text.h"
#include "syntax/detect_tables.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kLook = std::size_t{64} << 10U;

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Takes the first line (LF, CRLF or CR) off `rest`, without its line end.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of("\n\r"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end);
  if (rest.starts_with("\r\n")) rest.remove_prefix(1);
  if (!rest.empty()) rest.remove_prefix(1);
  return line;
}

std::string_view take_word(std::string_view& rest) {
  rest = trim(rest);
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

std::string_view program_name(std::string_view path) {
  path.remove_prefix(path.find_last_of("/\\") + 1);
  if (path.ends_with(".exe")) path.remove_suffix(4);
  return path;
}

/// `python3.11` is python, `lua5.4` lua, `pypy3` pypy; `d8` stays what it is.
std::optional<Language> language_of_program(std::string_view program) {
  if (const auto exact = language_of_interpreter(program)) return exact;
  const std::size_t end = program.find_last_not_of("0123456789.-");
  return end == std::string_view::npos ? std::nullopt : language_of_interpreter(program.substr(0, end + 1));
}

/// Lines for as long as `visit` answers false; true once one answered true.
bool any_line(std::string_view head, const std::function<bool(std::string_view)>& visit) {
  for (std::string_view rest = head.substr(0, kLook); !rest.empty();)
    if (visit(trim(take_line(rest)))) return true;
  return false;
}

bool starts_with_any(std::string_view line, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return line.starts_with(prefix); });
}

/// The first bytes that are no blank line.
std::string_view first_bytes(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : head.substr(begin);
}

bool looks_like_xml(std::string_view head) {
  const std::string_view start = first_bytes(head);
  return start.starts_with("<?xml") || (start.size() > 1 && start[0] == '<' && (is_word(start[1]) || start[1] == '!'));
}

/// Takes C comments out of one line; `inside` says whether a block comment is open before and after it.
std::string_view without_comment(std::string_view line, bool& inside) {
  if (inside) {
    const std::size_t close = line.find("*/");
    if (close == std::string_view::npos) return {};
    inside = false;
    line = trim(line.substr(close + 2));
  }
  const std::size_t open = line.find("/*");
  const std::size_t slashes = line.find("//");
  if (slashes < open) return trim(line.substr(0, slashes));
  if (open == std::string_view::npos) return line;
  inside = line.find("*/", open + 2) == std::string_view::npos;
  return trim(line.substr(0, open));
}

/// `#include <vector>`: a header of the C++ library has neither suffix nor folder.
bool includes_cpp_header(std::string_view line) {
  if (!line.starts_with("#")) return false;
  line = trim(line.substr(1));
  if (!line.starts_with("include")) return false;
  line = trim(line.substr(7));
  const std::size_t close = line.find('>');
  return line.starts_with("<") && close != std::string_view::npos && close > 1 && std::ranges::all_of(line.substr(1, close - 1), is_word);
}

/// `enum class color`, `API_EXPORT template <typename T>`
bool declares_in_cpp(std::string_view line) {
  return line.starts_with("enum class ") || line.starts_with("enum struct ") || line.starts_with("inline namespace ") ||
         line.find(" template <") != std::string_view::npos || line.find(" template<") != std::string_view::npos;
}

bool names_a_scope(std::string_view line) {
  for (std::size_t at = line.find("::"); at != std::string_view::npos; at = line.find("::", at + 2))
    if (at > 0 && (is_word(line[at - 1]) || line[at - 1] == '>') && at + 2 < line.size() && (is_word(line[at + 2]) || line[at + 2] == '~'))
      return true;
  return false;
}

constexpr std::array<std::string_view, 12> kCppStarts = {"namespace ", "template<",      "template ", "class ",
                                                         "using ",     "public:",        "private:",  "protected:",
                                                         "constexpr ", "static_assert(", "virtual ",  "explicit "};
constexpr std::array<std::string_view, 9> kObjectiveCStarts = {
    "@interface", "@implementation", "@protocol", "@property", "@class", "@import", "#import", "@end", "NS_ASSUME_NONNULL_BEGIN"};

/// Reads a header line by line. What stands under `#ifdef __cplusplus` alone is a C header being polite, not C++.
Language language_of_header(std::string_view head) {
  bool in_comment = false;
  int polite = 0;  // depth of conditionals inside one on __cplusplus
  Language language = Language::kC;
  any_line(head, [&](std::string_view line) {
    line = without_comment(line, in_comment);
    const bool opens = line.starts_with("#if") || line.starts_with("# if");
    if (opens && (polite > 0 || line.find("__cplusplus") != std::string_view::npos)) ++polite;
    if (polite > 0) {
      if (line.starts_with("#endif") || line.starts_with("# endif")) --polite;
      return false;
    }
    if (starts_with_any(line, kObjectiveCStarts))
      language = Language::kObjectiveC;
    else if (starts_with_any(line, kCppStarts) || includes_cpp_header(line) || names_a_scope(line) || declares_in_cpp(line))
      language = Language::kCpp;
    return language != Language::kC;
  });
  return language;
}

/// Objective-C, or MATLAB, Mathematica, Mercury, Octave as text.
Language language_of_m(std::string_view head) {
  constexpr std::array<std::string_view, 6> c_starts = {"#include", "#define", "#pragma", "#if", "//", "/*"};
  Language language = Language::kPlainText;
  any_line(head, [&](std::string_view line) {
    if (line.empty()) return false;
    if (starts_with_any(line, kObjectiveCStarts) || starts_with_any(line, c_starts)) language = Language::kObjectiveC;
    const bool other = line.starts_with("%") || line.starts_with("function") || line.starts_with("classdef") || line.starts_with("(*") ||
                       line.starts_with(":- ");
    return other || language == Language::kObjectiveC;
  });
  return language;
}

/// Perl, or Prolog and others as text.
Language language_of_perl_like(std::string_view head) {
  constexpr std::array<std::string_view, 11> perl_starts = {"use ",  "my ",  "our ",  "package ", "sub ",     "require ",
                                                            "=head", "=pod", "BEGIN", "local ",   "no strict"};
  Language language = Language::kPlainText;
  any_line(head, [&](std::string_view line) {
    if (starts_with_any(line, perl_starts)) language = Language::kPerl;
    const bool prolog = line.starts_with(":-") || line.ends_with(":-") || line.starts_with("%");
    return prolog || language == Language::kPerl;
  });
  return language;
}

/// PHP, C, C++, HTML, or assembly, Pascal and others as text.
Language language_of_inc(std::string_view head) {
  const std::string_view start = first_bytes(head);
  if (head.substr(0, kLook).find("<?php") != std::string_view::npos) return Language::kPhp;
  if (start.starts_with("<")) return Language::kHtml;
  constexpr std::array<std::string_view, 5> c_starts = {"#include", "#define", "#ifndef", "#ifdef", "#pragma"};
  const bool c_like = any_line(head, [&](std::string_view line) { return starts_with_any(line, c_starts); });
  return c_like ? language_of_header(head) : Language::kPlainText;
}

/// Most lines of an INI file are sections, comments and `key = value`; web server configuration and the like have other lines.
Language language_of_conf(std::string_view head) {
  std::uint32_t fitting = 0;
  std::uint32_t other = 0;
  any_line(head, [&](std::string_view line) {
    if (line.empty() || line.front() == '#' || line.front() == ';') return false;
    const std::size_t equals = line.find('=');
    const bool section = line.front() == '[' && line.back() == ']';
    const bool pair = equals != std::string_view::npos && equals > 0 && !line.ends_with("{") && !line.ends_with(";");
    ++(section || pair ? fitting : other);
    return fitting + other >= 200;
  });
  return fitting > other ? Language::kIni : Language::kPlainText;
}

Language language_of_lock(std::string_view head) {
  const std::string_view start = first_bytes(head);
  if (start.starts_with("{")) return Language::kJson;
  return start.starts_with("[[") || start.starts_with("# This file is automatically") ? Language::kToml : Language::kPlainText;
}

}  // namespace

std::optional<Language> language_of_shebang(std::string_view head) {
  if (!head.starts_with("#!")) return std::nullopt;
  std::string_view rest = head.substr(2);
  rest = take_line(rest);
  std::string_view program = program_name(take_word(rest));
  if (program != "env") return language_of_program(program);
  while (true) {  // `env -S NAME=value program`
    program = take_word(rest);
    const bool skip = program.starts_with("-") || program.find('=') != std::string_view::npos;
    if (!skip) break;
  }
  return language_of_program(program_name(program));
}

std::optional<Language> language_of_modeline(std::string_view head) {
  std::string_view rest = head.substr(0, kLook);
  for (int number = 1; number <= 5 && !rest.empty(); ++number) {
    const std::string_view line = take_line(rest);
    const std::size_t open = line.find("-*-");
    const std::size_t close = open == std::string_view::npos ? open : line.find("-*-", open + 3);
    if (number <= 2 && close != std::string_view::npos) {
      std::string_view mode = line.substr(open + 3, close - open - 3);
      if (const std::size_t at = mode.find("mode:"); at != std::string_view::npos) mode.remove_prefix(at + 5);
      return language_of_mode(trim(mode.substr(0, mode.find(';'))));
    }
    const std::size_t vim = line.find("vim:");
    if (vim == std::string_view::npos) continue;
    for (const std::string_view key : {"ft=", "filetype=", "syntax="}) {
      const std::size_t at = line.find(key, vim);
      if (at == std::string_view::npos) continue;
      const std::string_view value = line.substr(at + key.size());
      return language_of_mode(value.substr(0, value.find_first_of(" :\t")));
    }
  }
  return std::nullopt;
}

Language settle_by_content(std::string_view extension, Language guess, std::string_view head) {
  if (const auto named = language_of_shebang(head)) return *named;
  if (const auto named = language_of_modeline(head)) return *named;
  if (extension == "h") return language_of_header(head);
  if (extension == "m") return language_of_m(head);
  if (extension == "mm") return looks_like_xml(head) ? Language::kXml : guess;
  if (extension == "pl" || extension == "t" || extension == "cgi" || extension == "fcgi") return language_of_perl_like(head);
  if (extension == "ts" || extension == "tsx") return looks_like_xml(head) ? Language::kXml : guess;
  if (extension == "r")
    return first_bytes(head).starts_with("REBOL") || first_bytes(head).starts_with("Red [") ? Language::kPlainText : guess;
  if (extension == "inc") return language_of_inc(head);
  if (extension == "cfg" || extension == "conf") return language_of_conf(head);
  if (extension == "config" || extension == "manifest") return looks_like_xml(head) ? Language::kXml : Language::kPlainText;
  if (extension == "lock") return language_of_lock(head);
  return first_bytes(head).starts_with("{") ? Language::kJson : Language::kYaml;  // the .…rc files
}

Language language_of_unnamed(std::string_view head) {
  if (const auto named = language_of_shebang(head)) return *named;
  if (const auto named = language_of_modeline(head)) return *named;
  const std::string_view start = first_bytes(head);
  if (start.starts_with("<?xml")) return Language::kXml;
  if (start.starts_with("<?php")) return Language::kPhp;
  if (start.starts_with("<!DOCTYPE html") || start.starts_with("<!doctype html") || start.starts_with("<html")) return Language::kHtml;
  return Language::kPlainText;
}

}  // namespace grove::syntax
