#include "graph/web/program.h"

#include <algorithm>

#include "base/text.h"
#include "graph/web/needed_samples.h"

namespace grove::graph::web {
namespace {

bool is_code(Language language) {
  return language == Language::kJava || language == Language::kKotlin || language == Language::kGroovy || language == Language::kScala;
}

bool is_other_code(Language language) {
  switch (language) {
    case Language::kJavaScript:
    case Language::kJsx:
    case Language::kTypeScript:
    case Language::kTsx:
    case Language::kPython:
    case Language::kGo:
    case Language::kCSharp:
    case Language::kRuby:
    case Language::kPhp:
    case Language::kRust: return true;
    default: return false;
  }
}

/// Text that has no language of its own may be a web server's.
bool is_configuration(Language language, std::string_view path) {
  if (language == Language::kPlainText) return base_name(path).find(".conf") != std::string_view::npos;
  if (language == Language::kToml) return base_name(path) == "Cargo.toml" || base_name(path) == "pyproject.toml";
  return language == Language::kYaml || language == Language::kProperties || language == Language::kXml || language == Language::kJson ||
         language == Language::kIni;
}

/// Languages whose grammar takes all that is written in them, mostly: where it doesn't, the file is broken. JSON is written with comments
/// and commas that its grammar doesn't have, types and templates of scripts outgrow theirs, and what comes out of templates is code only
/// then: `feed.xml.vm`, `api.go.tpl`.
bool can_be_trusted(Language language, std::string_view path) {
  switch (language) {
    case Language::kJson:
    case Language::kGroovy:
    case Language::kJavaScript:
    case Language::kJsx:
    case Language::kTypeScript:
    case Language::kTsx: return false;
    default: break;
  }
  if (language == Language::kXml) return path.ends_with(".xml");
  constexpr std::string_view kTemplates[] = {".tpl",   ".tmpl",     ".template", ".vm",  ".ftl",      ".j2",
                                             ".jinja", ".mustache", ".hbs",      ".erb", ".blade.php"};
  const auto is_end = [&](std::string_view end) { return path.ends_with(end); };
  return !std::ranges::any_of(kTemplates, is_end);
}

constexpr std::string_view kScripts[] = {"ts", "js", "tsx", "jsx", "mjs", "cjs", "mts", "cts"};

/// Whether a file is code of a language other than the JVM's, by its name.
bool is_other_file(std::string_view name) {
  constexpr std::string_view kKinds[] = {"go", "py", "rb", "cs", "php", "rs"};
  const std::string_view kind = extension(name);
  return std::ranges::find(kScripts, kind) != std::end(kScripts) || std::ranges::find(kKinds, kind) != std::end(kKinds);
}

/// A folder of tests whatever the language, and of what shows how a library is used.
bool holds_no_program(std::string_view folder) {
  constexpr std::string_view kFolders[] = {"test", "tests",   "__tests__", "__mocks__", "spec",     "specs",
                                           "e2e",  "cypress", "testdata",  "example",   "examples", "_examples"};
  return std::ranges::find(kFolders, folder) != std::end(kFolders);
}

/// The name of a set of sources, `integrationTest` of `src/integrationTest/java`, or of any other folder.
bool names_tests(std::string_view folder, bool is_source_set) {
  const std::string lower = to_lower_ascii(folder);
  if (lower == "test" || lower == "tests" || lower == "androidtest") return true;
  return is_source_set && (lower == "it" || lower.starts_with("test") || lower.ends_with("test") || lower.ends_with("tests"));
}

/// `user.spec.ts`, `user_test.go`, `test_user.py`, `user_spec.rb`, `UserTests.cs`, `UserTest.php`
bool is_test_file(std::string_view name) {
  const std::string_view kind = extension(name);
  const std::string_view stem = name.substr(0, name.size() - std::min(name.size(), kind.size() + 1));
  if (std::ranges::find(kScripts, kind) != std::end(kScripts))
    return stem.ends_with(".spec") || stem.ends_with(".test") || stem.ends_with(".e2e-spec") || stem.ends_with(".stories");
  if (kind == "go") return stem.ends_with("_test");
  if (kind == "py") return stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest" || stem == "tests";
  if (kind == "rb") return stem.ends_with("_spec") || stem.ends_with("_test");
  if (kind == "cs") return stem.ends_with("Tests") || stem.ends_with("Test");
  if (kind == "php") return stem.size() > 4 && stem.ends_with("Test");
  return false;
}

}  // namespace

bool is_test_path(std::string_view path) {
  if (is_test_file(base_name(path))) return true;
  const bool is_other = is_other_file(base_name(path));
  const std::vector<std::string_view> folders = split(path, '/');
  for (std::size_t i = 0; i + 1 < folders.size(); ++i) {
    if (is_other ? !holds_no_program(to_lower_ascii(folders[i])) : !names_tests(folders[i], i > 0 && folders[i - 1] == "src")) continue;
    // A package may be called so: only above the sources does a folder say what they are for.
    const bool inside_sources = std::find(folders.begin(), folders.begin() + static_cast<std::ptrdiff_t>(i), "main") !=
                                folders.begin() + static_cast<std::ptrdiff_t>(i);
    if (!inside_sources) return true;
  }
  return false;
}

Status Program::read(FactsSource& source, const CancelToken& cancel) {
  const Declarations& all = declarations();
  const NeededSamples needed(names_);
  for (FileId file = 0; file < all.file_limit(); ++file) {
    if (!all.is_live(file)) continue;
    const DeclaredFile declared = all.file(file);
    std::vector<FileId>* files = is_code(declared.language)                           ? &code_
                                 : is_other_code(declared.language)                   ? &other_code_
                                 : is_configuration(declared.language, declared.path) ? &configuration_
                                                                                      : nullptr;
    if (files == nullptr || is_test_path(needed.own_path(declared.path))) continue;
    GROVE_RETURN_IF_ERROR(cancel.check());
    auto facts = source.facts(file);
    if (!facts) {
      ++unread_;
      continue;
    }
    files->push_back(file);
    keep(file, *std::move(facts));
  }
  const auto by_path = [&](FileId file) { return all.file(file).path; };
  std::ranges::sort(code_, {}, by_path);
  std::ranges::sort(configuration_, {}, by_path);
  std::ranges::sort(other_code_, {}, by_path);
  return {};
}

std::vector<FileId> Program::broken_files() const {
  std::vector<FileId> broken;
  for (const std::vector<FileId>* files : {&code_, &configuration_, &other_code_})
    std::ranges::copy_if(*files, std::back_inserter(broken), [&](FileId file) {
      const Facts& facts = *read_.at(file).facts;
      return facts.state == ParseState::kPartial && can_be_trusted(facts.language, declarations().file(file).path);
    });
  std::ranges::sort(broken, {}, [&](FileId file) { return declarations().file(file).path; });
  return broken;
}

void Program::keep(FileId file, std::shared_ptr<const Facts> facts) {
  const SymbolId first = declarations().file(file).first_symbol;
  for (Index i = 0; i < facts->bindings.size(); ++i) {
    const Binding& binding = facts->bindings[i];
    if (binding.symbol == kNone || binding.value == kNone) continue;
    const Symbol& symbol = facts->symbols[binding.symbol];
    const bool declares = symbol.name_range.begin == binding.begin;  // a constructor may assign something else
    if (declares && (symbol.kind == Kind::kField || symbol.kind == Kind::kConstant) && symbol.name == binding.name)
      values_.try_emplace(first + binding.symbol, i);
  }
  Read read{.facts = std::move(facts), .markings = {}, .parameters = {}};
  for (Index i = 0; i < read.facts->annotations.size(); ++i)
    if (read.facts->annotations[i].symbol != kNone) read.markings.push_back(i);
  std::ranges::stable_sort(read.markings, {}, [&](Index i) { return read.facts->annotations[i].symbol; });
  for (Index i = 0; i < read.facts->parameters.size(); ++i)
    if (read.facts->parameters[i].symbol != kNone) read.parameters.push_back(i);
  std::ranges::stable_sort(read.parameters, {}, [&](Index i) { return read.facts->parameters[i].symbol; });
  read_.emplace(file, std::move(read));
}

bool Program::imports_from(FileId file, std::string_view package) {
  return std::ranges::any_of(names_.imports(file), [&](const DeclaredImport& import) { return import.module.starts_with(package); });
}

const Facts* Program::facts(FileId file) const {
  const auto found = read_.find(file);
  return found == read_.end() ? nullptr : found->second.facts.get();
}

std::vector<Marking> Program::parameter_markings(SymbolId symbol, Index parameter) const {
  std::vector<Marking> found;
  const FileId file = declarations().file_of(symbol);
  const auto read = read_.find(file);
  if (read == read_.end()) return found;
  const Facts& facts = *read->second.facts;
  const auto of = [&](Index i) { return facts.annotations[i].symbol; };
  for (const Index i : std::ranges::equal_range(read->second.markings, local_index(symbol), {}, of))
    if (facts.annotations[i].parameter == parameter)
      found.push_back({.file = file, .facts = &facts, .annotation = &facts.annotations[i], .on = symbol});
  return found;
}

std::vector<Marking> Program::markings(SymbolId symbol) const { return parameter_markings(symbol, kNone); }

std::vector<Index> Program::parameters_of(SymbolId symbol) const {
  const auto read = read_.find(declarations().file_of(symbol));
  if (read == read_.end()) return {};
  const auto of = [&](Index i) { return read->second.facts->parameters[i].symbol; };
  const auto own = std::ranges::equal_range(read->second.parameters, local_index(symbol), {}, of);
  return {own.begin(), own.end()};
}

std::vector<SymbolId> Program::members_named(SymbolId type, std::string_view name) {
  const auto [known, fresh] = members_.try_emplace(type);
  auto& members = known->second;
  if (fresh) {
    for (const SymbolId member : declarations().members(type)) members.emplace_back(declarations().symbol(member).name, member);
    std::ranges::sort(members);
  }
  std::vector<SymbolId> found;
  for (const auto& [own, member] : std::ranges::equal_range(members, name, {}, [](const auto& one) { return one.first; }))
    found.push_back(member);
  return found;
}

Site Program::value_of(SymbolId symbol) const {
  const FileId file = declarations().file_of(symbol);
  const Facts* read = facts(file);
  const auto found = values_.find(symbol);
  if (read == nullptr || found == values_.end()) return {};
  return {.file = file, .facts = read, .scope = declarations().symbol(symbol).parent, .expression = read->bindings[found->second].value};
}

}  // namespace grove::graph::web
