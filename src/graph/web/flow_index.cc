#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/asked_values.h"
#include "graph/web/call_order.h"
#include "graph/web/container_beans.h"
#include "graph/web/events.h"
#include "graph/web/flow.h"
#include "graph/web/library_functions.h"
#include "graph/web/plain_calls.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kWebAnnotations = "org.springframework.web.bind.annotation.";
constexpr std::string_view kModelAttribute = "org.springframework.web.bind.annotation.ModelAttribute";
constexpr std::string_view kQualifier = "org.springframework.beans.factory.annotation.Qualifier";

std::uint64_t pair_key(SymbolId type, SymbolId function) { return std::uint64_t{type} << 32U | function; }

/// What the language gives all objects, and constructors that call others.
bool is_of_any_object(std::string_view name) {
  constexpr std::string_view kNames[] = {"equals", "getClass", "hashCode", "notify", "notifyAll", "super", "this", "toString", "wait"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

/// Reads what flows need out of the facts of all files, so that nothing else has to be kept.
class FlowIndexer {
 public:
  FlowIndexer(Workplace& at, FlowIndex& made)
      : at_(at),
        declarations_(at.program.declarations()),
        layers_(at),
        types_(at, layers_),
        events_(at, types_),
        bound_(at, layers_, types_, made.below_),
        beans_(at, layers_, made.roles_),
        library_(at, layers_, made.below_, made.roles_),
        asked_(at, layers_, types_),
        plain_(at.program, made.calls_, made.inner_),
        made_(made) {}

  Status index(const UsesInFile& uses, const CancelToken& cancel) {
    for (const FileId file : at_.program.code()) events_.add_listeners(file);
    for (const FileId file : at_.program.code()) add_roles(file);
    for (const SymbolId type : concrete_classes(at_.program)) {
      add_hierarchy(type);
      add_before(type);
    }
    for (const FileId file : at_.program.code()) beans_.add_made(file);
    beans_.add_of_xml();
    for (const FileId file : at_.program.code()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      add_calls(file, uses(file));
    }
    for (const SymbolId type : concrete_classes(at_.program)) add_bound(type);
    add_repositories();
    for (const FileId file : at_.program.code()) add_accessors(file);
    for (const FileId file : at_.program.other_code()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      made_.other_files_.insert(file);
      plain_.add(file, uses(file));
    }
    plain_.finish();
    return cancel.check();
  }

 private:
  template <typename Visit>
  void for_symbols(FileId file, Visit visit) {
    const DeclaredFile declared = declarations_.file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
      visit(symbol, declarations_.symbol(symbol));
  }

  void add_roles(FileId file) {
    for_symbols(file, [&](SymbolId symbol, const DeclaredSymbol& declared) {
      if (!is_type(declared.kind)) return;
      const TypeRole& role = layers_.of(symbol);
      if (role.layer == Layer::kNone) return;
      made_.roles_.emplace(symbol, role);
      for (const SymbolId member : declarations_.members(symbol))
        if (is_callable(declarations_.symbol(member).kind) && (is_asynchronous(symbol) || is_asynchronous(member)))
          made_.asynchronous_.insert(member);
    });
  }

  bool is_asynchronous(SymbolId symbol) {
    return at_.annotations.carries(symbol, "org.springframework.scheduling.annotation.Async") ||
           at_.annotations.carries(symbol, "jakarta.ejb.Asynchronous");
  }

  void add_calls(FileId file, std::vector<Edge> edges) {
    std::erase_if(edges, [](const Edge& edge) { return edge.confidence == Confidence::kName; });
    std::map<std::uint32_t, std::vector<SymbolId>> targets;
    for (const Edge& edge : edges)
      if (const Kind kind = declarations_.symbol(edge.target).kind; is_callable(kind) && kind != Kind::kConstructor)
        targets[edge.begin].push_back(edge.target);
    const Facts& facts = *at_.program.facts(file);
    types_.enter(file);
    std::vector<const Reference*> references;
    const bool is_java = declarations_.file(file).language == Language::kJava;
    for (const Reference& reference : facts.references) {
      // A function that is read is handed on. In Java something stands before it; a name alone is a field's, whatever function has it too.
      const bool is_read = reference.role == Role::kRead &&
                           (targets.contains(reference.begin) ? !is_java || reference.receiver != 0 : reads_provided(file, reference));
      if (reference.role == Role::kCall || is_read) references.push_back(&reference);
    }
    sort_as_they_run(facts, references);
    for (const Reference* one : references) {
      const SymbolId in = one->symbol == kNone ? kNobody : declarations_.file(file).first_symbol + one->symbol;
      const CodeOwner owner = owner_of(file, *one);
      if (!owner.is_known() || (one->flags & kReferenceNew) != 0) continue;
      const auto found = targets.find(one->begin);
      FlowIndex::Call call = describe(file, *one, in, found == targets.end() ? std::vector<SymbolId>{} : found->second);
      if (Events::publishes(call.library_type, call.name)) hand_to_listeners(call, *one, in);
      const bool is_open = call.asked != kNobody && !call.name.empty() && !is_of_any_object(call.name) && bound_.is_open(call.asked);
      if (!call.targets.empty() || !call.library_type.empty() || call.type != kNobody || is_open)
        made_.calls_[owner].push_back(std::move(call));
    }
  }

  /// `orders::insert` of what a library makes, whose functions nobody here declares.
  bool reads_provided(FileId file, const Reference& reference) {
    const std::string_view receiver = plain_receiver(at_.program.facts(file)->text(reference.receiver));
    if (reference.symbol == kNone || !is_plain_name(receiver) || receiver.front() < 'a' || receiver == "this") return false;
    const ValueType asked = types_.of_name(declarations_.file(file).first_symbol + reference.symbol, receiver);
    return asked.field != kNobody && asked.type != kNobody && layers_.of(asked.type).is_generated;
  }

  CodeOwner owner_of(FileId file, const Reference& reference) const {
    const SymbolId in = reference.symbol == kNone ? kNobody : declarations_.file(file).first_symbol + reference.symbol;
    return made_.inner_.owner(file, reference.begin, outermost_function(declarations_, in));
  }

  FlowIndex::Call describe(FileId file, const Reference& reference, SymbolId in, std::vector<SymbolId> targets) {
    const Facts& facts = *at_.program.facts(file);
    FlowIndex::Call call;
    call.file = file;
    call.line = reference.line;
    call.arity = reference.arity;
    const std::string_view written = facts.text(reference.receiver);
    const SymbolId around = at_.program.scopes().enclosing_type({file, in});
    const bool is_bare = written.empty() || written == "this" || written == "super" || written.starts_with("this@");
    const ValueType asked = is_bare || in == kNobody ? ValueType{} : asked_.of(reference, in, !targets.empty());
    call.type = asked.type;
    call.targets = meant(std::move(targets), reference, asked.type);
    call.is_of_super = written == "super";
    call.is_own = is_bare && around != kNobody && !call.targets.empty() && is_around(around, declarations_.symbol(call.targets[0]).parent);
    if (asked.field != kNobody) {
      call.asked = asked.field;
      asked_members_[declarations_.symbol(asked.field).parent].insert(asked.field);
      if (!is_callable(declarations_.symbol(asked.field).kind)) {
        call.field = std::string(declarations_.symbol(asked.field).name);
        call.qualifiers = qualifiers_of(asked.field);
      }
    }
    if (!call.targets.empty()) return call;
    call.name = std::string(facts.text(reference.name));
    call.type = kNobody;
    if (is_of_any_object(call.name) || call.name == "getBaseMapper") return call;
    if (asked.type != kNobody && asked.field == kNobody && !is_bare) add_declared(call, asked.type);
    if (!call.targets.empty()) return call;
    const bool publishes = Events::publishes(asked.library_type, call.name);
    if (!publishes && Layers::of_library(asked.library_type) == Layer::kNone) add_given(call, asked);
    if (!call.targets.empty()) return call;
    if (asked.type != kNobody && layers_.of(asked.type).is_generated) call.type = asked.type;
    if (publishes || Layers::of_library(asked.library_type) != Layer::kNone)
      call.library_type = asked.library_type;
    else if (const SymbolId object = is_bare ? around : asked.type; object != kNobody && call.type == kNobody)
      call.library_type = is_bare && may_be_imported(file, call.name) ? std::string() : layers_.library_base(object);
    return call;
  }

  /// What a library's interface that the repository extends has, asked through a library's field.
  void add_declared(FlowIndex::Call& call, SymbolId type) {
    if (!layers_.of(type).is_generated) return;
    for (const SymbolId owner : ancestors(type))
      for (const SymbolId member : at_.program.members_named(owner, call.name))
        if (const DeclaredSymbol one = declarations_.symbol(member);
            is_callable(one.kind) && one.arity == call.arity && call.targets.empty())
          call.targets.push_back(member);
    call.type = call.targets.empty() ? kNobody : type;
  }

  /// What beans do where a library declares what is called.
  void add_given(FlowIndex::Call& call, const ValueType& asked) {
    for (const LibraryFunctions::Given& one : library_.of(asked, call.name, call.arity)) {
      call.given.push_back({.function = one.function, .type = one.type});
      call.targets.push_back(one.function);
    }
  }

  /// Whether what a bare call names may come from a static import.
  bool may_be_imported(FileId file, std::string_view name) {
    return std::ranges::any_of(at_.program.imports(file), [&](const DeclaredImport& import) {
      const std::string_view module = last_part(import.module);
      return import.name == name || (import.name == "*" && !module.empty() && module.front() >= 'A' && module.front() <= 'Z');
    });
  }

  /// A call that publishes an event is one of all that listen to it; of nothing where the event's type isn't known.
  void hand_to_listeners(FlowIndex::Call& call, const Reference& reference, SymbolId in) {
    const Facts& facts = *at_.program.facts(call.file);
    const ValueType event = types_.of_expression(types_.argument(static_cast<Index>(&reference - facts.references.data()), 0, in));
    call.name.clear();
    call.library_type.clear();
    call.via = FlowStep::Via::kEvent;
    if (event.type != kNobody) call.targets = events_.listeners_of(event.type);
  }

  /// Whether a type is, or inherits from, the one that a function stands in; so for the types around an inner one.
  bool is_around(SymbolId around, SymbolId owner) {
    for (SymbolId type = around; type != kNobody; type = declarations_.symbol(type).parent)
      if (is_type(declarations_.symbol(type).kind) && is_at_or_above(owner, type)) return true;
    return false;
  }

  const std::vector<SymbolId>& ancestors(SymbolId type) {
    const auto known = ancestors_.find(type);
    return known != ancestors_.end() ? known->second : ancestors_[type] = with_ancestors(at_.program, type);
  }
  bool is_at_or_above(SymbolId upper, SymbolId lower) { return std::ranges::find(ancestors(lower), upper) != ancestors(lower).end(); }

  /// Those of some targets that the language leads to: what the declared type has, of the right number of arguments, without what
  /// overrides another one.
  std::vector<SymbolId> meant(std::vector<SymbolId> targets, const Reference& reference, SymbolId type) {
    const auto keep = [&](auto&& wanted) {
      std::vector<SymbolId> kept;
      std::ranges::copy_if(targets, std::back_inserter(kept), wanted);
      if (!kept.empty()) targets = std::move(kept);
    };
    if (targets.size() < 2) return targets;
    if (reference.role == Role::kCall) keep([&](SymbolId one) { return declarations_.symbol(one).arity == reference.arity; });
    if (type != kNobody) keep([&](SymbolId one) { return is_at_or_above(declarations_.symbol(one).parent, type); });
    keep([&](SymbolId one) {
      const SymbolId owner = declarations_.symbol(one).parent;
      if (owner == kNobody || !is_type(declarations_.symbol(owner).kind)) return true;
      return std::ranges::none_of(targets, [&](SymbolId other) {
        const SymbolId above = declarations_.symbol(other).parent;
        return above != owner && is_at_or_above(above, owner);
      });
    });
    return targets;
  }

  void add_names(const Marking& marking, std::vector<std::string>& names) {
    for (std::string& name : at_.folder.texts(Annotations::argument(marking, "value"))) names.push_back(std::move(name));
  }

  /// Names that say which object is injected: on the field, or on the parameter of that name of a constructor.
  const std::vector<std::string>& qualifiers_of(SymbolId field) {
    const auto known = qualifiers_.find(field);
    return known != qualifiers_.end() ? known->second : qualifiers_[field] = find_qualifiers(field);
  }

  std::vector<std::string> find_qualifiers(SymbolId field) {
    std::vector<std::string> names;
    for (const std::string_view annotation : {kQualifier, std::string_view("jakarta.inject.Named")})
      if (const Meaning* meaning = at_.annotations.find(field, annotation)) add_names(meaning->chain.back(), names);
    if (const Meaning* meaning = at_.annotations.find(field, "jakarta.annotation.Resource"))
      for (std::string& name : at_.folder.texts(Annotations::argument(meaning->chain.back(), "name"))) names.push_back(std::move(name));
    const DeclaredSymbol declared = declarations_.symbol(field);
    if (const auto below = made_.below_.find(declared.parent); below != made_.below_.end())
      for (const SymbolId type : below->second)
        for (std::string& name : beans_.told(type, std::string(declared.name))) names.push_back(std::move(name));
    const Facts& facts = *at_.program.facts(declared.file);
    const SymbolId first = declarations_.file(declared.file).first_symbol;
    for (Index place = 0; place < facts.parameters.size(); ++place) {
      const Parameter& parameter = facts.parameters[place];
      if (facts.text(parameter.name) != declared.name || parameter.symbol == kNone) continue;
      const SymbolId owner = first + parameter.symbol;
      const DeclaredSymbol around = declarations_.symbol(owner);
      const bool is_constructor = around.kind == Kind::kConstructor && around.parent == declared.parent;
      if (!is_constructor && owner != declared.parent) continue;
      for (const std::string_view annotation : {kQualifier, std::string_view("jakarta.inject.Named")})
        if (const auto marking = at_.annotations.on_parameter(owner, place, annotation)) add_names(*marking, names);
    }
    return names;
  }

  void add_hierarchy(SymbolId type) {
    for (const SymbolId above : ancestors(type)) made_.below_[above].push_back(type);
    add_overrides(type);
  }

  void add_overrides(SymbolId type) {
    if (ancestors(type).size() < 2) return;
    for (const InheritedMethod& method : methods_of(at_.program, type))
      for (const SymbolId overridden : method.symbols())
        if (overridden != method.handler().symbol) made_.overrides_[pair_key(type, overridden)] = method.handler().symbol;
  }

  /// What a library makes of interfaces: objects, with the functions that these have themselves.
  void add_repositories() {
    std::vector<SymbolId> repositories;
    for (const auto& [type, role] : made_.roles_)
      if (role.is_generated && role.layer == Layer::kRepository) repositories.push_back(type);
    std::ranges::sort(repositories);
    for (const SymbolId type : repositories) {
      beans_.add_fragments(type);
      add_overrides(type);
      for (const SymbolId above : ancestors(type))
        if (above != type && !beans_.has_fragment(type, above)) made_.below_[above].push_back(type);
    }
  }

  /// What the members that are asked somewhere are in objects of a class.
  void add_bound(SymbolId type) {
    const std::vector<Ancestor> all = lineage(at_.program, type);
    for (const Ancestor& owner : all) {
      const auto members = asked_members_.find(owner.type);
      if (members == asked_members_.end()) continue;
      for (const SymbolId member : members->second) {
        const DeclaredSymbol declared = declarations_.symbol(member);
        if (declared.type.find('<') == std::string_view::npos && !bound_.is_open(member)) continue;
        BoundMember bound = bound_.of(all, owner, member);
        if (bound.type != kNobody) made_.bound_.emplace(pair_key(type, member), std::move(bound));
      }
    }
  }

  /// `@ModelAttribute` functions of Spring MVC, which fill the model before a handler runs.
  void add_before(SymbolId type) {
    if (layers_.of(type).layer != Layer::kController) return;
    for (const InheritedMethod& method : methods_of(at_.program, type)) {
      bool fills_model = false, handles = false;
      for (const SymbolId one : method.symbols())
        for (const Meaning& meaning : at_.annotations.meanings(one)) {
          fills_model = fills_model || meaning.qualified == kModelAttribute;
          handles = handles || (meaning.qualified.starts_with(kWebAnnotations) && meaning.qualified.ends_with("Mapping"));
        }
      if (fills_model && !handles) made_.before_[type].push_back(method.handler().symbol);
    }
  }

  /// Functions that only read or set a field: `getName`, `isOpen`, `setName` next to a field of that name.
  void add_accessors(FileId file) {
    std::set<std::pair<SymbolId, std::string>> fields;  // by type, in small letters
    for_symbols(file, [&](SymbolId, const DeclaredSymbol& declared) {
      if (!is_callable(declared.kind) && declared.parent != kNobody) fields.emplace(declared.parent, to_lower_ascii(declared.name));
    });
    for_symbols(file, [&](SymbolId symbol, const DeclaredSymbol& declared) {
      if (!is_callable(declared.kind) || declared.parent == kNobody || made_.calls_.contains(CodeOwner{.function = symbol})) return;
      const std::size_t prefix = declared.name.starts_with("is") ? 2 : 3;
      const bool gets = declared.arity == 0 && (declared.name.starts_with("is") || declared.name.starts_with("get"));
      const bool sets = declared.arity == 1 && declared.name.starts_with("set");
      if ((!gets && !sets) || declared.name.size() <= prefix) return;
      const std::string_view property = declared.name.substr(prefix);
      if (fields.contains({declared.parent, to_lower_ascii(property)})) made_.accessors_.insert(symbol);
    });
  }

  Workplace& at_;
  const Declarations& declarations_;
  Layers layers_;
  ValueTypes types_;
  Events events_;
  BoundMembers bound_;
  ContainerBeans beans_;
  LibraryFunctions library_;
  AskedValues asked_;
  PlainCalls plain_;
  FlowIndex& made_;
  std::unordered_map<SymbolId, std::set<SymbolId>> asked_members_;  // fields and functions whose values are asked, by type
  std::unordered_map<SymbolId, std::vector<SymbolId>> ancestors_;
  std::unordered_map<SymbolId, std::vector<std::string>> qualifiers_;  // by field
};

Result<FlowIndex> FlowIndex::make(Workplace& at, const UsesInFile& uses, std::span<const Endpoint> endpoints, const CancelToken& cancel) {
  FlowIndex made;
  made.inner_ = InnerFunctions(endpoints);
  GROVE_RETURN_IF_ERROR(FlowIndexer(at, made).index(uses, cancel));
  return made;
}

}  // namespace grove::graph::web
