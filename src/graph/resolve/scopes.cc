#include "graph/resolve/scopes.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "graph/resolver.h"

namespace grove::graph {
namespace {

constexpr int kDeepest = 6;
constexpr std::size_t kRememberedImports = 1000;  // of files
// Beyond what people write; they keep generated and hostile code from costing the square of its size.
constexpr std::size_t kMostSupertypes = 64;
constexpr std::size_t kMostAncestors = 256;
constexpr std::size_t kMostDescendants = 256;

bool is_space_of_names(Kind kind) { return kind == Kind::kNamespace || kind == Kind::kModule; }

}  // namespace

bool Scopes::accepts(const Candidate& candidate, Want want) const {
  switch (want) {
    case Want::kType: return is_type(candidate.kind) || is_space_of_names(candidate.kind);
    case Want::kCallable:
      return is_callable(candidate.kind) || is_type(candidate.kind) || candidate.kind == Kind::kMacro || candidate.kind == Kind::kField ||
             candidate.kind == Kind::kConstant;
    case Want::kAny: return candidate.kind != Kind::kSection && candidate.kind != Kind::kConfig;
  }
  return false;
}

/// A definition stands for its declarations: where both are there, the declarations go.
std::vector<SymbolId> Scopes::without_declarations(std::vector<SymbolId> symbols) const {
  const auto declared_only = [&](SymbolId symbol) { return (names_.candidate(symbol).flags & kSymbolDeclarationOnly) != 0; };
  if (symbols.size() > 1 && !std::ranges::all_of(symbols, declared_only)) {
    const SymbolId first = symbols.front();
    if (names_.candidate(first).family == Family::kC || names_.candidate(first).family == Family::kScript)
      std::erase_if(symbols, declared_only);
  }
  return symbols;
}

std::vector<SymbolId> Scopes::at_top_of(FileId file, std::string_view name, Want want) {
  std::vector<SymbolId> found;
  for (const SymbolId symbol : names_.named_in(file, name)) {
    const Candidate& candidate = names_.candidate(symbol);
    if (candidate.parent == kNobody && candidate.receiver.empty() && accepts(candidate, want)) found.push_back(symbol);
  }
  return found;
}

std::size_t Scopes::keep_nearest(FileId from, std::vector<SymbolId>& symbols) {
  const std::string_view here = names_.file(from).path;
  const auto shared = [&](SymbolId symbol) {
    const std::string_view there = names_.file(names_.candidate(symbol).file).path;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < std::min(here.size(), there.size()) && here[i] == there[i]; ++i)
      if (here[i] == '/') ++depth;
    return there == here ? 1000 : depth;
  };
  std::size_t best = 0;
  for (const SymbolId symbol : symbols) best = std::max(best, shared(symbol));
  std::erase_if(symbols, [&](SymbolId symbol) { return shared(symbol) != best; });
  return best;
}

std::vector<SymbolId> Scopes::in_package(FileId from, std::string_view package, std::string_view name, Want want) {
  const Traits& rules = traits(from);
  std::string whole(package);
  if (!package.empty()) whole += rules.separator;
  whole += name;
  std::vector<SymbolId> found = names_.qualified(whole, name);
  std::erase_if(found, [&](SymbolId symbol) {
    const Candidate& candidate = names_.candidate(symbol);
    return candidate.family != rules.family || !candidate.receiver.empty() || !accepts(candidate, want);
  });
  const bool has_one_file_a_type = rules.family == Family::kJvm || rules.family == Family::kPhp;
  if (found.size() > 1 && has_one_file_a_type &&
      std::ranges::all_of(found, [&](SymbolId symbol) { return is_type(names_.candidate(symbol).kind); }))
    keep_nearest(from, found);
  return without_declarations(std::move(found));
}

void Scopes::in_order_of_paths(std::vector<SymbolId>& symbols) {
  std::ranges::sort(symbols, {}, [this](SymbolId symbol) { return std::pair(names_.file(names_.candidate(symbol).file).path, symbol); });
}

bool Scopes::is_member_of(const Candidate& candidate, SymbolId type, const Candidate& owner) {
  if (candidate.parent == type && candidate.receiver.empty()) return true;
  if (candidate.receiver.empty() || candidate.family != owner.family) return false;
  if (candidate.receiver_name != owner.name) return false;
  if (candidate.file == owner.file) return true;
  if (candidate.family == Family::kGo) return parent_path(names_.file(candidate.file).path) == parent_path(names_.file(owner.file).path);
  const std::uint64_t key = hash64(candidate.receiver) ^ (std::uint64_t{candidate.file} * 0x9E3779B97F4A7C15ULL);
  const auto [known, fresh] = receivers_.try_emplace(key);
  if (!fresh) {
    names_.note_again(known->second.consulted);
    return known->second.type == type;
  }
  const std::size_t start = names_.start_recording();
  const Found found = look_up_type({candidate.file, candidate.parent}, candidate.receiver);
  const SymbolId meant = found.symbols.empty() ? kNobody : found.symbols.front();
  receivers_[key] = {meant, names_.end_recording(start)};
  return meant == type;
}

