#include "search/path_class.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text.h"

namespace grove::search {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view part, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return equals_ignoring_ascii_case(part, word); });
}

constexpr std::array<std::string_view, 14> kTestFolders = {
    "test",  "tests",     "__tests__",         "spec",        "specs",     "testing", "testdata", "e2e", "__mocks__",
    "mocks", "unittests", "integration-tests", "androidtest", "commontest"};
constexpr std::array<std::string_view, 16> kExampleFolders = {"example",   "examples",   "sample",   "samples",  "demo",    "demos",
                                                              "benchmark", "benchmarks", "bench",    "fixtures", "fixture", "playground",
                                                              "tutorial",  "tutorials",  "docs_src", "_examples"};
constexpr std::array<std::string_view, 9> kCompatibilityFolders = {"compat",    "_compat", "legacy", "deprecated", "polyfill",
                                                                   "polyfills", "shim",    "shims",  "vendor"};

/// `x_test.go`, `test_x.py`, `x.spec.ts`, `FooTest.java`, `FooTests.cs`, `foo_spec.rb`
bool is_test_stem(std::string_view stem) {
  const auto ends = [&](std::string_view tail) { return stem.size() > tail.size() && stem.ends_with(tail); };
  if (stem.starts_with("test_") || ends("_test") || ends("_tests") || ends("_spec") || ends(".test") || ends(".spec") || ends("-test") ||
      ends("-spec"))
    return true;
  if (ends("Test") || ends("Tests") || ends("TestCase") || ends("Spec")) return true;
  return stem == "conftest" || stem == "test" || stem == "tests";
}

bool is_prose_or_configuration(Language language) {
  switch (language) {
    case Language::kPlainText:
    case Language::kMarkdown:
    case Language::kJson:
    case Language::kYaml:
    case Language::kToml:
    case Language::kIni:
    case Language::kXml:
    case Language::kProperties:
    case Language::kCMake:
    case Language::kMake: return true;
    default: return false;
  }
}

/// Kotlin and Gradle source sets: `commonTest`, `jvmTest`.
bool is_test_source_set(std::string_view part) {
  return part.size() > 4 && part.ends_with("Test") && std::islower(static_cast<unsigned char>(part.front()));
}

}  // namespace

std::string_view file_stem(std::string_view path) {
  const auto slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

PathClass classify_path(std::string_view path, Language language) {
  PathClass result;
  const std::string_view stem = file_stem(path);
  result.test = is_test_stem(stem);
  result.declaration = path.ends_with(".d.ts") || path.ends_with(".d.mts") || path.ends_with(".d.cts") || path.ends_with(".pyi");
  result.index_file =
      stem == "__init__" || stem == "index" || stem == "mod" || stem == "package-info" || stem == "module-info" || stem == "doc";
  result.document = is_prose_or_configuration(language);
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t slash = path.find('/', begin);
    if (slash == std::string_view::npos) break;
    const std::string_view part = path.substr(begin, slash - begin);
    result.test = result.test || is_one_of(part, kTestFolders) || is_test_source_set(part);
    result.example = result.example || is_one_of(part, kExampleFolders);
    result.compatibility = result.compatibility || is_one_of(part, kCompatibilityFolders);
    begin = slash + 1;
  }
  if (equals_ignoring_ascii_case(stem, "compat") || equals_ignoring_ascii_case(stem, "legacy") ||
      equals_ignoring_ascii_case(stem, "_compat"))
    result.compatibility = true;
  return result;
}

}  // namespace grove::search
