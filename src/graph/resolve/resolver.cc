#include "graph/resolver.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "graph/resolve/argument_fit.h"
#include "graph/resolve/build_units.h"
#include "graph/resolve/function_flow.h"
#include "graph/resolve/values.h"

namespace grove::graph {
namespace {

constexpr std::size_t kMostImplementations = 12;
constexpr std::size_t kMostSupertypes = 64;

class FileResolver {
 public:
  /// What the resolvers of one file after another share.
  struct Tools {
    Scopes& scopes;
    Values& values;
    FunctionFlow& flow;
    BuildUnits& units;
    const CancelToken& cancel;
  };
  FileResolver(const Tools& tools, FileId file, const Facts& facts)
      : scopes_(tools.scopes),
        values_(tools.values),
        flow_(tools.flow),
        units_(tools.units),
        cancel_(tools.cancel),
        names_(tools.scopes.names()),
        file_(file),
        facts_(facts),
        rules_(tools.scopes.traits(file)),
        follows_functions_(rules_.family == Family::kPython || rules_.family == Family::kScript) {}

  FileResolution run() {
    values_.enter(file_, facts_);
    if (follows_functions_) flow_.enter(file_, facts_);
    names_.note(consulted_file(names_.file(file_).path));
    for (Index i = 0; i < facts_.references.size() && !cancel_.cancelled(); ++i) {
      current_ = i;
      resolve(facts_.references[i]);
    }
    resolve_imports();
    resolution_.consulted = names_.take_notes();
    return std::move(resolution_);
  }

 private:
  using Site = Values::Site;

  void add(SymbolId target, Confidence confidence) {
    for (auto known = resolution_.resolved.rbegin(); known != resolution_.resolved.rend() && known->reference == current_; ++known)
      if (known->target == target) return;
    resolution_.resolved.push_back({current_, target, confidence});
  }

  void resolve(const Reference& reference) {
    const Site site{reference.symbol, reference.begin};
    const std::string_view name = facts_.text(reference.name);
    const std::string_view receiver = facts_.text(reference.receiver);
    if (name.empty()) return;  // broken code
    if (receiver == "::") return global_use(reference, name);
    switch (reference.role) {
      case Role::kCall: return (reference.flags & kReferenceNew) != 0 ? creation(reference, site) : call(reference, site, name, receiver);
      case Role::kType: return type(site, name, receiver);
      case Role::kInherit: return supertype(reference, name, receiver);
      default: return use(reference, site, name, receiver);
    }
  }

  /// `::name`: what the outermost scope has of that name, whatever stands nearer.
  void global_use(const Reference& reference, std::string_view name) {
    const bool is_call = reference.role == Role::kCall;
    const Want want = is_call                                                             ? Want::kCallable
                      : reference.role == Role::kType || reference.role == Role::kInherit ? Want::kType
                                                                                          : Want::kAny;
    const Found found = scopes_.look_up({file_, kNobody}, name, want);
    if (found.symbols.empty() || found.symbols.size() > kMostImplementations) return;
    if (is_call) return call_of_symbols(found.symbols, reference.arity, found.confidence, false);
    for (const SymbolId symbol : found.symbols) add(symbol, found.symbols.size() > 1 ? Confidence::kScoped : found.confidence);
  }

  // -- calls

  void call(const Reference& reference, const Site& site, std::string_view name, std::string_view receiver) {
    const auto flown_to = [&](std::string_view text) { return flown([&](FunctionFlow& flow) { return flow.of_text(text, site); }); };
    if (name == "(") return flown_call(flown_to(receiver), reference.arity), void();
    if (!receiver.empty()) return member_call(reference, site, name, receiver);
    if (name == "super" || name == "this" || name == "base" || name == "self") return other_constructor(reference, site, name);
    bool is_local = false;
    const Value local = values_.of_local(name, site, is_local, 0);
    // `Order order = order()`: what holds no function isn't called.
    if (rules_.language == Language::kJava || (rules_.family == Family::kJvm && local.kind == Value::Kind::kInstance)) is_local = false;
    if (is_local && flown_call(flown_to(name), reference.arity)) return;
    if (is_local) return call_of_value(local, reference.arity);
    Found found = scopes_.look_up(values_.place(reference.symbol), name, Want::kCallable);
    if (found.symbols.empty()) return;
    if (rules_.family == Family::kJvm) look_further_up(found, site, name, reference.arity);
    call_of_symbols(found.symbols, reference.arity, found.confidence, false);
  }