std::vector<SymbolId> Scopes::own_members(SymbolId type, std::string_view name) {
  const Candidate& owner = names_.candidate(type);
  std::vector<SymbolId> found;
  for (const SymbolId symbol : names_.named_in(owner.file, name))
    if (is_member_of(names_.candidate(symbol), type, owner)) found.push_back(symbol);
  const std::size_t inside = found.size();
  for (const SymbolId symbol : names_.extensions(owner.name, name)) {
    const Candidate& candidate = names_.candidate(symbol);
    if (candidate.file != owner.file && is_member_of(candidate, type, owner)) found.push_back(symbol);
  }
  if (inside > 0 && found.size() > inside) in_order_of_paths(found);
  return without_declarations(std::move(found));
}

const Ancestry& Scopes::ancestry(SymbolId type) {
  const auto [known, fresh] = ancestries_.try_emplace(type);
  if (!fresh) {
    names_.note_again(known->second.consulted);
    return known->second;
  }
  const std::size_t start = names_.start_recording();
  const Candidate& self = names_.candidate(type);
  names_.note(consulted_name(self.name));
  names_.note(consulted_file(names_.file(self.file).path));
  Ancestry made;
  std::vector<std::string_view> sources = names_.declarations().supertypes(type);
  if (self.kind == Kind::kType && !self.type.empty()) sources.push_back(self.type);  // an alias has the members of what it stands for
  for (const std::string_view text : sources) {
    if (made.direct.size() == kMostSupertypes) {
      made.foreign_base = true;
      break;
    }
    const Found found = look_up_type({self.file, self.parent}, text);
    const auto real =
        std::ranges::find_if(found.symbols, [&](SymbolId symbol) { return symbol != type && is_type(names_.candidate(symbol).kind); });
    if (real == found.symbols.end())
      made.foreign_base = true;
    else
      made.direct.push_back(*real);
  }
  made.consulted = names_.end_recording(start);
  return ancestries_[type] = std::move(made);
}

std::vector<SymbolId> Scopes::members(SymbolId type, std::string_view name) {
  std::vector<SymbolId> level{type};
  std::vector<SymbolId> seen{type};
  for (int depth = 0; depth < 12 && !level.empty(); ++depth) {
    std::vector<SymbolId> next;
    for (const SymbolId at : level) {
      if (std::vector<SymbolId> found = own_members(at, name); !found.empty()) return found;
      for (const SymbolId above : ancestry(at).direct) {
        if (seen.size() > kMostAncestors || std::ranges::find(seen, above) != seen.end()) continue;
        seen.push_back(above);
        next.push_back(above);
      }
    }
    level = std::move(next);
  }
  return {};
}

const std::vector<SymbolId>& Scopes::descendants(SymbolId type) {
  const auto [known, fresh] = descendants_.try_emplace(type);
  if (!fresh) {
    names_.note_again(known->second.consulted);
    return known->second.types;
  }
  const std::size_t start = names_.start_recording();
  std::vector<SymbolId> found{type};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const SymbolId at = found[i];
    const std::string_view name = names_.candidate(at).name;
    names_.note(consulted_subtypes(name));
    for (const SymbolId sub : names_.declarations().subtypes_naming(name)) {
      if (found.size() > kMostDescendants) break;
      if (std::ranges::find(found, sub) != found.end()) continue;
      const std::vector<SymbolId>& direct = ancestry(sub).direct;
      if (std::ranges::find(direct, at) != direct.end()) found.push_back(sub);
    }
  }
  found.erase(found.begin());
  std::ranges::sort(found);
  Descendants& made = descendants_[type];
  made = {std::move(found), names_.end_recording(start)};
  return made.types;
}

SymbolId Scopes::enclosing_type(const Place& place) {
  for (SymbolId scope = place.scope; scope != kNobody;) {
    const Candidate& at = names_.candidate(scope);
    if (is_type(at.kind)) return scope;
    if (!at.receiver.empty()) {
      const Found found = look_up_type({at.file, at.parent}, at.receiver);
      return found.symbols.empty() ? kNobody : found.symbols.front();
    }
    scope = at.parent;
  }
  return kNobody;
}

