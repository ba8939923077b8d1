#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/clients/libraries.h"

namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;
using enum ClientLibrary;

struct Module {
  std::string_view name;
  ClientLibrary library;
};
constexpr std::array<Module, 7> kModules = {{{"requests", kPythonRequests},
                                             {"httpx", kHttpx},
                                             {"aiohttp", kAiohttp},
                                             {"urllib.request", kUrllib},
                                             {"urllib", kUrllib},
                                             {"urllib2", kUrllib},
                                             {"requests_html", kPythonRequests}}};
/// What of a module stands for a client of its own.
constexpr std::array<std::string_view, 7> kMakers = {"Session",       "session",     "Client",          "AsyncClient",
                                                     "ClientSession", "HTMLSession", "AsyncHTMLSession"};

struct Client {
  ClientLibrary library = kPythonRequests;
  std::vector<PieceText> bases = {};
};

const Module* module_of(std::string_view path, std::string_view& rest) {
  for (const Module& module : kModules) {
    if (!path.starts_with(module.name)) continue;
    rest = path.substr(module.name.size());
    if (!rest.empty() && rest.front() != '.') continue;
    if (!rest.empty()) rest.remove_prefix(1);
    return &module;
  }
  return nullptr;
}

class PythonClients final : public Libraries {
 public:
  explicit PythonClients(ClientKit& kit) : kit_(kit) {}

  /// Clients are handed around, so that a file which only asks one need not import it.
  bool may_send(FileId file) override {
    if (!is_known_) {
      is_known_ = true;
      for (const FileId one : kit_.sources.files_of(Family::kPython)) uses_ = uses_ || imports_some(one);
    }
    return uses_ && (imports_some(file) || imports_own(file));
  }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const std::string_view name = calls.name(call);
    const bool is_opened = name == "urlopen" || name == "Request";
    const bool is_verb = !verb_named(name).empty();
    if (calls.argument_count(call) == 0) return;
    if (calls.receiver(call).empty() && calls[call].before == kNoCall) {
      if (imports_some(file)) read_function(file, call, found);
      return;
    }
    if (!is_verb && !is_opened && name != "request" && name != "stream") return;
    for (const CodeValue& value : kit_.values.receiver(file, call)) {
      const std::optional<Client> client = client_of(value, 0);
      if (!client) continue;
      if (is_opened) return add(file, call, *client, verb_in_named(file, call), 0, found);
      return read_member(file, call, name, *client, found);
    }
  }

 private:
  bool imports_some(FileId file) {
    return std::ranges::any_of(kModules,
                               [&](const Module& one) { return one.name != "urllib" && kit_.sources.imports_from(file, one.name); });
  }
  bool imports_own(FileId file) {
    return std::ranges::any_of(kit_.sources.program().imports(file), [&](const DeclaredImport& import) {
      return import.module.starts_with('.') || !files_of_module(kit_.sources.program().scopes().names(), file, import.module).empty();
    });
  }

  std::optional<Client> client_of(const CodeValue& value, int depth) {
    if (depth > 3) return std::nullopt;
    if (value.kind == Kind::kLibrary) {
      std::string_view rest;
      const Module* module = module_of(value.name, rest);
      if (module == nullptr) return std::nullopt;
      const bool is_made = value.is_object && std::ranges::find(kMakers, rest) != kMakers.end();
      const bool is_module = !value.is_object && (rest.empty() || rest == "request" || rest == "api");
      return is_made || is_module ? std::optional(Client{.library = module->library}) : std::nullopt;
    }
    if (value.kind != Kind::kCall) return std::nullopt;
    for (const CodeValue& callee : kit_.values.callee(value.file, value.call)) {
      std::string_view rest;
      const Module* module = callee.kind == Kind::kLibrary ? module_of(callee.name, rest) : nullptr;
      if (module == nullptr || std::ranges::find(kMakers, rest) == kMakers.end()) continue;
      Client client{.library = module->library};
      Site base = kit_.values.named_argument(value.file, value.call, "base_url");
      if (base.expression == kNone && module->library == kAiohttp) base = kit_.values.argument(value.file, value.call, 0);
      if (base.expression != kNone) client.bases = kit_.texts.of(base);
      return client;
    }
    return std::nullopt;
  }

  /// `from requests import get`
  void read_function(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    for (const CodeValue& callee : kit_.values.callee(file, call)) {
      std::string_view rest;
      const Module* module = callee.kind == Kind::kLibrary ? module_of(callee.name, rest) : nullptr;
      if (module == nullptr || rest.empty()) continue;
      const Client client{.library = module->library};
      if (rest.ends_with("urlopen") || rest.ends_with("Request")) return add(file, call, client, verb_in_named(file, call), 0, found);
      const std::string_view function = rest.substr(rest.rfind('.') + 1);
      if (!verb_named(function).empty() || function == "request") return read_member(file, call, function, client, found);
    }
  }

  CodeVerb verb_in_named(FileId file, CallNumber call) {
    const bool has_data = passes_data(file, call) || is_opened_with_data(file, call);
    return verb_of(kit_, kit_.values.named_argument(file, call, "method"), has_data ? "POST" : "GET");
  }

  /// `urlopen(url, data)`, `Request(url, data=data)`
  bool passes_data(FileId file, CallNumber call) {
    const Site second = kit_.values.argument(file, call, 1);
    const bool is_second = second.expression != kNone && second.facts->expressions[second.expression].kind != Expression::Kind::kNamed;
    return is_second || kit_.values.named_argument(file, call, "data").expression != kNone;
  }

  /// `urlopen(request, data)` in the same function, behind what makes the request.
  bool is_opened_with_data(FileId file, CallNumber call) {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const auto function_of = [&](CallNumber one) { return calls.facts().references[calls[one].reference].symbol; };
    if (calls.name(call) != "Request") return false;
    for (CallNumber next = call + 1; next < calls.calls().size() && function_of(next) == function_of(call); ++next) {
      if (calls.name(next) == "Request") return false;
      if (calls.name(next) == "urlopen") return passes_data(file, next);
    }
    return false;
  }

  /// `client.get(url)`, `client.request("GET", url)`
  void read_member(FileId file, CallNumber call, std::string_view name, const Client& client, std::vector<CodeRequest>& found) {
    if (name != "request" && name != "stream") return add(file, call, client, {.name = verb_named(name)}, 0, found);
    const Site method = kit_.values.named_argument(file, call, "method");
    const CodeVerb verb = verb_of(kit_, method.expression != kNone ? method : kit_.values.argument(file, call, 0), "");
    add(file, call, client, verb, method.expression != kNone ? 0 : 1, found);
  }

  void add(FileId file, CallNumber call, const Client& client, const CodeVerb& verb, std::size_t place, std::vector<CodeRequest>& found) {
    Site address = kit_.values.named_argument(file, call, "url");
    if (address.expression == kNone) address = kit_.values.argument(file, call, place);
    if (address.expression == kNone) return;
    const CodeRequest like{.library = client.library, .verb = verb, .file = file, .call = call};
    add_requests(like, below_client(client.bases, kit_.texts.of(address)), found);
  }

  ClientKit& kit_;
  bool is_known_ = false, uses_ = false;
};

}  // namespace

std::unique_ptr<Libraries> make_python_libraries(ClientKit& kit) { return std::make_unique<PythonClients>(kit); }

}  // namespace grove::graph::web
