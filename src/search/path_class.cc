#include "search/path_class.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace grove::search {
namespace {

enum class Folder : std::uint8_t { kOther, kTest, kExample, kCompatibility };

/// Folders whose names say what they hold, in lower case.
constexpr std::pair<std::string_view, Folder> kFolders[] = {
    {"test", Folder::kTest},
    {"tests", Folder::kTest},
    {"__tests__", Folder::kTest},
    {"spec", Folder::kTest},
    {"specs", Folder::kTest},
    {"testing", Folder::kTest},
    {"testdata", Folder::kTest},
    {"e2e", Folder::kTest},
    {"__mocks__", Folder::kTest},
    {"mocks", Folder::kTest},
    {"unittests", Folder::kTest},
    {"integration-tests", Folder::kTest},
    {"androidtest", Folder::kTest},
    {"commontest", Folder::kTest},
    {"example", Folder::kExample},
    {"examples", Folder::kExample},
    {"_examples", Folder::kExample},
    {"sample", Folder::kExample},
    {"samples", Folder::kExample},
    {"demo", Folder::kExample},
    {"demos", Folder::kExample},
    {"benchmark", Folder::kExample},
    {"benchmarks", Folder::kExample},
    {"bench", Folder::kExample},
    {"fixtures", Folder::kExample},
    {"fixture", Folder::kExample},
    {"playground", Folder::kExample},
    {"tutorial", Folder::kExample},
    {"tutorials", Folder::kExample},
    {"docs_src", Folder::kExample},
    {"compat", Folder::kCompatibility},
    {"_compat", Folder::kCompatibility},
    {"legacy", Folder::kCompatibility},
    {"deprecated", Folder::kCompatibility},
    {"polyfill", Folder::kCompatibility},
    {"polyfills", Folder::kCompatibility},
    {"shim", Folder::kCompatibility},
    {"shims", Folder::kCompatibility},
    {"vendor", Folder::kCompatibility},
};
constexpr std::size_t kLongestFolder = 17;

Folder folder_class(std::string_view part) {
  static const std::unordered_map<std::string_view, Folder> folders(std::begin(kFolders), std::end(kFolders));
  if (part.size() > kLongestFolder) return Folder::kOther;
  std::array<char, kLongestFolder> folded;
  std::ranges::transform(part, folded.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const auto known = folders.find(std::string_view(folded.data(), part.size()));
  return known == folders.end() ? Folder::kOther : known->second;
}

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
    case Language::kDocument:
    case Language::kDataset:
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

PathVersion path_version(std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t slash = path.find('/', begin);
    if (slash == std::string_view::npos) break;
    const std::string_view part = path.substr(begin, slash - begin);
    if (part.size() > 1 && part.size() < 5 && part[0] == 'v') {
      unsigned version = 0;
      const auto [end, error] = std::from_chars(part.data() + 1, part.data() + part.size(), version);
      if (error == std::errc() && end == part.data() + part.size()) return {path.substr(0, begin), version};
    }
    begin = slash + 1;
  }
  return {};
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
    const Folder folder = folder_class(part);
    result.test = result.test || folder == Folder::kTest || is_test_source_set(part);
    result.example = result.example || folder == Folder::kExample;
    result.compatibility = result.compatibility || folder == Folder::kCompatibility;
    begin = slash + 1;
  }
  if (equals_ignoring_ascii_case(stem, "compat") || equals_ignoring_ascii_case(stem, "legacy") ||
      equals_ignoring_ascii_case(stem, "_compat"))
    result.compatibility = true;
  return result;
}

}  // namespace grove::search
