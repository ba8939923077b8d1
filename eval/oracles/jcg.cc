#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "oracles/folder_graph.h"
#include "oracles/suites.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;

/// A case of a page: its files, and in front of them, for scripts, what calls what.
struct Case {
  std::string name;
  std::vector<SourceFile> files;
  nlohmann::json links;
};

/// The fenced blocks of a page, under its headings. A source's first line names its file.
std::vector<Case> read_cases(std::string_view page) {
  std::vector<Case> cases;
  std::string block;
  std::string language;
  const auto close = [&] {
    if (cases.empty() || language.empty()) return;
    if (language == "json") {
      cases.back().links = nlohmann::json::parse(block, nullptr, false);
    } else if (const auto end = block.find('\n'); end != std::string::npos) {
      const std::string head(trim(std::string_view(block).substr(0, end)));
      const auto path = head.find_first_not_of("/# ");
      if (path != std::string::npos && path > 0) cases.back().files.push_back({head.substr(path), block.substr(end + 1)});
    }
    language.clear();
  };
  bool inside = false;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t end = std::min(page.find('\n', at), page.size());
    const std::string_view line = page.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("```")) {
      inside ? close() : void(language = std::string(trim(line.substr(3))));
      inside = !inside;
      block.clear();
    } else if (inside) {
      block += std::string(line) + "\n";
    } else if (line.starts_with("## ")) {
      cases.push_back({std::string(trim(line.substr(3))), {}, {}});
    }
  }
  std::erase_if(cases, [](const Case& one) { return one.files.empty(); });
  return cases;
}

// -- scripts: `["D3.wrapper", "D3.foo"]`, `<global>`, `C4.foo:11`

bool names(std::string_view node, const std::string& path, const GraphSymbol* symbol) {
  const bool outside = symbol == nullptr || !is_callable(symbol->kind);
  if (node == "<global>") return outside;
  const std::string stem = fs::path(path).stem().string();
  if (outside || !node.starts_with(stem + ".")) return false;
  node.remove_prefix(stem.size() + 1);
  const auto colon = node.find(':');
  if (node.substr(0, colon) != symbol->name) return false;
  unsigned line = 0;
  if (colon != std::string_view::npos) std::from_chars(node.data() + colon + 1, node.data() + node.size(), line);
  return line == 0 || (line + 1 >= symbol->line && line <= symbol->line + 1);
}

CaseScore score_links(const Case& one) {
  CaseScore score{.name = one.name, .right = 0, .wrong = {}, .missed = {}};
  if (!one.links.is_object()) return score;
  const FolderGraph graph = graph_of(one.files);
  for (const auto& link : one.links.value("directLinks", nlohmann::json::array())) {
    if (!link.is_array() || link.size() != 2 || !link[0].is_string() || !link[1].is_string()) continue;
    const std::string from = link[0];
    const std::string to = link[1];
    const bool there = std::ranges::any_of(graph.uses, [&](const GraphUse& use) {
      return use.role == Role::kCall && use.to && names(from, use.path, use.from ? &*use.from : nullptr) &&
             names(to, use.to->path, &*use.to);
    });
    if (there)
      ++score.right;
    else
      score.missed.push_back(fmt::format("{} → {}", from, to));
  }
  return score;
}

// -- Java: `@DirectCall(name = "method", line = 19, resolvedTargets = "La/B;", prohibitedTargets = {"La/C;"})`

struct Annotated {
  std::string name;
  unsigned line = 0;
  std::vector<std::string> wanted, forbidden;  // types, `a.B.C`
};

std::vector<std::string> types_in(const std::string& annotation, std::string_view attribute) {
  std::vector<std::string> types;
  std::string list;
  if (!re2::RE2::PartialMatch(annotation, fmt::format("{}\\s*=\\s*(\"[^\"]*\"|\\{{[^}}]*\\}})", attribute), &list)) return types;
  re2::StringPiece rest(list);
  for (std::string type; re2::RE2::FindAndConsume(&rest, "\"L([^;\"]*);\"", &type);) {
    std::ranges::replace_if(type, [](char c) { return c == '/' || c == '$'; }, '.');
    types.push_back(type);
  }
  return types;
}

std::vector<Annotated> annotations_of(const std::string& text) {
  std::vector<Annotated> found;
  re2::StringPiece rest(text);
  for (std::string inside; re2::RE2::FindAndConsume(&rest, "@DirectCall\\(([^)]*)\\)", &inside);) {
    Annotated one;
    re2::RE2::PartialMatch(inside, "name\\s*=\\s*\"([^\"]*)\"", &one.name);
    re2::RE2::PartialMatch(inside, "line\\s*=\\s*(\\d+)", &one.line);
    one.wanted = types_in(inside, "resolvedTargets");
    one.forbidden = types_in(inside, "prohibitedTargets");
    found.push_back(std::move(one));
  }
  return found;
}

CaseScore score_annotations(const Case& one) {
  CaseScore score{.name = one.name, .right = 0, .wrong = {}, .missed = {}};
  const FolderGraph graph = graph_of(one.files);
  const auto calls = [&](const SourceFile& file, const Annotated& call, const std::string& type) {
    return std::ranges::any_of(graph.uses, [&](const GraphUse& use) {
      if (use.role != Role::kCall || !use.to || use.path != file.path || use.line != call.line || !is_callable(use.to->kind)) return false;
      const std::string owner = use.to->qualified_name.substr(0, use.to->qualified_name.rfind('.'));
      return owner == type && (call.name == use.to->name || (call.name == "<init>" && use.to->kind == Kind::kConstructor));
    });
  };
  for (const SourceFile& file : one.files) {
    for (const Annotated& call : annotations_of(file.text)) {
      for (const std::string& type : call.wanted) {
        const bool ours = std::ranges::any_of(graph.symbols, [&](const GraphSymbol& symbol) { return symbol.qualified_name == type; });
        if (!ours) continue;
        if (calls(file, call, type))
          ++score.right;
        else
          score.missed.push_back(fmt::format("{}:{} → {}.{}", file.path, call.line, type, call.name));
      }
      for (const std::string& type : call.forbidden)
        if (calls(file, call, type)) score.wrong.push_back(fmt::format("{}:{} → {}.{}", file.path, call.line, type, call.name));
    }
  }
  return score;
}

}  // namespace

std::vector<SuiteScore> score_jcg(const fs::path& checkout) {
  const fs::path pages = checkout / "jcg_testcases/src/main/resources";
  std::vector<SuiteScore> suites;
  static constexpr std::pair<std::string_view, std::string_view> kLanguages[] = {
      {"java", "JCG Java"}, {"python", "JCG Python"}, {"js", "JCG JavaScript"}};
  for (const auto& [folder, name] : kLanguages) {
    if (!fs::is_directory(pages / folder)) continue;
    SuiteScore suite{.name = std::string(name), .names_all = folder == "java", .cases = {}};
    const std::set<fs::path> files{fs::directory_iterator(pages / folder), fs::directory_iterator()};
    for (const fs::path& file : files) {
      const auto page = read_file(file.string());
      if (!page || file.extension() != ".md") continue;
      for (const Case& one : read_cases(*page)) suite.cases.push_back(folder == "java" ? score_annotations(one) : score_links(one));
    }
    suites.push_back(std::move(suite));
  }
  return suites;
}

}  // namespace grove::oracles
