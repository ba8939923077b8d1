#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "oracles/folder_graph.h"
#include "oracles/suites.h"
#include "syntax/parser.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;

/// A language's units, and the letters (`ctags --list-kinds`) that stand for definitions there: no parameters, packages, imports,
/// variables.
struct Units {
  Language language;
  std::string_view folder, kinds;
};
constexpr Units kUnits[] = {
    {Language::kJava, "parser-java.r", "acefgimr"},
    {Language::kKotlin, "parser-kotlin.r", "cimoTC"},
    {Language::kPython, "parser-python.r", "cfm"},
    {Language::kJavaScript, "parser-javascript.r", "cfmgGSCM"},
    {Language::kTypeScript, "parser-typescript.r", "cfiegmaCG"},
    {Language::kGo, "parser-go.r", "cftsimna"},
    {Language::kC, "parser-c.r", "defgmstu"},
    {Language::kCpp, "parser-cxx.r", "cdefgmnstu"},
    {Language::kCSharp, "parser-csharp.r", "cdeEfgimnpst"},
    {Language::kRust, "parser-rust.r", "nsitfgemPCM"},
};

struct Tag {
  std::string name;
  std::string line_text;  // of the line that it stands on
  char kind = 0;
};

/// `name<TAB>file<TAB>/^text$/;"<TAB>kind<TAB>fields`; nothing for tags of other files, of lines by number, and of uses.
std::vector<Tag> read_tags(std::string_view text, std::string_view input) {
  std::vector<Tag> tags;
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> head = split(line, '\t');
    const auto begin = line.find("\t/^");
    const auto end = line.rfind("/;\"\t");
    if (line.starts_with("!_") || head.size() < 4 || head[1] != input || begin == std::string_view::npos || end == std::string_view::npos)
      continue;
    if (line.find("\troles:") != std::string_view::npos && line.find("\troles:def") == std::string_view::npos) continue;
    const bool in_function = line.find("\tfunction:") != std::string_view::npos || line.find("\tmethod:") != std::string_view::npos;
    if (head[0].starts_with("__anon") || head[0].starts_with("Anonymous") || head[0].find("anonymous") != std::string_view::npos) continue;
    std::string pattern;
    for (std::size_t i = begin + 3; i < end; ++i)
      if (line[i] != '\\' || i + 1 == end || line[i - 1] == '\\') pattern += line[i];
    if (pattern.ends_with('$')) pattern.pop_back();
    const std::string_view kind = line.substr(end + 4, line.find('\t', end + 4) - end - 4);
    if (kind.size() == 1 && !(kind == "C" && in_function)) tags.push_back({std::string(head[0]), std::move(pattern), kind[0]});
  }
  return tags;
}

std::string last_name(const std::string& name) {
  const auto cut = name.find_last_of(".:");
  return cut == std::string::npos || cut + 1 == name.size() ? name : name.substr(cut + 1);
}

/// `operator const T*` is as good as `operator T*`: what stands on the line is the same.
bool is_called(const GraphSymbol& symbol, const std::string& name) {
  return symbol.name == name || symbol.name == last_name(name) || (name.starts_with("operator ") && symbol.name.starts_with("operator"));
}

/// Whether a symbol of that name stands where the tag's line is, or next to it.
bool has(const FolderGraph& graph, const std::vector<std::string_view>& lines, const Tag& tag) {
  return std::ranges::any_of(graph.symbols, [&](const GraphSymbol& symbol) {
    if (!is_called(symbol, tag.name)) return false;
    for (std::size_t line = symbol.line - std::min(symbol.line, 3U); line < std::min<std::size_t>(symbol.line + 2, lines.size()); ++line)
      if (lines[line].starts_with(tag.line_text)) return true;
    return false;
  });
}

CaseScore score_unit(const SourceFile& file, std::string_view expected, const Units& units) {
  CaseScore score;
  const std::vector<std::string_view> lines = split(file.text, '\n');
  const FolderGraph graph = graph_of({file});
  std::set<std::pair<std::string, std::string>> seen;
  for (const Tag& tag : read_tags(expected, file.path)) {
    if (units.kinds.find(tag.kind) == std::string_view::npos || !seen.insert({last_name(tag.name), tag.line_text}).second) continue;
    if (has(graph, lines, tag))
      ++score.right;
    else
      score.missed.push_back(fmt::format("{} {} {}", tag.kind, tag.name, tag.line_text));
  }
  return score;
}

SuiteScore score_language(const fs::path& root, const Units& units) {
  SuiteScore suite{.name = fmt::format("Ctags units, {}", language_name(units.language)), .names_all = false, .cases = {}};
  const std::set<fs::path> folders{fs::directory_iterator(root), fs::directory_iterator()};
  for (const fs::path& folder : folders) {
    const auto expected = read_file((folder / "expected.tags").string());
    if (!expected || folder.extension() != ".d") continue;  // `.b` are known to be wrong
    for (const SourceFile& file : read_sources(folder)) {
      if (!file.path.starts_with("input") || file.path.ends_with(".pyx")) continue;
      if (syntax::detect_language(file.path, file.text) != units.language) continue;
      suite.cases.push_back(score_unit(file, *expected, units));
      suite.cases.back().name = folder.filename().string();
    }
  }
  return suite;
}

}  // namespace

std::vector<SuiteScore> score_ctags(const fs::path& checkout) {
  std::vector<SuiteScore> suites;
  for (const Units& units : kUnits)
    if (fs::is_directory(checkout / "Units" / units.folder)) suites.push_back(score_language(checkout / "Units" / units.folder, units));
  return suites;
}

}  // namespace grove::oracles
