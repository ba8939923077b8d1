#include "graph/resolver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "graph/declare.h"
#include "model/line_index.h"
#include "syntax/parser.h"
#include "tests/graph/golden_case.h"

namespace grove::graph {
namespace {

namespace fs = std::filesystem;

std::string shown(const Declarations& declarations, SymbolId symbol) {
  const DeclaredSymbol declared = declarations.symbol(symbol);
  const std::string parameters = is_callable(declared.kind) ? fmt::format("({})", declared.arity) : std::string();
  return fmt::format("{}{} {}:{}", declared.qualified_name, parameters, declarations.file(declared.file).path, declared.lines.first);
}

std::string resolved(const GoldenCase& golden) {
  std::vector<std::pair<std::string, Facts>> files;
  for (const auto& [path, text] : golden.files) {
    const Language language = syntax::detect_language(path, text);
    files.emplace_back(path, syntax::make_parser()->parse({.path = path, .language = language, .text = text, .limits = {}, .cancel = {}}));
  }
  const auto declarations = declare(files);
  const auto resolver = Resolver::make(*declarations);
  std::string out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto& [path, facts] = files[i];
    const LineIndex lines(golden.files[i].second);
    const FileResolution found = resolver->resolve(declarations->find_file(path).value(), facts);
    for (const ResolvedReference& one : found.imports)
      out += fmt::format("{} import {} → {}\n", path, facts.text(facts.imports[one.reference].name), shown(*declarations, one.target));
    std::vector<std::pair<std::uint32_t, std::string>> rows;
    for (const ResolvedReference& one : found.resolved) {
      const Reference& reference = facts.references[one.reference];
      rows.emplace_back(reference.begin,
                        fmt::format("{}:{} {} {} {} → {}\n", path, lines.line_of(reference.begin), role_name(reference.role),
                                    confidence_name(one.confidence), facts.text(reference.name), shown(*declarations, one.target)));
    }
    std::ranges::stable_sort(rows, {}, &std::pair<std::uint32_t, std::string>::first);
    for (const auto& [begin, row] : rows) out += row;
    for (const Reference& reference : facts.references) {
      const auto same = [&](const ResolvedReference& one) { return &facts.references[one.reference] == &reference; };
      if (reference.role == Role::kCall && std::ranges::none_of(found.resolved, same))
        out += fmt::format("{}:{} call unresolved {}\n", path, lines.line_of(reference.begin), facts.text(reference.name));
    }
  }
  return out;
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/graph"))
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class ResolverGolden : public testing::TestWithParam<std::string> {};

TEST_P(ResolverGolden, NamesMeanWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = resolved(golden);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, ResolverGolden, testing::ValuesIn(case_files()), [](const auto& info) {
  std::string name = fs::path(info.param).stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

/// What a parser makes of broken code: names and types of which nothing is left.
TEST(Resolver, NamesMayBeEmpty) {
  Facts facts;
  facts.language = Language::kCpp;
  facts.bytes = 100;
  const StringId variable = facts.strings.intern("v");
  const StringId nothing = facts.strings.intern("::");
  facts.bindings.push_back({.symbol = kNone, .name = variable, .type = nothing, .value = kNone, .begin = 1});
  for (const Role role : {Role::kCall, Role::kType, Role::kInherit, Role::kImport, Role::kRead, Role::kWrite}) {
    for (const StringId receiver : {StringId{0}, variable, nothing}) {
      facts.references.push_back({.role = role, .name = 0, .receiver = receiver, .symbol = kNone, .begin = 50, .line = 1});
      facts.references.push_back({.role = role, .name = nothing, .receiver = receiver, .symbol = kNone, .begin = 50, .line = 1});
    }
  }
  const auto declarations = declare({{"a.cc", facts}});
  EXPECT_TRUE(Resolver::make(*declarations)->resolve(0, facts).resolved.empty());
}

TEST(Resolver, ACancelEndsTheLookingAtAFile) {
  const std::string text = "def f():\n  f()\n";
  const Facts facts =
      syntax::make_parser()->parse({.path = "a.py", .language = Language::kPython, .text = text, .limits = {}, .cancel = {}});
  const auto declarations = declare({{"a.py", facts}});
  const CancelToken cancel;
  const auto resolver = Resolver::make(*declarations, cancel);
  EXPECT_EQ(resolver->resolve(0, facts).resolved.size(), 1U);
  cancel.cancel();
  EXPECT_TRUE(resolver->resolve(0, facts).resolved.empty());
}

}  // namespace
}  // namespace grove::graph
