#include "engine/navigation/symbol_lookup.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "search/path_class.h"

namespace grove::engine {
namespace {

using graph::Declarations;
using graph::DeclaredSymbol;
using graph::SymbolId;

/// How well a symbol's name agrees with what was asked for.
enum class Agreement { kNone, kSuffix, kWhole };

class NameTest {
 public:
  NameTest(const SymbolText& text, bool ignores_case) : text_(text), ignores_case_(ignores_case) {
    for (const std::string& part : text.parts) wanted_.push_back(folded(part));
  }

  Agreement agreement(const Declarations& declarations, SymbolId id) const {
    const DeclaredSymbol symbol = declarations.symbol(id);
    if (!parameters_agree(declarations, id, symbol)) return Agreement::kNone;
    if (folded(symbol.qualified_name) == folded(text_.name)) return Agreement::kWhole;
    if (wanted_.size() < 2) return Agreement::kSuffix;
    std::vector<std::string> parts = name_parts(symbol.qualified_name);
    // A name with separators in it is one part.
    if (parts.size() < wanted_.size()) return Agreement::kNone;
    for (std::string& part : parts) part = folded(part);
    const bool ends_so = std::equal(wanted_.rbegin(), wanted_.rend(), parts.rbegin());
    if (!ends_so) return Agreement::kNone;
    return parts.size() == wanted_.size() ? Agreement::kWhole : Agreement::kSuffix;
  }

 private:
  std::string folded(std::string_view text) const { return ignores_case_ ? fold_case(text) : std::string(text); }

  bool parameters_agree(const Declarations& declarations, SymbolId id, const DeclaredSymbol& symbol) const {
    if (text_.arity && *text_.arity != symbol.arity) return false;
    if (!text_.types) return true;
    const std::vector<std::string_view> types = declarations.parameter_types(id);
    return std::ranges::equal(types, *text_.types, [](std::string_view declared, const std::string& wanted) {
      return without_space(declared) == without_space(wanted);
    });
  }
  static std::string without_space(std::string_view text) {
    std::string kept(text);
    std::erase(kept, ' ');
    return kept;
  }

  const SymbolText& text_;
  bool ignores_case_;
  std::vector<std::string> wanted_;
};

/// Candidates of the best agreement among all scopes.
class Finder {
 public:
  Finder(std::span<const GraphScope> scopes, const SymbolText& text) : scopes_(scopes), text_(text) {}

  std::vector<Meaning> find(bool ignores_case) {
    const NameTest test(text_, ignores_case);
    std::vector<Meaning> whole, suffix;
    for (const GraphScope& scope : scopes_) {
      const Declarations& declarations = scope.declarations();
      for (const SymbolId id : candidates(declarations, ignores_case)) {
        if (!is_in_path(declarations, id)) continue;
        const Agreement agreement = test.agreement(declarations, id);
        if (agreement == Agreement::kWhole) whole.push_back({&scope, id});
        if (agreement == Agreement::kSuffix) suffix.push_back({&scope, id});
      }
    }
    // A bare name may be anybody's; more than that says which.
    if (text_.parts.size() > 1 && !whole.empty()) return whole;
    whole.insert(whole.end(), suffix.begin(), suffix.end());
    return whole;
  }

 private:
  std::vector<SymbolId> candidates(const Declarations& declarations, bool ignores_case) const {
    if (text_.parts.empty()) return {};
    const auto named = [&](const std::string& name) {
      return ignores_case ? declarations.named_ignoring_case(name) : declarations.named(name);
    };
    std::vector<SymbolId> found = named(text_.parts.back());
    // Names that hold what separates others: routes, headings, files.
    if (found.empty() && text_.parts.size() > 1) found = named(text_.name);
    return found;
  }

  bool is_in_path(const Declarations& declarations, SymbolId id) const {
    return text_.path.empty() || declarations.file(declarations.file_of(id)).path == text_.path;
  }

  std::span<const GraphScope> scopes_;
  const SymbolText& text_;
};

/// What a module brings in from elsewhere is named by it too: `requests.get` of `from .api import get` in that package's own file, and
/// `requests.Session.send` below it.
class ImportedNames {
 public:
  ImportedNames(std::span<const GraphScope> scopes, const SymbolText& text) : scopes_(scopes), text_(text) {}

