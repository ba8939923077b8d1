#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "base/cancel.h"
#include "model/facts.h"
#include "model/language.h"

namespace grove::syntax {

/// The language of a file, from its name, its extension, its `#!` line or, for ambiguous extensions (`.h`, `.m`, `.pl`), its first bytes.
Language detect_language(std::string_view path, std::string_view head);

/// Raised whenever the facts of a language would come out otherwise for the same text; files of that language are then parsed anew.
std::uint32_t extractor_version(Language language);

/// Whether the facts of a language depend on the file's path besides its text (its module is named by it).
bool facts_depend_on_path(Language language);

struct ParseLimits {
  std::chrono::milliseconds time{2000};  ///< For one file. Past it the file is kept as text.
  std::uint32_t depth = 2000;            ///< Of the syntax tree that is walked.
  std::uint32_t unit_bytes = 6000;       ///< A longer unit is split at syntax nodes.
};

struct ParseRequest {
  std::string_view path;  ///< Relative to the repository; names modules where the language does so by path.
  Language language = Language::kPlainText;
  std::string_view text;  ///< UTF-8 without BOM; line ends as in the file (LF, CRLF or CR).
  ParseLimits limits;
  CancelToken cancel;
};

/// Says what one file says. Opens no file and knows no other file. Never fails: broken code gives partial facts, everything else sections.
/// Not thread-safe: one parser a thread; it keeps its tree-sitter parsers from file to file.
class LanguageParser {
 public:
  virtual ~LanguageParser() = default;
  virtual Facts parse(const ParseRequest& request) = 0;
  /// The line, counted from 1, at which a text stops being what its language says: the first error of its grammar. nullopt where there is
  /// none or nobody can tell.
  virtual std::optional<std::uint32_t> broken_line(const ParseRequest& request) {
    static_cast<void>(request);
    return std::nullopt;
  }
};

/// Grammars through tree-sitter where the language has one, plain sections otherwise.
std::unique_ptr<LanguageParser> make_parser();
/// Plain sections for everything: paragraphs and headings, every line in one of them.
std::unique_ptr<LanguageParser> make_text_parser();

}  // namespace grove::syntax
