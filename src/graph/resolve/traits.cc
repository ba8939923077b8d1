#include "graph/resolve/traits.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace grove::graph {
namespace {

constexpr Traits kTable[] = {
    {.language = Language::kJava, .family = Family::kJvm, .static_types = true, .implicit_self = true, .shares_package = true},
    {.language = Language::kKotlin,
     .family = Family::kJvm,
     .static_types = true,
     .implicit_self = true,
     .type_call_constructs = true,
     .shares_package = true},
    {.language = Language::kScala,
     .family = Family::kJvm,
     .static_types = true,
     .implicit_self = true,
     .type_call_constructs = true,
     .shares_package = true},
    {.language = Language::kGroovy, .family = Family::kJvm, .implicit_self = true, .shares_package = true},
    {.language = Language::kPython, .family = Family::kPython, .type_call_constructs = true},
    {.language = Language::kJavaScript, .family = Family::kScript},
    {.language = Language::kJsx, .family = Family::kScript},
    {.language = Language::kTypeScript, .family = Family::kScript},
    {.language = Language::kTsx, .family = Family::kScript},
    {.language = Language::kVue, .family = Family::kScript},
    {.language = Language::kSvelte, .family = Family::kScript},
    {.language = Language::kGo, .family = Family::kGo, .static_types = true, .shares_package = true, .shares_folder = true},
    {.language = Language::kC, .family = Family::kC, .separator = "::", .static_types = true, .shares_repository = true},
    {.language = Language::kCpp,
     .family = Family::kC,
     .separator = "::",
     .static_types = true,
     .implicit_self = true,
     .type_call_constructs = true,
     .shares_repository = true},
    {.language = Language::kObjectiveC, .family = Family::kC, .static_types = true, .shares_repository = true},
    {.language = Language::kCSharp, .family = Family::kDotNet, .static_types = true, .implicit_self = true, .shares_package = true},
    {.language = Language::kRust, .family = Family::kRust, .separator = "::", .static_types = true, .type_call_constructs = true},
    {.language = Language::kSwift,
     .family = Family::kSwift,
     .static_types = true,
     .implicit_self = true,
     .type_call_constructs = true,
     .shares_repository = true},
    {.language = Language::kRuby, .family = Family::kRuby, .separator = "::", .implicit_self = true, .shares_repository = true},
    {.language = Language::kPhp, .family = Family::kPhp, .separator = "\\", .shares_package = true},
    {.language = Language::kDart, .family = Family::kDart, .static_types = true, .implicit_self = true, .type_call_constructs = true},
};

using Words = std::unordered_set<std::string_view>;

const Words& common_everywhere() {
  static const Words words = {
      "add",      "append",  "apply",   "at",     "call",    "clear",  "clone",   "close",     "concat",  "contains",  "copy",     "count",
      "delete",   "each",    "empty",   "end",    "equals",  "error",  "every",   "extend",    "filter",  "find",      "first",    "flush",
      "forEach",  "format",  "get",     "has",    "hash",    "index",  "indexOf", "info",      "insert",  "isEmpty",   "items",    "iter",
      "iterator", "join",    "keys",    "last",   "len",     "length", "lines",   "list",      "log",     "lower",     "map",      "match",
      "max",      "min",     "name",    "next",   "of",      "on",     "open",    "pop",       "print",   "push",      "put",      "read",
      "reduce",   "remove",  "replace", "reset",  "reverse", "run",    "seek",    "send",      "set",     "size",      "slice",    "some",
      "sort",     "splice",  "split",   "start",  "stop",    "strip",  "substr",  "substring", "sum",     "test",      "then",     "to_s",
      "toString", "trim",    "type",    "update", "upper",   "value",  "values",  "wait",      "warn",    "warning",   "write",    "zip",
      "bind",     "catch",   "finally", "emit",   "encode",  "decode", "exec",    "includes",  "begin",   "data",      "front",    "back",
      "erase",    "reserve", "resize",  "swap",   "unwrap",  "expect", "into",    "from",      "as_str",  "to_string", "collect",  "lock",
      "unlock",   "debug",   "path",    "url",    "text",    "json",   "status",  "body",      "headers", "request",   "response", "exit"};
  return words;
}

}  // namespace

const Traits& traits_of(Language language) {
  static constexpr Traits kOther{};
  static const std::array<const Traits*, kLanguageCount> table = [] {
    std::array<const Traits*, kLanguageCount> by_language{};
    by_language.fill(&kOther);
    for (const Traits& traits : kTable) by_language[static_cast<std::size_t>(traits.language)] = &traits;
    return by_language;
  }();
  return *table[static_cast<std::size_t>(language)];
}

bool is_self_word(std::string_view word) { return word == "this" || word == "self" || word == "$this" || word == "@self" || word == "cls"; }

bool is_super_word(std::string_view word) { return word == "super" || word == "base" || word == "parent" || word == "super()"; }

bool is_common_member(Family family, std::string_view name) {
  if (family == Family::kGo || family == Family::kC) return false;
  return common_everywhere().contains(name);
}

bool is_transparent_wrapper(Family family, std::string_view type) {
  switch (family) {
    case Family::kC: return type == "unique_ptr" || type == "shared_ptr" || type == "optional" || type == "reference_wrapper";
    case Family::kRust: return type == "Box" || type == "Rc" || type == "Arc" || type == "Pin" || type == "Cow" || type == "Ref";
    case Family::kPython: return type == "Optional" || type == "Annotated" || type == "Final" || type == "ClassVar" || type == "Type";
    case Family::kScript:
      return type == "Readonly" || type == "Partial" || type == "Required" || type == "NonNullable" || type == "Promise";
    case Family::kDotNet: return type == "Task" || type == "ValueTask" || type == "Nullable";
    default: return false;
  }
}

bool hands_out_content(std::string_view member) {
  static const Words words = {"get",
                              "getObject",
                              "getIfAvailable",
                              "getIfUnique",
                              "orElse",
                              "orElseThrow",
                              "orElseGet",
                              "orElseNull",
                              "block",
                              "join",
                              "unwrap",
                              "expect",
                              "await",
                              "value",
                              "Value",
                              "first",
                              "First",
                              "last",
                              "Last",
                              "next",
                              "getFirst",
                              "getLast",
                              "pop",
                              "peek",
                              "poll",
                              "result",
                              "Result",
                              "FirstOrDefault",
                              "Single",
                              "lock",
                              "borrow",
                              "borrow_mut",
                              "read",
                              "write",
                              "as_ref",
                              "as_mut",
                              "at",
                              "front",
                              "back",
                              "find",
                              "unwrap_or_default",
                              "unwrap_or_else",
                              "getOrNull",
                              "getOrThrow",
                              "clone",
                              "single"};
  return words.contains(member);
}

}  // namespace grove::graph
