#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/glob.h"

namespace grove::source {

enum class EntryType : std::uint8_t { kFile, kFolder };

/// The rules of one ignore file (gitignore(5)): comments, negation, rules for folders only, anchored rules, `**`, classes, escapes,
/// trailing spaces, BOM and CRLF, each as Git reads them. Any bytes are accepted. Immutable, thread-safe.
class IgnoreRules {
 public:
  IgnoreRules() = default;
  explicit IgnoreRules(std::string_view bytes);

  /// What the last rule that fits says: true to ignore, false to keep; nothing where none fits. `path` is relative to the folder that
  /// holds the ignore file and has no slash at its end. Rules about a folder above `path` are not looked at: ask for that folder first,
  /// since nothing below an ignored folder can be kept.
  std::optional<bool> match(std::string_view path, EntryType type) const;
  /// The same rules without those that ignore everything (`*`, `/*`, `**`, …).
  IgnoreRules without_catch_alls() const;
  bool empty() const { return globs_.empty() && names_.empty() && paths_.empty(); }

 private:
  /// The position of the last literal rule for a text; kNoRule where there is none.
  struct Literal {
    std::uint32_t any = 0;
    std::uint32_t folder_only = 0;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Literals = std::unordered_map<std::string, Literal, TextHash, std::equal_to<>>;
  /// A rule with wildcards: a literal beginning, and a pattern for the rest.
  struct WildRule {
    std::uint32_t position = 0;
    bool folder_only = false;
    bool whole_path = false;  // against the path; else against its last part
    std::string prefix;
    std::string suffix;  // for `*suffix` only, and then `rest` is not asked
    Glob rest;
    bool catch_all = false;
  };

  void add(std::string_view line);
  void add_literal(Literals& literals, std::string_view text, bool folder_only);
  static std::uint32_t find_literal(const Literals& literals, std::string_view text, EntryType type);
  static bool fits(const WildRule& rule, std::string_view path, std::string_view name);

  std::vector<bool> negated_;  // by position, which counts from 1 in the order of the file
  Literals names_;
  Literals paths_;
  std::vector<WildRule> globs_;
};

}  // namespace grove::source
