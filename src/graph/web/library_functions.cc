#include "graph/web/library_functions.h"

#include <algorithm>

#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

/// The names of all types between the brackets of a type as written, in order.
std::vector<std::string_view> names_within(std::string_view type) {
  std::vector<std::string_view> names;
  for (std::size_t at = std::min(type.find('<'), type.size()); at < type.size();) {
    std::size_t end = at;
    while (end < type.size() && (is_name_byte(type[end]) || type[end] == '.')) ++end;
    const std::string_view name = last_part(type.substr(at, end - at));
    if (!name.empty() && name != "extends" && name != "super") names.push_back(name);
    at = std::max(end, at + 1);
  }
  return names;
}

}  // namespace

/// Classes that name a library's type as what they inherit from, and those below them.
const std::vector<SymbolId>& LibraryFunctions::implementing(const std::string& library_type, std::string_view written) {
  const auto [known, fresh] = implementing_.try_emplace(library_type + " " + std::string(written));
  if (!fresh) return known->second;
  std::vector<SymbolId>& found = known->second;
  const std::vector<std::string_view> wanted = names_within(written);
  for (const SymbolId naming : declarations_.subtypes_naming(last_part(library_type))) {
    const FileId file = declarations_.file_of(naming);
    if (at_.program.facts(file) == nullptr) continue;
    const auto is_meant = [&](const WrittenSupertype& above) {
      const bool fits = wanted.empty() || above.arguments == wanted;
      return fits && layers_.imported(file, above.name) == library_type &&
             at_.program.scopes().look_up_type({file, naming}, above.name).symbols.empty();
    };
    if (std::ranges::none_of(written_supertypes(at_.program, naming), is_meant)) continue;
    if (const auto below = below_.find(naming); below != below_.end())
      found.insert(found.end(), below->second.begin(), below->second.end());
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

std::vector<SymbolId> LibraryFunctions::beans_of(const ValueType& asked) {
  std::vector<SymbolId> all;
  if (asked.type != kNobody) {
    if (const auto below = below_.find(asked.type); below != below_.end()) all = below->second;
  } else if (!asked.library_type.empty() && !asked.library_type.starts_with("java.") && !asked.library_type.starts_with("kotlin.")) {
    all = implementing(asked.library_type, declarations_.symbol(asked.field).type);
  }
  std::erase_if(all, [&](SymbolId type) {
    const auto role = roles_.find(type);
    return role == roles_.end() || role->second.layer == Layer::kNone;
  });
  return all;
}

bool LibraryFunctions::overrides(SymbolId function) const {
  if ((declarations_.symbol(function).flags & kSymbolOverride) != 0) return true;
  const std::vector<Marking> markings = at_.program.markings(function);
  return std::ranges::any_of(markings, [](const Marking& marking) { return marking.name() == "Override"; });
}

std::vector<LibraryFunctions::Given> LibraryFunctions::of(const ValueType& asked, std::string_view name, std::uint8_t arity) {
  std::vector<Given> found;
  if (asked.field == kNobody || is_callable(declarations_.symbol(asked.field).kind)) return found;
  if (asked.type != kNobody)  // the repository's own functions of that name were not what is meant
    for (const SymbolId above : with_ancestors(at_.program, asked.type))
      if (!at_.program.members_named(above, name).empty()) return found;
  for (const SymbolId bean : beans_of(asked)) {
    SymbolId function = kNobody;
    for (const SymbolId owner : with_ancestors(at_.program, bean))
      for (const SymbolId member : at_.program.members_named(owner, name)) {
        const DeclaredSymbol one = declarations_.symbol(member);
        if (function == kNobody && is_callable(one.kind) && one.arity == arity && overrides(member)) function = member;
      }
    if (function != kNobody) found.push_back({.function = function, .type = bean});
  }
  return found;
}

}  // namespace grove::graph::web