Found Scopes::in_scopes(const Place& place, std::string_view name, Want want) {
  const Traits& rules = traits(place.file);
  const auto keep = [&](std::vector<SymbolId> symbols) {
    std::erase_if(symbols, [&](SymbolId symbol) { return !accepts(names_.candidate(symbol), want); });
    return symbols;
  };
  for (SymbolId scope = place.scope; scope != kNobody;) {
    const Candidate& at = names_.candidate(scope);
    Found found;
    if (is_type(at.kind)) {
      found.symbols = keep(rules.implicit_self ? members(scope, name) : own_members(scope, name));
      if (!rules.implicit_self)  // only nested types are seen from inside
        std::erase_if(found.symbols, [&](SymbolId symbol) { return !is_type(names_.candidate(symbol).kind); });
      if (at.name == name && want != Want::kAny && found.symbols.empty() && at.kind != Kind::kType) found.symbols.push_back(scope);
    } else if (is_space_of_names(at.kind)) {
      found.symbols = in_package(at.file, at.qualified_name, name, want);
      if (found.symbols.empty()) found.symbols = keep(names_.named_inside(scope, name));
    } else {
      found.symbols = keep(names_.named_inside(scope, name));
      if (found.symbols.empty() && !at.receiver.empty() && rules.implicit_self) {
        const SymbolId type = enclosing_type({place.file, scope});
        if (type != kNobody) found.symbols = keep(members(type, name));
      }
    }
    if (!found.symbols.empty()) return found;
    scope = at.parent;
  }
  return {};
}

/// The package of the file and those around it.
Found Scopes::in_surroundings(const Place& place, std::string_view name, Want want) {
  const Traits& rules = traits(place.file);
  const DeclaredFile& file = names_.file(place.file);
  Found found;
  if (rules.shares_package) {
    if (rules.shares_folder) {
      const std::string_view folder = parent_path(file.path);
      for (const SymbolId symbol : known_outside(rules.family, name)) {
        const DeclaredFile& there = names_.file(names_.candidate(symbol).file);
        if (accepts(names_.candidate(symbol), want) && parent_path(there.path) == folder && there.module == file.module)
          found.symbols.push_back(symbol);
      }
      return found;
    }
    for (std::string_view package = file.module;; package = before_last_part(package)) {
      found.symbols = in_package(place.file, package, name, want);
      if (!found.symbols.empty() || package.empty() || rules.family == Family::kJvm) return found;
    }
  }
  return found;
}

/// Whether a symbol's name is known outside of what it stands in.
bool Scopes::is_known_outside(const Candidate& candidate) {
  if (!candidate.receiver.empty()) return false;
  if (candidate.family == Family::kC && (candidate.flags & kSymbolStatic) != 0 && is_callable(candidate.kind) &&
      !names_.file(candidate.file).path.ends_with(".h"))
    return false;  // its own file finds it at the top
  if (candidate.parent == kNobody) return true;
  const Kind around = names_.candidate(candidate.parent).kind;
  if (candidate.family == Family::kRuby) return around == Kind::kModule || is_type(candidate.kind);
  return around == Kind::kEnum && candidate.family == Family::kC;  // an enumerator is as visible as its enum in C
}

/// Remembered, since a common name has thousands of members and locals behind it.
const std::vector<SymbolId>& Scopes::known_outside(Family family, std::string_view name) {
  names_.note(consulted_name(name));
  const auto [known, fresh] = known_outside_.try_emplace(hash64(name) * 31 + static_cast<std::uint64_t>(family));
  if (fresh)
    for (const SymbolId symbol : names_.sorted(name).outside)
      if (const Candidate& candidate = names_.candidate(symbol); candidate.family == family && is_known_outside(candidate))
        known->second.push_back(symbol);
  return known->second;
}

/// What is visible in the whole repository: linkage of C, modules of Swift, constants of Ruby.
Found Scopes::everywhere(const Place& place, std::string_view name, Want want) {
  const Traits& rules = traits(place.file);
  Found found;
  if (!rules.shares_repository) return found;
  for (const SymbolId symbol : known_outside(rules.family, name)) {
    const Candidate& candidate = names_.candidate(symbol);
    if (accepts(candidate, want)) found.symbols.push_back(symbol);
  }
  found.symbols = without_declarations(std::move(found.symbols));
  if (found.symbols.size() <= 1) {
    if (rules.family == Family::kRuby) found.confidence = Confidence::kScoped;
    return found;
  }
  // Several: the nearest by folder.
  const std::size_t best = keep_nearest(place.file, found.symbols);
  found.confidence = found.symbols.size() == 1 && best > 0 ? Confidence::kScoped : Confidence::kName;
  if (found.symbols.size() > 4) found.symbols.clear();
  return found;
}

