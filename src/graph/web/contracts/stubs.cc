#include "graph/web/contracts/stubs.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/contracts/protocol.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 4> kMakers = {"newBlockingStub", "newStub", "newFutureStub", "newBlockingV2Stub"};
constexpr std::array<std::string_view, 6> kJvmStubs = {"BlockingStub",  "BlockingV2Stub", "FutureStub",
                                                       "CoroutineStub", "AsyncStub",      "Stub"};
constexpr std::array<std::string_view, 4> kGivers = {"getService", "createClient", "createPromiseClient", "createChannelClient"};
constexpr std::array<std::string_view, 2> kClients = {"PromiseClient", "Client"};

std::string_view without(std::string_view name, std::string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : std::string_view();
}

/// Folders and names of what generators write.
bool is_generated_path(std::string_view path) {
  const std::string lower = to_lower_ascii(path);
  return std::ranges::any_of(std::array{"pb.", "_pb", "grpc", "gen/", "generated", "proto"},
                             [&](std::string_view mark) { return lower.find(mark) != std::string::npos; });
}

/// `stub.withDeadlineAfter(…)` is the stub still, and so is what Rust unwraps and Ruby makes.
bool is_passed_through(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kNames = {"await", "unwrap", "expect", "clone", "connect", "new", "map_err"};
  return name.starts_with("with") || std::ranges::find(kNames, name) != kNames.end();
}

/// `a.b(c).d` becomes `a.b.d`.
std::string without_brackets(std::string_view text) {
  std::string plain;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '<') ++depth;
    if (depth == 0) plain += c;
    if (depth > 0 && (c == ')' || c == ']' || c == '>')) --depth;
  }
  return plain;
}

