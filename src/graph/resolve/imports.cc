#include <algorithm>
#include <string>

#include "base/hash.h"
#include "graph/resolve/scopes.h"
#include "graph/resolver.h"

// What imports bring into a file.
namespace grove::graph {
namespace {

constexpr int kDeepest = 6;
/// No file has more but one that was made to cost time.
constexpr std::size_t kMostWildcards = 256;

/// What a Go package may be called besides the last part of its path: `yaml` for `gopkg.in/yaml.v3` and `b` for `github.com/a/b/v2`, `x`
/// for `example.com/go-x`. Its clause says it, but that of a library isn't here.
std::vector<std::string_view> names_of_go_package(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::size_t begin = path.find('/'); begin != std::string_view::npos; begin = path.find('/', begin)) {
    const std::string_view rest = path.substr(++begin);
    const std::size_t end = rest.find('/');
    const std::string_view segment = rest.substr(0, end);
    if (end == std::string_view::npos || rest.substr(end).starts_with("/v")) names.push_back(segment);
    for (std::size_t dot = segment.find(".v"); dot != std::string_view::npos; dot = segment.find(".v", dot + 1))
      names.push_back(segment.substr(0, dot));
  }
  if (const std::string_view last = last_part(path); last.starts_with("go-")) names.push_back(last.substr(3));
  return names;
}

/// Whether a file names what it imports by that name.
bool goes_by(const DeclaredImport& import, Family family, std::string_view name) {
  if (!import.name.empty() || !import.alias.empty()) return (import.alias.empty() ? import.name : import.alias) == name;
  if (family == Family::kPython) return first_part(import.module) == name;  // `import a.b` is used as `a`
  if (last_part(import.module) == name) return true;
  if (family != Family::kGo) return false;
  for (const std::string_view known_as : names_of_go_package(import.module))
    if (known_as == name) return true;
  return false;
}

}  // namespace

/// Imports of the file by the names that they may go by, as many files have hundreds and use thousands of names.
const std::vector<std::uint32_t>& Scopes::imports_going_by(FileId file, std::string_view name) {
  static const std::vector<std::uint32_t> none;
  const auto [known, fresh] = imports_by_name_.try_emplace(file);
  if (fresh) {
    const Family here = family(file);
    const std::vector<DeclaredImport>& imports = names_.imports(file);
    const auto add = [&](std::string_view known_as, std::uint32_t import) {
      std::vector<std::uint32_t>& same = known->second[hash64(known_as)];
      if (same.empty() || same.back() != import) same.push_back(import);
    };
    for (std::uint32_t i = 0; i < imports.size(); ++i) {
      const DeclaredImport& import = imports[i];
      if (import.name == "*" && import.alias.empty()) continue;
      if (!import.name.empty() || !import.alias.empty()) {
        add(import.alias.empty() ? import.name : import.alias, i);
      } else if (here == Family::kPython) {
        add(first_part(import.module), i);
      } else if (here != Family::kC && here != Family::kRuby && here != Family::kSwift && here != Family::kDart) {
        add(last_part(import.module), i);
        if (here == Family::kGo)
          for (const std::string_view known_as : names_of_go_package(import.module)) add(known_as, i);
      }
    }
  }
  names_.imports(file);  // notes that they were looked at
  const auto found = known->second.find(hash64(name));
  return found == known->second.end() ? none : found->second;
}

Found Scopes::in_imports(const Place& place, std::string_view name, Want want) {
  const Family here = family(place.file);
  for (const std::uint32_t number : imports_going_by(place.file, name)) {
    const DeclaredImport& import = names_.imports(place.file)[number];
    if (!goes_by(import, here, name)) continue;  // another name of that hash
    const bool whole = import.name.empty() && import.alias.empty();
    if (whole && here == Family::kPython && import.module.find('.') != std::string_view::npos) {
      Found package;
      package.files = files_of_module(names_, place.file, import.module);
      package.package = import.module;
      package.foreign = package.files.empty();
      return package;
    }
    if (import.re_export && import.module.empty()) continue;
    Found found = imported(place.file, import, want);
    if (!found.symbols.empty() || !found.files.empty() || found.foreign || !found.package.empty()) return found;
  }
  return {};
}

