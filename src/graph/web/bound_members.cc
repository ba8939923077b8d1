#include "graph/web/bound_members.h"

#include <algorithm>
#include <array>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

/// Interfaces of Spring Data with what they inherit from.
struct DataInterface {
  std::string_view name;
  std::string_view above;  // between blanks
};
constexpr std::array<DataInterface, 9> kDataInterfaces = {{
    {"JpaRepository",
     " ListCrudRepository ListPagingAndSortingRepository CrudRepository PagingAndSortingRepository QueryByExampleExecutor Repository "},
    {"MongoRepository",
     " ListCrudRepository ListPagingAndSortingRepository CrudRepository PagingAndSortingRepository QueryByExampleExecutor Repository "},
    {"ListCrudRepository", " CrudRepository Repository "},
    {"ListPagingAndSortingRepository", " PagingAndSortingRepository Repository "},
    {"PagingAndSortingRepository", " CrudRepository Repository "},
    {"CrudRepository", " Repository "},
    {"ReactiveSortingRepository", " ReactiveCrudRepository Repository "},
    {"ReactiveCrudRepository", " Repository "},
    {"Repository", " "},
}};

/// Whether an interface of Spring Data can stand where another one is wanted; one that isn't known can.
bool can_be(std::string_view name, std::string_view wanted) {
  const auto known = std::ranges::find(kDataInterfaces, name, &DataInterface::name);
  return name == wanted || known == kDataInterfaces.end() || known->above.find(" " + std::string(wanted) + " ") != std::string_view::npos;
}

std::string_view simple_name(std::string_view type) { return last_part(parse_type(type, Family::kJvm).path); }

}  // namespace

bool BoundMembers::is_type_parameter(SymbolId type, std::string_view name) const {
  const auto parameters = declarations_.type_parameters(type);
  return std::ranges::find(parameters, name, &std::pair<std::string_view, std::string_view>::first) != parameters.end();
}

bool BoundMembers::is_open(SymbolId member) const {
  const DeclaredSymbol declared = declarations_.symbol(member);
  if (declared.parent == kNobody) return false;
  TypeArguments marked;  // a type in which a parameter of the class stands changes by this
  for (const auto& [name, bound] : declarations_.type_parameters(declared.parent)) marked.emplace_back(name, "?");
  return with_arguments(declared.type, marked) != declared.type;
}

BoundMember BoundMembers::of(const std::vector<Ancestor>& lineage, const Ancestor& owner, SymbolId member) {
  BoundMember found;
  const std::string text = with_arguments(declarations_.symbol(member).type, owner.arguments);
  found.type = type_of(lineage, owner.type, text);
  if (found.type == kNobody) found.type = repository_of(lineage, owner.type, text);
  if (found.type != kNobody) found.lineage = with_ancestors(at_.program, found.type);
  const auto below = below_.find(found.type);
  const TypeText written = parse_type(text, Family::kJvm);
  if (found.type == kNobody || below == below_.end() || written.arguments.empty()) return found;
  std::ranges::copy_if(below->second, std::back_inserter(found.objects),
                       [&](SymbolId one) { return fits(one, found.type, written.arguments); });
  if (found.objects.size() == below->second.size()) found.objects.clear();
  return found;
}

/// A type's text means what it means where the base class stands or, a type argument, in the class that gives it.
SymbolId BoundMembers::type_of(const std::vector<Ancestor>& lineage, SymbolId owner, std::string_view text) {
  SymbolId found = types_.of_text(declarations_.file_of(owner), owner, text).type;
  for (std::size_t i = 0; found == kNobody && i < lineage.size(); ++i)
    found = types_.of_text(declarations_.file_of(lineage[i].type), lineage[i].type, text).type;
  return found;
}

/// The only repository of the repository's own for what a library's interface is asked to keep: `JpaRepository<Product, Long>`.
SymbolId BoundMembers::repository_of(const std::vector<Ancestor>& lineage, SymbolId owner, std::string_view text) {
  const TypeText written = parse_type(text, Family::kJvm);
  if (written.arguments.empty() || !last_part(written.path).ends_with("Repository")) return kNobody;
  if (type_of(lineage, owner, written.arguments[0]) == kNobody) return kNobody;
  const auto found = repositories().find(std::string(simple_name(written.arguments[0])));
  if (found == repositories().end()) return kNobody;
  SymbolId only = kNobody;
  for (const SymbolId symbol : found->second) {
    const bool fits = std::ranges::any_of(written_supertypes(at_.program, symbol), [&](const WrittenSupertype& above) {
      return !above.arguments.empty() && above.arguments[0] == found->first && can_be(above.name, last_part(written.path));
    });
    if (!fits || symbol == only) continue;
    if (only != kNobody) return kNobody;
    only = symbol;
  }
  return only;
}

const std::unordered_map<std::string, std::vector<SymbolId>>& BoundMembers::repositories() {
  if (has_repositories_) return repositories_;
  has_repositories_ = true;
  for (const FileId file : at_.program.code()) {
    const DeclaredFile declared = declarations_.file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      if (declarations_.symbol(symbol).kind != Kind::kInterface) continue;
      const TypeRole& role = layers_.of(symbol);
      if (!role.is_generated || role.layer != Layer::kRepository) continue;
      for (const WrittenSupertype& above : written_supertypes(at_.program, symbol))
        if (!above.arguments.empty()) repositories_[std::string(above.arguments[0])].push_back(symbol);
    }
  }
  return repositories_;
}

/// Whether what a class tells a type it inherits from is what is asked for; what isn't known fits.
bool BoundMembers::fits(SymbolId candidate, SymbolId type, const std::vector<std::string_view>& arguments) {
  const auto parameters = declarations_.type_parameters(type);
  for (const Ancestor& above : lineage(at_.program, candidate)) {
    if (above.type != type || above.arguments.size() != parameters.size() || arguments.size() != parameters.size()) continue;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const std::string_view wanted = simple_name(arguments[i]), told = simple_name(above.arguments[i].second);
      const bool is_known = !wanted.empty() && !told.empty() && wanted != "?" && told != "?";
      if (is_known && wanted != told && !is_type_parameter(candidate, told)) return false;
    }
  }
  return true;
}

}  // namespace grove::graph::web