void add_once(std::vector<std::string>& all, const std::string& one) {
  if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace

Stubs::Stubs(CodeReader& code, const RpcServices& services)
    : code_(code), services_(services), declarations_(code.at().program.declarations()) {
  for (const FileId file : code.files()) {
    const DeclaredFile declared = declarations_.file(file);
    for (SymbolId one = declared.first_symbol; one < declared.first_symbol + declared.symbol_count; ++one) {
      const DeclaredSymbol symbol = declarations_.symbol(one);
      if (symbol.type.empty() || is_type(symbol.kind)) continue;
      if (std::string service = of_type(file, symbol.type); !service.empty())
        fields_[std::string(symbol.name)].push_back({.folder = parent_path(declared.path), .service = std::move(service)});
    }
  }
}

/// A type that people wrote is no stub, whatever it is called.
bool Stubs::is_own_type(Family family, std::string_view name) const {
  const std::vector<SymbolId> all = declarations_.named(name);
  return std::ranges::any_of(all, [&](SymbolId one) {
    const DeclaredSymbol symbol = declarations_.symbol(one);
    const DeclaredFile file = declarations_.file(symbol.file);
    return is_type(symbol.kind) && family_of(file.language) == family && !is_generated_path(file.path);
  });
}

std::string Stubs::service_called(Family family, std::string_view name, std::string_view suffix) const {
  const std::string_view service = without(name, suffix);
  if (service.empty() || !services_.has(service) || is_own_type(family, name)) return {};
  return std::string(service);
}

std::string Stubs::of_type(FileId file, std::string_view type) const {
  const Family family = code_.family(file);
  if (type.find("Stub") == std::string_view::npos && type.find("Client") == std::string_view::npos) return {};
  std::vector<std::string_view> names = names_in(type.substr(0, type.find('<')));
  if (names.empty()) return {};
  const std::string_view last = names.back();
  const std::string_view around = names.size() > 1 ? names[names.size() - 2] : std::string_view();
  if (family == Family::kJvm) {
    for (const std::string_view suffix : kJvmStubs) {
      const std::string_view service = without(last, suffix);
      if (service.empty()) continue;
      const bool is_marked = without(around, "Grpc") == service || without(around, "GrpcKt") == service;
      return is_marked || services_.has(service) ? std::string(service) : std::string();
    }
    return {};
  }
  if (family == Family::kPython)
    return around.ends_with("_pb2_grpc") ? std::string(without(last, "Stub")) : service_called(family, last, "Stub");
  if (family == Family::kDotNet && !around.empty() && without(last, "Client") == around) return std::string(around);
  for (const std::string_view suffix : kClients)
    if (std::string service = service_called(family, last, suffix); !service.empty()) return service;
  return {};
}

/// The callee of a text decides, `pb.NewCartsClient` and not what is asked of it later on.
std::string Stubs::made_by_names(FileId file, std::string_view text) const {
  const std::string plain = without_brackets(text);
  std::vector<std::string_view> names = names_in(plain);
  const Family family = code_.family(file);
  while (names.size() > 1 && is_passed_through(names.back())) names.pop_back();
  if (names.empty()) return {};
  const std::string_view last = names.back();
  const std::string_view before = names.size() > 1 ? names[names.size() - 2] : std::string_view();
  const bool is_new = text.starts_with("new ");
  switch (family) {
    case Family::kJvm:
      if (std::ranges::find(kMakers, last) != kMakers.end()) return std::string(without(before, "Grpc"));
      return last.ends_with("CoroutineStub") ? of_type(file, plain) : std::string();
    case Family::kGo: return last.starts_with("New") ? service_called(family, last.substr(3), "Client") : std::string();
    case Family::kPython: return before.ends_with("_pb2_grpc") ? std::string(without(last, "Stub")) : service_called(family, last, "Stub");
    case Family::kRuby: return last == "Stub" && services_.has(before) ? std::string(before) : std::string();
    case Family::kDotNet: return is_new ? of_type(file, std::string_view(plain).substr(4)) : std::string();
    default: break;
  }
  if (!is_new && family == Family::kScript) return {};
  for (const std::string_view suffix : kClients)
    if (std::string service = service_called(family, last, suffix); !service.empty()) return service;
  return is_new && services_.has(last) && !is_own_type(family, last) ? std::string(last) : std::string();
}

std::string Stubs::made_by(FileId file, const Facts& facts, Index expression) const {
  if (expression == kNone) return {};
  const Expression& one = facts.expressions[expression];
  if (one.kind != Expression::Kind::kCall && one.kind != Expression::Kind::kOther) return {};
  const std::string_view text = facts.text(one.text);
  if (std::string service = made_by_names(file, text); !service.empty()) return service;
  // `client.getService('Heroes')` of NestJS, `createClient(Heroes, transport)` of Connect.
  if (code_.family(file) != Family::kScript || one.kind != Expression::Kind::kCall || one.child_count == 0) return {};
  const std::vector<std::string_view> names = names_in(text.substr(0, text.find('<')));
  if (names.empty() || std::ranges::find(kGivers, names.back()) == kGivers.end()) return {};
  const std::vector<std::string_view> first = names_in(facts.text(facts.expressions[one.first_child].text));
  if (first.empty()) return {};
  if (services_.has(first.back())) return std::string(first.back());
  const std::string_view definition = without(first.back(), "Definition");
  return services_.has(definition) ? std::string(definition) : std::string();
}

void Stubs::read(FileId file, Table& known) {
  const CodeFile* code = code_.of(file);
  if (code == nullptr) return;
  const Facts& facts = code->facts();
  const auto add = [&](std::string_view name, Index scope, std::string service) {
    const std::vector<std::string_view> parts = names_in(name);
    if (!service.empty() && !parts.empty())
      known.emplace(std::string(parts.back()), Named{.scope = code_.symbol_of(file, scope), .service = std::move(service)});
  };
  for (const Binding& binding : facts.bindings) {
    std::string service = of_type(file, facts.text(binding.type));
    add(facts.text(binding.name), binding.symbol, service.empty() ? made_by(file, facts, binding.value) : std::move(service));
  }
  for (const Parameter& parameter : facts.parameters)
    add(facts.text(parameter.name), parameter.symbol, of_type(file, facts.text(parameter.type)));
  for (Index i = 0; i < facts.symbols.size(); ++i)
    if (!is_type(facts.symbols[i].kind)) add(facts.text(facts.symbols[i].name), i, of_type(file, facts.text(facts.symbols[i].type)));
  if (code_.family(file) == Family::kScript) read_fields(file, *code, known);
  // `@GrpcClient Greeter greeter`: the generated interface itself.
  for (const Annotation& one : facts.annotations) {
    if (one.symbol == kNone || facts.text(one.name) != "GrpcClient") continue;
    const Symbol& symbol = facts.symbols[one.symbol];
    const std::string_view type = last_part(facts.text(symbol.type));
    if (services_.has(type)) add(facts.text(symbol.name), one.symbol, std::string(type));
  }
}

/// `this.carts = new CartsClient(address)`: what is put into a field is no binding, but the write stands right before the call.
void Stubs::read_fields(FileId file, const CodeFile& code, Table& known) const {
  const Facts& facts = code.facts();
  const CallChains& calls = code.calls();
  std::vector<Index> writes;
  for (Index i = 0; i < facts.references.size(); ++i)
    if (facts.references[i].role == Role::kWrite) writes.push_back(i);
  const auto begin_of = [&](Index i) { return facts.references[i].begin; };
  std::ranges::sort(writes, {}, begin_of);
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    const Reference& made = facts.references[calls[call].reference];
    const bool is_given = std::ranges::find(kGivers, calls.name(call)) != kGivers.end();
    if (!is_given && (made.flags & kReferenceNew) == 0) continue;
    const std::string text = (is_given ? "" : "new ") + std::string(calls.name(call));
    const std::string service = is_given ? made_by(file, facts, calls[call].arguments) : made_by_names(file, text);
    const auto after = std::ranges::lower_bound(writes, made.begin, {}, begin_of);
    if (service.empty() || after == writes.begin()) continue;
    const Reference& write = facts.references[*std::prev(after)];
    if (write.symbol == made.symbol && write.line + 1 >= made.line)
      known.emplace(std::string(facts.text(write.name)), Named{.scope = code_.symbol_of(file, write.symbol), .service = service});
  }
}

