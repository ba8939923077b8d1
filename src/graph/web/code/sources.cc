#include "graph/web/code/sources.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/needed_samples.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 12> kTestFolders = {"__tests__", "__mocks__", "spec",     "specs",      "cypress", "e2e",
                                                           "testdata",  "fixtures",  "__test__", "playwright", "testing", "stories"};
constexpr std::array<std::string_view, 10> kForeignFolders = {
    "node_modules", "dist", "vendor", "bower_components", "third_party", "site-packages", ".venv", "venv", ".next", ".nuxt"};

template <std::size_t N>
bool has_folder(std::string_view path, const std::array<std::string_view, N>& names) {
  const std::vector<std::string_view> parts = split(path, '/');
  for (std::size_t i = 0; i + 1 < parts.size(); ++i)
    if (std::ranges::find(names, parts[i]) != names.end()) return true;
  return false;
}

/// Made by a tool for browsers, or a bundle of somebody else.
bool is_packed(std::string_view base) {
  return base.find(".min.") != std::string_view::npos || base.find("-min.") != std::string_view::npos || base.ends_with(".d.ts") ||
         base.find(".bundle.") != std::string_view::npos;
}

constexpr std::uint32_t kLongest = 1'500'000;  // bytes: what is longer was not written by people

}  // namespace

bool is_source_language(Language language) {
  switch (language) {
    case Language::kJavaScript:
    case Language::kJsx:
    case Language::kTypeScript:
    case Language::kTsx:
    case Language::kVue:
    case Language::kSvelte:
    case Language::kPython:
    case Language::kGo:
    case Language::kCSharp:
    case Language::kPhp:
    case Language::kRuby:
    case Language::kRust:
    case Language::kDart:
    case Language::kSwift: return true;
    default: return false;
  }
}

bool is_test_source(std::string_view path) {
  if (is_test_path(path) || has_folder(path, kTestFolders)) return true;
  const std::string_view base = base_name(path);
  for (const std::string_view mark : {".spec.", ".test.", ".stories.", "_test.", "_spec.", ".cy.", "-spec.", ".e2e-"})
    if (base.find(mark) != std::string_view::npos) return true;
  if (base.starts_with("test_") || base == "conftest.py" || base == "tests.py") return true;
  const std::string_view stem = base.substr(0, base.rfind('.'));
  return stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("Spec");
}

Sources::Sources(Program& program, FactsSource& source) : program_(program), source_(source) {
  const Declarations& all = program.declarations();
  const NeededSamples needed(program.scopes().names());
  for (FileId file = 0; file < all.file_limit(); ++file) {
    if (!all.is_live(file)) continue;
    const DeclaredFile declared = all.file(file);
    if (!is_source_language(declared.language) || is_test_source(needed.own_path(declared.path))) continue;
    if (is_packed(base_name(declared.path)) || has_folder(declared.path, kForeignFolders)) continue;
    files_.push_back(file);
  }
  std::ranges::sort(files_, {}, [&](FileId file) { return all.file(file).path; });
}

std::vector<FileId> Sources::files_of(Family wanted) const {
  std::vector<FileId> found;
  std::ranges::copy_if(files_, std::back_inserter(found), [&](FileId file) { return family(file) == wanted; });
  return found;
}

const CodeFile* Sources::of(FileId file) {
  const auto [known, fresh] = read_.try_emplace(file);
  if (!fresh) return known->second.code.get();
  if (!is_source_language(declarations().file(file).language)) return nullptr;
  const Facts* facts = program_.facts(file);
  if (facts == nullptr) {
    auto read = source_.facts(file);
    if (!read) {
      ++unread_;
      return nullptr;
    }
    known->second.facts = *std::move(read);
    facts = known->second.facts.get();
  }
  if (facts->bytes > kLongest || facts->generated) return nullptr;
  known->second.code = std::make_unique<CodeFile>(*facts);
  return known->second.code.get();
}

bool Sources::imports_from(FileId file, std::string_view module) {
  return std::ranges::any_of(program_.imports(file), [&](const DeclaredImport& import) {
    if (!import.module.starts_with(module)) return false;
    const std::string_view rest = import.module.substr(module.size());
    return rest.empty() || rest.front() == '/' || rest.front() == '.' || rest.front() == ':' || rest.front() == '\\';
  });
}

SymbolId Sources::function_at(FileId file, std::uint32_t place, SymbolId otherwise) {
  const CodeFile* code = of(file);
  return code == nullptr ? otherwise : code->function_at(place, declarations().file(file).first_symbol, otherwise);
}

}  // namespace grove::graph::web