  /// A bare call of what the innermost type around has of that name: what that inherits may be meant.
  void look_further_up(Found& found, const Site& site, std::string_view name, unsigned arity) {
    for (SymbolId type = values_.self_type(site); type != kNobody; type = names_.candidate(type).parent) {
      if (!is_type(names_.candidate(type).kind)) continue;
      const std::vector<SymbolId> nearest = scopes_.members(type, name);
      if (nearest.empty()) continue;
      if (std::ranges::find(nearest, found.symbols.front()) != nearest.end()) found.symbols = members_called(type, name, arity);
      return;
    }
  }

  /// Functions that came to a place as values; none in languages in which they aren't followed: `flow_` is of another file there.
  template <typename Ask>
  std::vector<SymbolId> flown(Ask ask) {
    return follows_functions_ ? ask(flow_) : std::vector<SymbolId>();
  }

  /// A call of what flowed to the place; whether anything did.
  bool flown_call(const std::vector<SymbolId>& functions, unsigned arity) {
    for (const SymbolId function : functions) call_of_symbols({function}, arity, Confidence::kScoped, false);
    return !functions.empty();
  }

  void call_of_value(const Value& value, unsigned arity) {
    if (value.kind == Value::Kind::kCallable) return call_of_symbols({value.symbol}, arity, Confidence::kScoped, false);
    if (value.kind == Value::Kind::kType) return construct(value.symbol, arity, Confidence::kScoped);
  }

  /// Of overloads of the same number of parameters, those that the arguments' types fit best; all where they fit none.
  void keep_fitting_types(std::vector<SymbolId>& overloads) {
    const Index arguments = values_.arguments_of(current_);
    if (arguments == kNone) return;
    if (std::vector<SymbolId> best = best_fitting(scopes_, passed(arguments), overloads); !best.empty()) overloads = std::move(best);
  }

  const std::vector<Value>& passed(Index arguments) {
    if (passed_by_ == current_) return passed_;
    const Reference& reference = facts_.references[current_];
    passed_by_ = current_;
    return passed_ = passed_values(values_, facts_, arguments, {reference.symbol, reference.begin}, rules_.language);
  }

  /// The members of a name that a call can mean. Java and its kin look further up where those of a subtype fit neither the number nor the
  /// types of the arguments (JLS 15.12.2.1: what is inherited stands beside what is declared).
  std::vector<SymbolId> members_called(SymbolId type, std::string_view name, unsigned arity) {
    if (rules_.family != Family::kJvm) return scopes_.members(type, name);
    std::vector<SymbolId> nearest = scopes_.members(type, name);
    // A field isn't called, but for the component of a record, which is asked for so.
    const auto is_function = [&](SymbolId one) { return is_callable(names_.candidate(one).kind); };
    if (std::ranges::any_of(nearest, is_function)) std::erase_if(nearest, [&](SymbolId one) { return !is_function(one); });
    if (nearest.empty() || may_mean(nearest, arity)) return nearest;
    std::vector<SymbolId> open{type};
    for (std::size_t i = 0; i < open.size() && i < kMostSupertypes; ++i) {
      std::vector<SymbolId> found = scopes_.own_members(open[i], name);
      if (!found.empty() && may_mean(found, arity)) return found;
      for (const SymbolId above : scopes_.ancestry(open[i]).direct)
        if (std::ranges::find(open, above) == open.end()) open.push_back(above);
    }
    return nearest;
  }