Found Scopes::imported(FileId file, const DeclaredImport& import, Want want, int depth) {
  Found found;
  if (depth > kDeepest) return found;
  const Traits& rules = traits(file);
  switch (rules.family) {
    case Family::kScript:
    case Family::kPython:
    case Family::kRust:
    case Family::kDart:
    case Family::kGo: {
      std::vector<FileId> files = files_of_module(names_, file, import.module);
      if (rules.family == Family::kPython && !import.name.empty() && import.name != "*") {
        // `from package import module`
        const std::string inner = std::string(import.module) + (import.module.ends_with(".") ? "" : ".") + std::string(import.name);
        if (!files.empty()) found = exported(files, import.name, want, depth + 1);
        if (!found.nothing()) return found;
        found.files = files_of_module(names_, file, inner);
        found.foreign = found.files.empty();
        return found;
      }
      if (rules.family == Family::kRust && !import.name.empty() && import.name != "*") {
        if (!files.empty()) found = exported(files, import.name, want, depth + 1);
        if (!found.nothing()) return found;
        const std::string inner = std::string(import.module) + "::" + std::string(import.name);
        found.files = files_of_module(names_, file, import.module.empty() ? import.name : std::string_view(inner));
        if (!found.files.empty()) return found;
        // A type's variants and functions, or what a crate offers from deep inside.
        const std::string_view first = first_part(import.module);
        const bool inside = first == "crate" || first == "self" || first == "super" || !files.empty();
        const std::string_view owner = last_part(import.module);
        for (const SymbolId symbol : names_.named(import.name)) {
          const Candidate& candidate = names_.candidate(symbol);
          if (candidate.family != Family::kRust || !accepts(candidate, want)) continue;
          const bool member = candidate.parent != kNobody && names_.candidate(candidate.parent).name == owner;
          if (member || (inside && candidate.parent == kNobody && candidate.receiver.empty())) found.symbols.push_back(candidate.id);
        }
        if (found.symbols.size() > 1) found.symbols.clear();
        found.confidence = Confidence::kScoped;
        found.foreign = found.symbols.empty();
        return found;
      }
      if (import.name.empty() || import.name == "*" || files.empty()) {
        found.foreign = files.empty();
        if (import.name.empty() && want != Want::kAny) found.symbols = given_as_whole(files, want);
        found.files = std::move(files);
        return found;
      }
      found = exported(files, import.name, want, depth + 1);
      if (found.nothing() && import.name == "default") {  // an object of functions, most likely of the same file
        found.files = std::move(files);
        found.confidence = Confidence::kScoped;
      }
      return found;
    }
    case Family::kJvm:
    case Family::kDotNet:
    case Family::kPhp:
    case Family::kC: {
      if (import.name.empty() || import.name == "*") {
        found.package = import.module;
        return found;
      }
      found.symbols = in_package(file, import.module, import.name, want);
      if (found.symbols.empty() && !import.module.empty()) {  // a member of a type
        const std::string_view package = before_last_part(import.module);
        for (const SymbolId type : in_package(file, package, last_part(import.module), Want::kType))
          for (const SymbolId member : members(type, import.name)) found.symbols.push_back(member);
      }
      found.foreign = found.symbols.empty();
      return found;
    }
    default: return found;
  }
}

/// `module.exports = App`, `module.exports = class {…}`
std::vector<SymbolId> Scopes::given_as_whole(const std::vector<FileId>& files, Want want, int depth) {
  std::vector<SymbolId> given;
  if (depth > kDeepest) return given;
  for (const FileId file : files) {
    if (family(file) != Family::kScript) continue;
    given = at_top_of(file, "exports", want);
    const DeclaredImport* passed_on = nullptr;
    int passing_on = 0;
    for (const DeclaredImport& import : names_.imports(file)) {
      if (!import.re_export) continue;
      if (given.empty() && import.module.empty() && import.alias == "default" && import.name != "default")
        given = look_up({file, kNobody}, import.name, want).symbols;
      if (import.name != "*" || !import.alias.empty()) continue;
      passed_on = &import;
      ++passing_on;
    }
    if (given.empty() && passing_on == 1) given = given_as_whole(files_of_module(names_, file, passed_on->module), want, depth + 1);
    if (!given.empty()) return given;
  }
  return given;
}

Found Scopes::in_wildcards(const Place& place, std::string_view name, Want want) {
  const Traits& rules = traits(place.file);
  Found found;
  std::size_t looked_at = 0;
  for (const DeclaredImport& import : names_.imports(place.file)) {
    const bool all = import.name == "*" || (rules.family == Family::kDart && import.name.empty() && import.alias.empty());
    if (!all || (!import.alias.empty() && import.alias != "_")) continue;
    if (++looked_at > kMostWildcards) break;
    if (rules.family == Family::kScript) continue;  // `import * as x` has an alias; `export *` brings nothing in
    if (rules.family == Family::kJvm || rules.family == Family::kDotNet || rules.family == Family::kPhp || rules.family == Family::kC) {
      found.symbols = in_package(place.file, import.module, name, want);
      if (found.symbols.empty() && import.is_static)
        for (const SymbolId type : in_package(place.file, before_last_part(import.module), last_part(import.module), Want::kType))
          for (const SymbolId member : members(type, name)) found.symbols.push_back(member);
    } else {
      const std::vector<FileId> files = files_of_module(names_, place.file, import.module);
      if (!files.empty())
        found = exported(files, name, want, 1);
      else if (rules.family == Family::kRust && import.module == "super")  // the inline module's own file
        found.symbols = at_top_of(place.file, name, want);
    }
    if (!found.symbols.empty()) return found;
  }
  return {};
}

}  // namespace grove::graph