Found Scopes::look_up(const Place& place, std::string_view name, Want want) {
  if (name.empty()) return {};
  if (Found found = in_scopes(place, name, want); !found.symbols.empty()) return found;
  const std::uint64_t key = (hash64(name) ^ (std::uint64_t{place.file} * 0x9E3779B97F4A7C15ULL)) * 4 + static_cast<std::uint64_t>(want);
  const auto [known, fresh] = outside_of_scopes_.try_emplace(key);
  if (!fresh) {
    names_.note_again(known->second.consulted);
    return known->second.found;
  }
  const std::size_t start = names_.start_recording();
  Found found = outside_of_scopes(place, name, want);
  outside_of_scopes_[key] = {found, names_.end_recording(start)};
  return found;
}

/// The same wherever in a file the name is used.
Found Scopes::outside_of_scopes(const Place& place, std::string_view name, Want want) {
  Found top;
  top.symbols = without_declarations(at_top_of(place.file, name, want));
  const bool only_declared =
      !top.symbols.empty() && family(place.file) == Family::kC &&
      std::ranges::all_of(top.symbols, [&](SymbolId symbol) { return (names_.candidate(symbol).flags & kSymbolDeclarationOnly) != 0; });
  if (!top.symbols.empty() && !only_declared) return top;
  if (Found found = in_imports(place, name, want); !found.nothing() || found.foreign) return found;
  if (Found found = in_surroundings(place, name, want); !found.symbols.empty()) return found;
  if (Found found = in_wildcards(place, name, want); !found.symbols.empty()) return found;
  Found found = everywhere(place, name, want);
  return found.symbols.empty() ? top : found;
}

void Scopes::leave_file() {
  outside_of_scopes_.clear();
  exported_.clear();
  if (imports_by_name_.size() > kRememberedImports) imports_by_name_.clear();
}

Found Scopes::exported(const std::vector<FileId>& files, std::string_view name, Want want, int depth) {
  if (depth > kDeepest) return {};
  std::uint64_t key = 0;
  for (const FileId file : files) key = (key + file + 1) * 0x9E3779B97F4A7C15ULL;
  key = ((key ^ hash64(name)) * 8 + static_cast<std::uint64_t>(depth)) * 4 + static_cast<std::uint64_t>(want);
  const auto [known, fresh] = exported_.try_emplace(key);
  if (!fresh) {
    names_.note_again(known->second.consulted);
    return known->second.found;
  }
  const std::size_t start = names_.start_recording();
  Found found = find_exported(files, name, want, depth);
  exported_[key] = {found, names_.end_recording(start)};
  return found;
}

Found Scopes::find_exported(const std::vector<FileId>& files, std::string_view name, Want want, int depth) {
  Found found;
  for (const FileId file : files) {
    const std::vector<SymbolId> own = at_top_of(file, name, want);
    found.symbols.insert(found.symbols.end(), own.begin(), own.end());
  }
  found.symbols = without_declarations(std::move(found.symbols));
  if (!found.symbols.empty()) return found;
  for (const FileId file : files) {
    const Family here = family(file);
    if (here == Family::kGo) continue;
    for (const DeclaredImport& import : names_.imports(file)) {
      const std::string_view known_as = import.alias.empty() ? import.name : import.alias;
      const bool everything = import.name == "*" && import.alias.empty();
      if (everything && (import.re_export || here == Family::kPython || here == Family::kDart)) {
        Found deeper = exported(files_of_module(names_, file, import.module), name, want, depth + 1);
        if (!deeper.nothing()) return deeper;
      } else if (known_as == name && (import.re_export || here == Family::kPython)) {
        Found deeper = import.module.empty() ? look_up({file, kNobody}, import.name, want) : imported(file, import, want, depth + 1);
        if (!deeper.nothing()) return deeper;
      }
    }
    if (name == "default" && here == Family::kScript) {
      std::vector<SymbolId> top;
      const DeclaredFile& declared = names_.file(file);
      for (std::uint32_t i = 0; i < declared.symbol_count; ++i) {
        const Candidate& candidate = names_.candidate(declared.first_symbol + i);
        if (candidate.parent == kNobody && (candidate.flags & kSymbolDefault) != 0) found.symbols.push_back(candidate.id);
        if (candidate.parent == kNobody && (is_callable(candidate.kind) || is_type(candidate.kind))) top.push_back(candidate.id);
      }
      names_.note(consulted_file(declared.path));
      if (found.symbols.empty()) found.symbols = at_top_of(file, "exports", want);
      if (found.symbols.empty() && top.size() == 1) {
        found.symbols = std::move(top);
        found.confidence = Confidence::kScoped;
      }
      if (!found.symbols.empty()) return found;
    }
  }
  return found;
}