  bool may_mean(std::span<const SymbolId> overloads, unsigned arity) {
    std::vector<SymbolId> taking;
    for (const SymbolId one : overloads)
      if (names_.candidate(one).takes(arity)) taking.push_back(one);
    if (taking.empty()) return false;
    const SymbolId owner = names_.candidate(taking.front()).parent;
    if (arity == 0 || owner == kNobody || (scopes_.ancestry(owner).direct.empty() && !scopes_.ancestry(owner).foreign_base)) return true;
    const Index arguments = values_.arguments_of(current_);
    return arguments == kNone || !best_fitting(scopes_, passed(arguments), taking).empty();
  }

  /// Whether a library's type above what a call would go to may have what is meant, where that fits the arguments ill.
  bool may_be_inherited(SymbolId callee) {
    const Candidate& at = names_.candidate(callee);
    if (names_.file(at.file).language != Language::kJava || at.kind == Kind::kConstructor || !is_callable(at.kind)) return false;
    for (SymbolId type = at.parent; type != kNobody && is_type(names_.candidate(type).kind); type = names_.candidate(type).parent)
      if (has_foreign_base(type)) return true;
    return false;
  }

  bool has_foreign_base(SymbolId type) {
    std::vector<SymbolId> open{type};
    for (std::size_t i = 0; i < open.size() && i < kMostImplementations; ++i) {
      const Ancestry& above = scopes_.ancestry(open[i]);
      if (above.foreign_base) return true;
      open.insert(open.end(), above.direct.begin(), above.direct.end());
    }
    return false;
  }

  /// Overloads by the number of arguments, then by their types; a type constructs.
  void call_of_symbols(const std::vector<SymbolId>& symbols, unsigned arity, Confidence confidence, bool dispatched) {
    std::vector<SymbolId> fitting;
    for (const SymbolId symbol : symbols)
      if (names_.candidate(symbol).takes(arity)) fitting.push_back(symbol);
    if (fitting.size() > 1) keep_fitting_types(fitting);
    if (fitting.size() == 1 && may_be_inherited(fitting.front()) && !may_mean(fitting, arity)) return;
    if (fitting.empty()) {
      if (symbols.size() > 1 || may_be_inherited(symbols.front())) return;
      fitting = symbols;  // spread arguments, defaults that the facts don't show
      confidence = std::max(confidence, Confidence::kScoped);
    }
    const bool several = fitting.size() > 1;
    for (const SymbolId symbol : fitting) {
      const Candidate& at = names_.candidate(symbol);
      const Confidence sure = several ? std::max(confidence, Confidence::kScoped) : confidence;
      if (is_type(at.kind)) {
        construct(symbol, arity, sure);
        continue;
      }
      if (!is_callable(at.kind) && at.kind != Kind::kMacro) {
        held_function(symbol, arity, sure);
        continue;
      }
      add(symbol, sure);
      if (dispatched) add_implementations(at);
    }
  }

  /// A field or constant is called: what it holds, if that is known to be a function, and the thing itself.
  void held_function(SymbolId symbol, unsigned arity, Confidence confidence) {
    const Reference& reference = facts_.references[current_];
    const Site site{reference.symbol, reference.begin};
    const bool is_flown = flown_call(flown([&](FunctionFlow& flow) { return flow.of_field(symbol, site); }), arity);
    const Value value = is_flown ? Value{} : values_.content_of(symbol, 0);
    if (value.kind == Value::Kind::kCallable && value.symbol != symbol) call_of_symbols({value.symbol}, arity, Confidence::kScoped, false);
    if (value.kind == Value::Kind::kType) construct(value.symbol, arity, Confidence::kScoped);
    add(symbol, confidence);
  }

  std::string_view constructor_name(const Candidate& type) const {
    switch (type.family) {
      case Family::kPython: return "__init__";
      case Family::kScript: return "constructor";
      case Family::kRuby: return "initialize";
      case Family::kPhp: return "__construct";
      case Family::kSwift: return "init";
      default: return type.name;
    }
  }