const Stubs::Table& Stubs::table(FileId file) {
  const auto [known, fresh] = tables_.try_emplace(file);
  if (fresh) read(file, known->second);
  return known->second;
}

std::size_t Stubs::shared_depth(SymbolId a, SymbolId b) const {
  std::vector<SymbolId> around;
  for (; a != kNobody; a = declarations_.symbol(a).parent) around.push_back(a);
  for (; b != kNobody; b = declarations_.symbol(b).parent)
    if (const auto found = std::ranges::find(around, b); found != around.end()) return static_cast<std::size_t>(around.end() - found);
  return 0;
}

/// Those known nearest to a place.
std::vector<std::string> Stubs::in_file(FileId file, std::string_view name, SymbolId scope) {
  std::vector<std::string> found;
  std::size_t deepest = 0;
  const auto [begin, end] = table(file).equal_range(name);
  for (auto one = begin; one != end; ++one) {
    const std::size_t depth = shared_depth(one->second.scope, scope);
    if (depth < deepest) continue;
    if (depth > deepest) found.clear();
    deepest = depth;
    add_once(found, one->second.service);
  }
  return found;
}

/// Of other files: of the same folder, or called after its service.
std::vector<std::string> Stubs::elsewhere(FileId file, std::string_view name) const {
  std::vector<std::string> found;
  const auto all = fields_.find(name);
  if (all == fields_.end()) return found;
  const std::string_view folder = parent_path(declarations_.file(file).path);
  const std::string folded = folded_name(name);
  for (const Declared& one : all->second)
    if (one.folder == folder || folded.find(folded_name(one.service)) != std::string::npos) add_once(found, one.service);
  return found;
}

std::vector<std::string> Stubs::asked(FileId file, CallNumber call) {
  const CodeFile* code = code_.of(file);
  if (code == nullptr) return {};
  const CallChains& calls = code->calls();
  const SymbolId scope = code_.scope_of(file, call);
  std::string_view written = calls.receiver(call);
  if (const CallNumber before = calls[call].before; before != kNoCall) {
    // `CartsGrpc.newStub(channel).withDeadline(d).getCart(request)`, `stub.withDeadline(d).getCart(request)`, `stub().getCart(request)`
    for (CallNumber at = before; at != kNoCall; at = calls[at].before) {
      const bool is_new = (code->facts().references[calls[at].reference].flags & kReferenceNew) != 0;
      std::string text = is_new ? "new " : "";
      if (!calls.receiver(at).empty()) text += std::string(calls.receiver(at)) + ".";
      text += calls.name(at);
      if (std::string service = made_by_names(file, text); !service.empty()) return {service};
      written = calls.receiver(at);
      if (is_passed_through(calls.name(at))) continue;
      std::vector<std::string> found = in_file(file, calls.name(at), scope);
      return found.empty() ? elsewhere(file, calls.name(at)) : found;
    }
  }
  const std::vector<std::string_view> parts = names_in(written);
  if (parts.empty()) return {};
  if (std::vector<std::string> found = in_file(file, parts.back(), scope); !found.empty()) return found;
  return elsewhere(file, parts.back());
}

}  // namespace grove::graph::web