Found Scopes::look_up_path(const Place& place, std::string_view path, Want want, int depth) {
  if (path.starts_with("::")) return look_up_path({place.file, kNobody}, path.substr(2), want, depth);  // from the outermost scope
  const std::string_view name = last_part(path);
  const std::string_view owner_path = before_last_part(path);
  if (owner_path.empty()) return look_up(place, name, want);
  if (depth > kDeepest) return {};
  const Found owner = look_up_path(place, owner_path, Want::kAny, depth + 1);
  Found found;
  for (const SymbolId symbol : owner.symbols) {
    const Candidate& at = names_.candidate(symbol);
    if (is_type(at.kind)) {
      found.symbols = members(symbol, name);
    } else if (is_space_of_names(at.kind)) {
      found.symbols = in_package(place.file, at.qualified_name, name, want);
      if (found.symbols.empty()) found.symbols = names_.named_inside(symbol, name);
    }
    std::erase_if(found.symbols, [&](SymbolId member) { return !accepts(names_.candidate(member), want); });
    if (!found.symbols.empty()) return found;
  }
  if (!owner.files.empty()) {
    if (found = exported(owner.files, name, want); !found.nothing()) return found;
  }
  if (!owner.symbols.empty() || !owner.files.empty()) return {};
  // A fully-qualified name: of its package's parts nothing is known, as of a library's.
  const Traits& rules = traits(place.file);
  found.symbols = in_package(place.file, owner_path, name, want);
  if (found.symbols.empty() && owner.foreign)
    return {.symbols = {}, .files = {}, .package = {}, .confidence = Confidence::kExact, .foreign = true};
  if (found.symbols.empty() && rules.family == Family::kRust) {
    const std::vector<FileId> files = files_of_module(names_, place.file, owner_path);
    if (!files.empty()) return exported(files, name, want);
  }
  if (found.symbols.empty() && rules.family == Family::kC) {  // `util::Other` seen from inside of a namespace, or through an alias
    const std::string tail = "::" + std::string(path);
    for (const SymbolId symbol : names_.named(name))
      if (const Candidate& candidate = names_.candidate(symbol);
          candidate.family == Family::kC && candidate.qualified_name.ends_with(tail) && accepts(candidate, want))
        found.symbols.push_back(symbol);
    found.symbols = without_declarations(std::move(found.symbols));
    found.confidence = Confidence::kScoped;
  }
  if (found.symbols.empty()) found.foreign = true;
  return found;
}

Found Scopes::look_up_type(const Place& place, const TypeText& type, int depth) {
  if (type.path.empty() || depth > kDeepest) return {};
  const std::string_view name = last_part(type.path);
  if (type.path == name) {
    for (SymbolId scope = place.scope; scope != kNobody; scope = names_.candidate(scope).parent) {
      if (!names_.is_generic(scope)) continue;
      const auto parameters = names_.declarations().type_parameters(scope);
      const auto parameter = std::ranges::find(parameters, name, &std::pair<std::string_view, std::string_view>::first);
      if (parameter == parameters.end()) continue;
      if (parameter->second.empty() || parameter->second == name) return {};
      return look_up_type({place.file, names_.candidate(scope).parent}, parse_type(parameter->second, family(place.file)), depth + 1);
    }
    if (name == "Self" || name == "self" || name == "this" || name == "static") {
      Found found;
      const SymbolId own = enclosing_type(place);
      if (own != kNobody) found.symbols.push_back(own);
      return found;
    }
  }
  Found found = look_up_path(place, type.path, Want::kType);
  std::erase_if(found.symbols, [&](SymbolId symbol) { return !is_type(names_.candidate(symbol).kind); });
  if (found.symbols.size() > 1) {  // forward declarations, partial classes, `impl` blocks of one type: the fullest stands for all
    const auto weight = [&](SymbolId symbol) {
      const Candidate& candidate = names_.candidate(symbol);
      const ByteRange range = names_.declarations().symbol(symbol).range;
      return std::pair((candidate.flags & kSymbolDeclarationOnly) == 0, range.size());
    };
    const auto best = std::ranges::max_element(found.symbols, {}, weight);
    std::swap(found.symbols.front(), *best);
    found.symbols.resize(1);
    if (found.confidence == Confidence::kExact) found.confidence = Confidence::kScoped;
  }
  return found;
}

}  // namespace grove::graph