  void construct(SymbolId type, unsigned arity, Confidence confidence) {
    const Candidate& at = names_.candidate(type);
    add(type, confidence);
    const bool inherited = at.family == Family::kPython || at.family == Family::kScript || at.family == Family::kRuby ||
                           at.family == Family::kPhp || at.family == Family::kSwift;
    std::vector<SymbolId> constructors =
        inherited ? scopes_.members(type, constructor_name(at)) : scopes_.own_members(type, constructor_name(at));
    if (constructors.empty() && at.family == Family::kJvm) constructors = scopes_.own_members(type, "constructor");
    std::erase_if(constructors, [&](SymbolId symbol) { return !is_callable(names_.candidate(symbol).kind); });
    std::vector<SymbolId> fitting = constructors;
    std::erase_if(fitting, [&](SymbolId symbol) { return !names_.candidate(symbol).takes(arity); });
    if (fitting.empty() && constructors.size() == 1) fitting = constructors;
    if (fitting.size() > 1) keep_fitting_types(fitting);
    for (const SymbolId constructor : fitting)
      add(constructor, fitting.size() > 1 ? std::max(confidence, Confidence::kScoped) : confidence);
  }

  void creation(const Reference& reference, const Site& site) {
    std::string path(facts_.text(reference.receiver));
    const std::string_view name = facts_.text(reference.name);
    if (!path.empty()) path += rules_.separator == "\\" ? "\\" : rules_.family == Family::kC || rules_.family == Family::kRust ? "::" : ".";
    path += name;
    bool is_local = false;
    const Value local = reference.receiver == 0 ? values_.of_local(name, site, is_local, 0) : Value{};
    if (is_local) return call_of_value(local, reference.arity);
    const Found found = scopes_.look_up_type(values_.place(reference.symbol), path);
    if (!found.symbols.empty()) return construct(found.symbols.front(), reference.arity, found.confidence);
    // Functions construct too in scripts, and variants in Rust.
    const Found other = scopes_.look_up_path(values_.place(reference.symbol), path, Want::kAny);
    if (other.symbols.size() == 1) call_of_symbols(other.symbols, reference.arity, other.confidence, false);
  }

  void other_constructor(const Reference& reference, const Site& site, std::string_view name) {
    const SymbolId type = values_.self_type(site);
    if (type == kNobody || rules_.family == Family::kPython) return;
    if (rules_.family == Family::kRuby && name == "super") {  // the method of that name above
      if (reference.symbol == kNone) return;
      const std::string_view method = facts_.text(facts_.symbols[reference.symbol].name);
      for (const SymbolId above : scopes_.ancestry(type).direct)
        if (const std::vector<SymbolId> found = scopes_.members(above, method); !found.empty())
          return add(found.front(), Confidence::kExact);
      return;
    }
    if (name == "this" || name == "self") return construct_only(type, reference.arity);
    for (const SymbolId above : scopes_.ancestry(type).direct) {
      if (names_.candidate(above).kind == Kind::kInterface) continue;
      return construct_only(above, reference.arity);
    }
  }

  void construct_only(SymbolId type, unsigned arity) { construct(type, arity, Confidence::kExact); }

  void member_call(const Reference& reference, const Site& site, std::string_view name, std::string_view receiver) {
    Value owner = values_.of_receiver(reference);
    if (owner.kind == Value::Kind::kModule && rules_.family == Family::kScript && in_module(owner, name, Want::kCallable).symbols.empty()) {
      const bool is_object = owner.symbol != kNobody && owner.package.empty();  // what is put into it later may be known
      if (Value whole = values_.of_whole(owner, 0); is_object || whole.kind != Value::Kind::kUnknown)
        owner = is_object ? Value{.kind = Value::Kind::kForeign} : std::move(whole);
    }
    const bool may_be_table = owner.kind == Value::Kind::kForeign || owner.kind == Value::Kind::kUnknown;
    if (may_be_table && flown_call(flown([&](FunctionFlow& flow) { return flow.of_entry(receiver, name, site); }), reference.arity)) return;
    switch (owner.kind) {
      case Value::Kind::kInstance: return instance_call(owner, reference, name, receiver);
      case Value::Kind::kType: return type_call(owner, reference, name);
      case Value::Kind::kModule: return module_call(owner, reference, name);
      case Value::Kind::kCallable: return;  // `f.call()`
      case Value::Kind::kForeign: names_.note(consulted_name(name)); return extension_call(reference, name);
      case Value::Kind::kUnknown: return guess(reference, name, Want::kCallable);
    }
  }

