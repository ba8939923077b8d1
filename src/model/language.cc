#include "model/language.h"

#include <algorithm>
#include <array>
#include <utility>

namespace grove {
namespace {

constexpr std::array<std::string_view, kLanguageCount> kNames = {
    "plaintext",  "bash",       "c",      "csharp",      "cpp",     "css",    "dart",
    "elixir",     "go",         "groovy", "haskell",     "html",    "java",   "javascript",
    "json",       "julia",      "make",   "objective-c", "ocaml",   "php",    "powershell",
    "properties", "python",     "ruby",   "rust",        "scala",   "scss",   "swift",
    "typescript", "tsx",        "svelte", "vue",         "hcl",     "kotlin", "lua",
    "markdown",   "toml",       "xml",    "yaml",        "zig",     "sql",    "r",
    "cmake",      "dockerfile", "proto",  "graphql",     "fortran", "erlang", "ocaml-interface",
    "jsx",        "perl",       "ini",    "document",    "dataset"};

constexpr std::array<std::string_view, 7> kDocumentEndings = {"pdf", "epub", "docx", "pptx", "xlsx", "jsonl", "ndjson"};

constexpr std::array<std::pair<std::string_view, Language>, 15> kAliases = {{{"text", Language::kPlainText},
                                                                             {"sh", Language::kBash},
                                                                             {"shell", Language::kBash},
                                                                             {"c#", Language::kCSharp},
                                                                             {"cs", Language::kCSharp},
                                                                             {"c++", Language::kCpp},
                                                                             {"golang", Language::kGo},
                                                                             {"js", Language::kJavaScript},
                                                                             {"ts", Language::kTypeScript},
                                                                             {"py", Language::kPython},
                                                                             {"rb", Language::kRuby},
                                                                             {"rs", Language::kRust},
                                                                             {"kt", Language::kKotlin},
                                                                             {"md", Language::kMarkdown},
                                                                             {"yml", Language::kYaml}}};

}  // namespace

std::string_view language_name(Language language) {
  const auto index = static_cast<std::size_t>(language);
  return index < kNames.size() ? kNames[index] : kNames[0];
}

std::optional<Language> language_of_name(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<Language>(i);
  for (const auto& [alias, language] : kAliases)
    if (alias == name) return language;
  return std::nullopt;
}

bool is_extracted(Language language) { return language == Language::kDocument || language == Language::kDataset; }

bool has_document_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view ending = path.substr(dot + 1);
  const auto same = [ending](std::string_view known) {
    return std::ranges::equal(ending, known, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
  };
  return std::ranges::any_of(kDocumentEndings, same);
}

}  // namespace grove
