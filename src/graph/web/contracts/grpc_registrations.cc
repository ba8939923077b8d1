#include "graph/web/contracts/grpc_registrations.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/code/code_values.h"
#include "graph/web/contracts/protocol.h"

namespace grove::graph::web {
namespace {

class Finder {
 public:
  Finder(CodeReader& code, const RpcServices& services)
      : code_(code), services_(services), declarations_(code.at().program.declarations()), values_(code.at().sources) {}

  std::vector<RpcRegistration> find() {
    for (const FileId file : code_.files()) {
      const Family family = code_.family(file);
      if ((family != Family::kScript && family != Family::kGo) || code_.at().program.facts(file) == nullptr) continue;
      const CodeFile* code = code_.of(file);
      if (code == nullptr) continue;
      for (CallNumber call = 0; call < code->calls().calls().size(); ++call)
        family == Family::kGo ? read_go(file, code->calls(), call) : read_script(file, code->calls(), call);
    }
    return std::move(found_);
  }

 private:
  /// `CartsService`, `proto.Carts.service`, `CartsDefinition`: the service that a description is of.
  std::string described(const Facts& facts, Index expression) const {
    if (expression == kNone) return {};
    std::vector<std::string_view> names = names_in(facts.text(facts.expressions[expression].text));
    if (!names.empty() && names.back() == "service") names.pop_back();
    if (names.empty()) return {};
    for (const std::string_view suffix : {"", "Service", "Definition", "ServiceDefinition"}) {
      if (!names.back().ends_with(suffix)) continue;
      const std::string_view name = names.back().substr(0, names.back().size() - suffix.size());
      if (services_.has(name)) return std::string(name);
    }
    return {};
  }

  void read_script(FileId file, const CallChains& calls, CallNumber call) {
    const std::string_view name = calls.name(call);
    if ((name != "addService" && name != "service" && name != "add") || calls.argument_count(call) < 2) return;
    const std::string service = described(calls.facts(), calls.argument(call, 0));
    if (service.empty()) return;
    const RpcService* declared = services_.meant(code_.at().program, file, service);
    if (declared == nullptr) return;
    const std::vector<CodeValue> objects = values_.of(values_.argument(file, call, 1));
    for (const Rpc& rpc : declared->methods)
      for (const CodeValue& object : objects)
        if (add_member(file, call, *declared, rpc, object)) break;
  }

  bool add_member(FileId file, CallNumber call, const RpcService& service, const Rpc& rpc, const CodeValue& object) {
    for (const std::string& name : {with_lower_first(rpc.name), rpc.name}) {
      const std::vector<CodeValue> members = values_.member(object, name);
      if (members.empty() || members.front().kind == CodeValue::Kind::kUnknown) continue;
      add(file, call, service, rpc, function_of(members));
      return true;
    }
    return false;
  }

  /// A function, also one that is bound: `Handler.charge.bind(this)`.
  SymbolId function_of(const std::vector<CodeValue>& members) {
    for (const CodeValue& one : members) {
      if (one.kind == CodeValue::Kind::kFunction) return one.symbol;
      if (one.kind != CodeValue::Kind::kCall) continue;
      for (const CodeValue& bound : values_.receiver(one.file, one.call))
        if (bound.kind == CodeValue::Kind::kFunction) return bound.symbol;
    }
    return kNobody;
  }

  void add(FileId file, CallNumber call, const RpcService& service, const Rpc& rpc, SymbolId handler) {
    const CodeFile* code = code_.of(file);
    found_.push_back({.rpc = {.package = service.package, .service = service.name, .method = rpc.name, .declared = &rpc},
                      .handler = handler,
                      .file = file,
                      .scope = code_.scope_of(file, call),
                      .begin = code->facts().references[code->calls()[call].reference].begin});
  }

  /// Go needs no word of what a type implements: it is that of the program's own which has all methods.
  void read_go(FileId file, const CallChains& calls, CallNumber call) {
    const std::string_view name = calls.name(call);
    if (!name.starts_with("Register") || !name.ends_with("Server") || name.size() < 15) return;
    const std::string_view service = name.substr(8, name.size() - 14);
    const RpcService* declared = services_.meant(code_.at().program, file, service);
    if (declared == nullptr || declared->methods.empty() || !registered_.insert(declared).second) return;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts;  // by folder and type
    for (const Rpc& rpc : declared->methods)
      for (const SymbolId one : declarations_.named(rpc.name))
        if (is_answer(one)) ++counts[key_of(one)];
    std::vector<std::pair<std::string_view, std::string_view>> whole;
    for (const auto& [key, count] : counts)
      if (count == declared->methods.size()) whole.push_back(key);
    if (whole.size() != 1) return;
    for (const Rpc& rpc : declared->methods)
      for (const SymbolId one : declarations_.named(rpc.name))
        if (is_answer(one) && key_of(one) == whole.front()) add(file, call, *declared, rpc, one);
  }

  std::pair<std::string_view, std::string_view> key_of(SymbolId method) const {
    const DeclaredSymbol one = declarations_.symbol(method);
    std::string_view receiver = one.receiver;
    while (receiver.starts_with('*')) receiver.remove_prefix(1);
    return {parent_path(declarations_.file(one.file).path), receiver};
  }

  /// A method of the program's own whose first parameter is a context or a stream.
  bool is_answer(SymbolId method) const {
    const DeclaredSymbol one = declarations_.symbol(method);
    const DeclaredFile file = declarations_.file(one.file);
    if (file.language != Language::kGo || one.receiver.empty() || file.path.ends_with(".pb.go") || is_test_source(file.path)) return false;
    if (to_lower_ascii(one.receiver).find("mock") != std::string::npos) return false;
    return one.arity >= 1 && one.arity <= 2;
  }

  CodeReader& code_;
  const RpcServices& services_;
  const Declarations& declarations_;
  CodeValues values_;
  std::set<const RpcService*> registered_;
  std::vector<RpcRegistration> found_;
};

}  // namespace

std::vector<RpcRegistration> find_rpc_registrations(CodeReader& code, const RpcServices& services) { return Finder(code, services).find(); }

}  // namespace grove::graph::web