  void instance_call(const Value& owner, const Reference& reference, std::string_view name, std::string_view receiver) {
    const std::vector<SymbolId> found = members_called(owner.symbol, name, reference.arity);
    if (found.empty()) {
      if (is_self_word(receiver) && !rules_.static_types && call_below(owner.symbol, name, reference.arity)) return;
      return extension_call(reference, name);
    }
    const bool dispatched = !owner.exact && !is_super_word(receiver);
    call_of_symbols(found, reference.arity, owner.inferred ? Confidence::kScoped : Confidence::kExact, dispatched);
  }

  /// `self.step()` in a base class of which only subclasses have the step.
  bool call_below(SymbolId type, std::string_view name, unsigned arity) {
    std::vector<SymbolId> bodies;
    for (const SymbolId below : scopes_.descendants(type)) {
      if (bodies.size() > kMostImplementations) return false;
      for (const SymbolId member : scopes_.own_members(below, name)) {
        if (is_callable(names_.candidate(member).kind) && names_.candidate(member).takes(arity)) bodies.push_back(member);
        if (!is_callable(names_.candidate(member).kind))
          std::ranges::copy(flown([&](FunctionFlow& flow) { return flow.of_field(member, {}); }), std::back_inserter(bodies));
      }
    }
    if (bodies.empty() || bodies.size() > kMostImplementations) return false;
    for (const SymbolId body : bodies) add(body, Confidence::kScoped);
    return true;
  }

  void type_call(const Value& owner, const Reference& reference, std::string_view name) {
    std::vector<SymbolId> found = companion_members(owner.symbol, name);  // before those that only objects of the type have
    if (found.empty()) found = members_called(owner.symbol, name, reference.arity);
    if (!found.empty()) return call_of_symbols(found, reference.arity, Confidence::kExact, false);
    if (name == "new" || (name == "init" && rules_.family == Family::kSwift))
      return construct(owner.symbol, reference.arity, Confidence::kExact);
  }

  /// What the companion of a type has; Java has none of its own.
  std::vector<SymbolId> companion_members(SymbolId type, std::string_view name) {
    if (rules_.family != Family::kJvm || names_.file(names_.candidate(type).file).language == Language::kJava) return {};
    for (const std::string_view companion : {"Companion", "companion", "Factory"})
      for (const SymbolId inner : scopes_.own_members(type, companion))
        if (std::vector<SymbolId> found = scopes_.members(inner, name); !found.empty()) return found;
    return {};
  }

  void module_call(const Value& owner, const Reference& reference, std::string_view name) {
    const Found found = in_module(owner, name, Want::kCallable);
    if (!found.symbols.empty()) call_of_symbols(found.symbols, reference.arity, found.confidence, false);
  }

  Found in_module(const Value& owner, std::string_view name, Want want) {
    Found found;
    if (!owner.files.empty()) found = scopes_.exported(owner.files, name, want);
    if (found.symbols.empty() && !owner.package.empty()) found.symbols = scopes_.in_package(file_, owner.package, name, want);
    if (found.symbols.empty() && owner.symbol != kNobody)
      for (const SymbolId symbol : names_.named_inside(owner.symbol, name))
        if (scopes_.accepts(names_.candidate(symbol), want)) found.symbols.push_back(symbol);
    return found;
  }

  /// Kotlin's and C#'s functions on a library's types, if just one of that name can be meant.
  void extension_call(const Reference& reference, std::string_view name) {
    if (rules_.family != Family::kJvm && rules_.family != Family::kDotNet && rules_.family != Family::kSwift) return;
    std::vector<SymbolId> found;
    for (const SymbolId symbol : names_.sorted(name).extensions) {
      const Candidate& candidate = names_.candidate(symbol);
      if (candidate.family != rules_.family || !is_callable(candidate.kind)) continue;
      if (candidate.parent == kNobody && candidate.takes(reference.arity)) found.push_back(symbol);
    }
    if (found.size() == 1 && rules_.language != Language::kJava) add(found.front(), Confidence::kScoped);
  }