  std::vector<Meaning> find() const {
    std::vector<Meaning> found;
    std::size_t at = text_.parts.empty() ? 0 : text_.parts.front().size();
    for (std::size_t first = 1; first < text_.parts.size(); ++first) {
      const std::string_view module = std::string_view(text_.name).substr(0, at);
      for (const GraphScope& scope : scopes_) add(scope, module, first, found);
      at = text_.name.find(text_.parts[first], at) + text_.parts[first].size();
    }
    return found;
  }

 private:
  void add(const GraphScope& scope, std::string_view module, std::size_t first, std::vector<Meaning>& found) const {
    const Declarations& declarations = scope.declarations();
    for (const graph::FileId file : declarations.files_of_module(module)) {
      for (const graph::Edge& edge : scope.graph->uses_in_file(file)) {
        if (edge.role != Role::kImport || declarations.symbol(edge.target).name != text_.parts[first]) continue;
        for (const SymbolId symbol : below(declarations, edge.target, first + 1)) {
          const bool known = std::ranges::any_of(found, [&](const Meaning& one) { return one.scope == &scope && one.symbol == symbol; });
          if (!known) found.push_back({&scope, symbol});
        }
      }
    }
  }

  /// Along the names from `part` on.
  std::vector<SymbolId> below(const Declarations& declarations, SymbolId top, std::size_t part) const {
    std::vector<SymbolId> symbols{top};
    for (; part < text_.parts.size(); ++part) {
      std::vector<SymbolId> inner;
      for (const SymbolId outer : symbols)
        for (const SymbolId member : declarations.members(outer))
          if (declarations.symbol(member).name == text_.parts[part]) inner.push_back(member);
      symbols = std::move(inner);
    }
    return symbols;
  }

  std::span<const GraphScope> scopes_;
  const SymbolText& text_;
};

int rank_of(Kind kind) {
  if (is_type(kind)) return 0;
  if (is_callable(kind)) return 1;
  return kind == Kind::kNamespace || kind == Kind::kModule ? 3 : 2;
}

void rank(std::vector<Meaning>& meanings) {
  struct Ranked {
    bool declaration;
    int kind;
    bool test;
    std::int64_t callers;
    std::string_view repository, path;
    Meaning meaning;
    auto key() const { return std::tuple(declaration, kind, test, -callers, repository, path, meaning.symbol); }
  };
  std::vector<Ranked> ranked;
  for (const Meaning& meaning : meanings) {
    const Declarations& declarations = meaning.scope->declarations();
    const DeclaredSymbol symbol = declarations.symbol(meaning.symbol);
    const graph::DeclaredFile file = declarations.file(symbol.file);
    ranked.push_back({.declaration = (symbol.flags & kSymbolDeclarationOnly) != 0,
                      .kind = rank_of(symbol.kind),
                      .test = (symbol.flags & kSymbolTest) != 0 || search::classify_path(file.path, file.language).test,
                      .callers = meaning.scope->graph->call_in_degree(meaning.symbol),
                      .repository = meaning.scope->repository.name,
                      .path = file.path,
                      .meaning = meaning});
  }
  std::ranges::sort(ranked, {}, &Ranked::key);
  for (std::size_t i = 0; i < ranked.size(); ++i) meanings[i] = ranked[i].meaning;
}

}  // namespace

unsigned twin_of(const Declarations& declarations, SymbolId symbol) {
  const DeclaredSymbol own = declarations.symbol(symbol);
  const std::vector<SymbolId> named = declarations.named(own.name);
  unsigned twin = 1;
  for (auto at = std::ranges::find(named, symbol); at != named.begin() && at != named.end();) {
    --at;
    const DeclaredSymbol other = declarations.symbol(*at);
    if (other.file != own.file) break;
    if (other.qualified_name == own.qualified_name) ++twin;
  }
  return twin;
}

std::vector<Meaning> find_meanings(std::span<const GraphScope> scopes, const SymbolText& text) {
  Finder finder(scopes, text);
  std::vector<Meaning> meanings = finder.find(false);
  if (meanings.empty() && text.path.empty() && !text.arity && !text.types) meanings = ImportedNames(scopes, text).find();
  if (meanings.empty()) meanings = finder.find(true);
  rank(meanings);
  if (text.twin > 0) {
    std::erase_if(meanings, [&](const Meaning& one) { return twin_of(one.scope->declarations(), one.symbol) != text.twin; });
  }
  return meanings;
}

}  // namespace grove::engine
