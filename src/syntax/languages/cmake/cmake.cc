#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_cmake();

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 3> kTargets = {"add_executable", "add_library", "add_custom_target"};
constexpr std::array<std::string_view, 4> kVariables = {"set", "option", "cmake_dependent_option", "set_property"};
constexpr std::array<std::string_view, 3> kImports = {"include", "add_subdirectory", "find_package"};
constexpr std::array<std::string_view, 3> kLinks = {"target_link_libraries", "add_dependencies", "install"};

bool is_one_of(std::string_view word, auto& words) { return std::ranges::find(words, word) != words.end(); }

std::vector<TSNode> arguments_of(Walk& walk, TSNode list) {
  std::vector<TSNode> arguments;
  if (ts_node_is_null(list)) return arguments;
  for (auto all = walk.children(list); all.next_named() && arguments.size() < 64;) arguments.push_back(all.node());
  return arguments;
}

/// `function(name parameters…)`, `macro(…)`.
Descend callable(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode command = first_named(walk, node);
  const std::vector<TSNode> words = arguments_of(walk, find_child(walk, command, "argument_list"));
  if (words.empty()) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = words[0], .body = walk.child_of_type(node, "body")});
  walk.top().body_begin = ts_node_end_byte(command);
  for (std::size_t i = 1; i < words.size(); ++i) {
    walk.bare_parameter({.node = words[i], .name = words[i]});
    walk.declare_local(words[i]);
  }
  return Descend::kYes;
}

void open_named(Walk& walk, TSNode node, TSNode argument, Kind kind) {
  const std::string_view name = unquoted(walk.text(argument));
  if (name.empty() || name.find('$') != std::string_view::npos) return;
  if (kind != Kind::kConfig && walk.already_declared(argument, kNone)) return;
  walk.add_symbol({.node = node, .kind = kind, .name = argument, .name_text = name}, walk.symbol());
}

void add_links(Walk& walk, const std::vector<TSNode>& words) {
  for (const TSNode word : words) {
    const std::string_view name = walk.text(word);
    const bool keyword = std::ranges::all_of(name, [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
    if (!keyword && name.find_first_of("$\"/<") == std::string_view::npos) walk.add_reference(Role::kRead, word);
  }
}

Descend command(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  const TSNode list = find_child(walk, node, "argument_list");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.add_call({.leaf = name}, list);
  const std::vector<TSNode> words = arguments_of(walk, list);
  if (words.empty()) return Descend::kYes;
  const std::string lower = to_lower_ascii(walk.text(name));
  if (is_one_of(lower, kTargets)) open_named(walk, node, words[0], Kind::kConfig);
  if (is_one_of(lower, kVariables) && !walk.in_callable())
    open_named(walk, node, words[0], lower == "set" ? Kind::kField : Kind::kConstant);
  if (is_one_of(lower, kLinks)) add_links(walk, words);
  if (is_one_of(lower, kImports))
    walk.add_import({.module = walk.intern_snippet(unquoted(walk.text(words[0]))), .begin = ts_node_start_byte(words[0])});
  return Descend::kYes;
}

Descend variable(Walk& walk, TSNode node, const Rule&) {
  if (!walk.is_local(node)) walk.add_reference(Role::kRead, node);
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "function_def", .kind = Kind::kFunction, .hook = callable},
    {.node = "macro_def", .kind = Kind::kMacro, .hook = callable},
    {.node = "normal_command", .hook = command},
    {.node = "variable", .act = Act::kIdentifier, .hook = variable},
    {.node = "line_comment", .act = Act::kComment},
    {.node = "bracket_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"quoted_argument", Shape::kString},
    {"unquoted_argument", Shape::kName},
    {"bracket_argument", Shape::kString},
    {"argument", Shape::kCast},
};

}  // namespace

const LanguageDefinition kCMakeLanguage = {
    .language = Language::kCMake, .grammar = tree_sitter_cmake, .rules = kRules, .shapes = kShapes, .call_arguments = false};

}  // namespace grove::syntax