  /// Nothing is known of the receiver: the only member of that name, unless it may well be a library's.
  void guess(const Reference& reference, std::string_view name, Want want) {
    names_.note(consulted_name(name));
    if (is_common_member(rules_.family, name) || name.size() < 3) return;
    SymbolId only = kNobody;
    for (const SymbolId symbol : names_.sorted(name).members) {
      const Candidate& candidate = names_.candidate(symbol);
      if (candidate.family != rules_.family) continue;
      if (candidate.parent != kNobody && !is_type(names_.candidate(candidate.parent).kind)) continue;
      if (want == Want::kCallable ? !is_callable(candidate.kind) || !candidate.takes(reference.arity) : is_type(candidate.kind)) continue;
      if ((candidate.flags & kSymbolDeclarationOnly) != 0 && only != kNobody) continue;
      if (only != kNobody && (names_.candidate(only).flags & kSymbolDeclarationOnly) == 0) return;
      only = candidate.id;
    }
    if (only != kNobody && units_.reaches(file_, names_.candidate(only).file)) add(only, Confidence::kName);
  }

  /// A call of an interface's method may run any implementation.
  void add_implementations(const Candidate& method) {
    if (method.parent == kNobody || !is_callable(method.kind)) return;
    const bool bodiless = (method.flags & (kSymbolDeclarationOnly | kSymbolAbstract)) != 0;
    const SymbolId owner = method.receiver.empty() ? method.parent : kNobody;
    if (owner == kNobody || !bodiless || !is_type(names_.candidate(owner).kind)) return;
    std::vector<SymbolId> bodies;
    for (const SymbolId below : scopes_.descendants(owner)) {
      if (bodies.size() > kMostImplementations) return;
      for (const SymbolId member : scopes_.own_members(below, method.name)) {
        const Candidate& at = names_.candidate(member);
        if (is_callable(at.kind) && at.arity == method.arity && (at.flags & kSymbolDeclarationOnly) == 0) bodies.push_back(member);
      }
    }
    if (bodies.size() > kMostImplementations) return;
    for (const SymbolId body : bodies) add(body, Confidence::kScoped);
  }

  // -- other uses

  void type(const Site& site, std::string_view name, std::string_view receiver) {
    const std::string path = receiver.empty() ? std::string(name) : std::string(receiver) + std::string(join(receiver)) + std::string(name);
    if (is_type_parameter(site, name) && receiver.empty()) return;
    const Found found = scopes_.look_up_type(values_.place(site.symbol), path);
    if (!found.symbols.empty()) return add(found.symbols.front(), found.confidence);
    if (receiver.empty() && std::islower(static_cast<unsigned char>(name.front())) == 0) return;
    // A function used as a type's place: decorators, derive macros.
    const Found other = scopes_.look_up_path(values_.place(site.symbol), path, Want::kAny);
    if (other.symbols.size() == 1) add(other.symbols.front(), other.confidence);
  }

  std::string_view join(std::string_view receiver) const {
    if (receiver.find("::") != std::string_view::npos || rules_.separator == "::") return "::";
    return rules_.separator == "\\" ? "\\" : ".";
  }

  bool is_type_parameter(const Site& site, std::string_view name) {
    for (Index symbol = site.symbol; symbol != kNone; symbol = facts_.symbols[symbol].parent)
      if (names_.is_generic(values_.id(symbol)))
        for (const auto& [parameter, bound] : names_.declarations().type_parameters(values_.id(symbol)))
          if (parameter == name) return true;
    return false;
  }

  void supertype(const Reference& reference, std::string_view name, std::string_view receiver) {
    const SymbolId outer = reference.symbol == kNone ? kNobody : names_.candidate(values_.id(reference.symbol)).parent;
    const bool qualified = !receiver.empty() && rules_.family != Family::kRust;
    const std::string path = qualified ? std::string(receiver) + std::string(join(receiver)) + std::string(name) : std::string(name);
    Found found = scopes_.look_up_type({file_, outer}, path);
    if (found.symbols.empty() && !receiver.empty()) found = scopes_.look_up_type({file_, outer}, name);
    if (!found.symbols.empty()) add(found.symbols.front(), found.confidence);
  }

  void use(const Reference& reference, const Site& site, std::string_view name, std::string_view receiver) {
    if (receiver.empty()) {
      bool is_local = false;
      values_.of_local(name, site, is_local, 0);
      if (is_local || is_self_word(name)) return;
      const Found found = scopes_.look_up(values_.place(reference.symbol), name, Want::kAny);
      if (found.symbols.size() == 1 || (!found.symbols.empty() && found.symbols.size() < 4))
        for (const SymbolId symbol : found.symbols) add(symbol, found.symbols.size() > 1 ? Confidence::kScoped : found.confidence);
      return;
    }
    const Value owner = values_.of_receiver(reference);
    std::vector<SymbolId> found;
    Confidence confidence = owner.inferred ? Confidence::kScoped : Confidence::kExact;
    if (owner.kind == Value::Kind::kInstance || owner.kind == Value::Kind::kType) found = scopes_.members(owner.symbol, name);
    if (owner.kind == Value::Kind::kModule) {
      Found inside = in_module(owner, name, Want::kAny);
      found = std::move(inside.symbols);
      confidence = std::max(confidence, inside.confidence);
    }
    if (owner.kind == Value::Kind::kUnknown) return guess(reference, name, Want::kAny);
    if (found.size() > 3) return;
    for (const SymbolId symbol : found) add(symbol, found.size() > 1 ? Confidence::kScoped : confidence);
  }

  void resolve_imports() {
    const std::vector<DeclaredImport>& imports = names_.imports(file_);
    for (Index i = 0; i < imports.size() && !cancel_.cancelled(); ++i) {
      if (imports[i].name.empty() || imports[i].name == "*") continue;
      if (imports[i].module.empty() && imports[i].re_export) continue;
      const Found found = scopes_.imported(file_, imports[i], Want::kAny);
      if (found.symbols.size() > 3) continue;
      for (const SymbolId symbol : found.symbols) resolution_.imports.push_back({i, symbol, found.confidence});
    }
  }

  Scopes& scopes_;
  Values& values_;
  FunctionFlow& flow_;
  BuildUnits& units_;
  const CancelToken& cancel_;
  Names& names_;
  FileId file_;
  const Facts& facts_;
  const Traits& rules_;
  const bool follows_functions_;
  Index current_ = 0;
  Index passed_by_ = kNone;  // the call of which `passed_` are the arguments
  std::vector<Value> passed_;
  FileResolution resolution_;
};

class RuleResolver final : public Resolver {
 public:
  RuleResolver(const Declarations& declarations, CancelToken cancel) : declarations_(declarations), cancel_(std::move(cancel)) { start(); }

  FileResolution resolve(FileId file, const Facts& facts) override {
    if (++resolved_ % 4096 == 0) start();
    names_->forget_much();
    scopes_->leave_file();
    return FileResolver({*scopes_, *values_, *flow_, *units_, cancel_}, file, facts).run();
  }

 private:
  /// Caches grow with what was looked at; now and then everything is forgotten.
  void start() {
    units_.reset();
    flow_.reset();
    values_.reset();
    scopes_.reset();
    names_.emplace(declarations_);
    scopes_.emplace(*names_);
    values_.emplace(*scopes_);
    flow_.emplace(*scopes_, *values_);
    units_.emplace(*scopes_);
  }

  const Declarations& declarations_;
  const CancelToken cancel_;
  std::optional<Names> names_;
  std::optional<Scopes> scopes_;
  std::optional<Values> values_;
  std::optional<FunctionFlow> flow_;
  std::optional<BuildUnits> units_;
  std::size_t resolved_ = 0;
};

}  // namespace

std::unique_ptr<Resolver> Resolver::make(const Declarations& declarations, const CancelToken& cancel) {
  return std::make_unique<RuleResolver>(declarations, cancel);
}

}  // namespace grove::graph
