#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/resolve/traits.h"
#include "graph/web/clients/libraries.h"
#include "graph/web/clients/script_bases.h"
#include "graph/web/clients/script_queries.h"
#include "graph/web/clients/script_resources.h"

namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;
using enum ClientLibrary;

/// What sends requests, by its path in a library or as a name that every program has.
struct Known {
  std::string_view path;
  ClientLibrary library;
};
constexpr std::array<Known, 48> kClients = {{{"fetch", kFetch},
                                             {"window.fetch", kFetch},
                                             {"globalThis.fetch", kFetch},
                                             {"self.fetch", kFetch},
                                             {"node-fetch", kFetch},
                                             {"cross-fetch", kFetch},
                                             {"cross-fetch.fetch", kFetch},
                                             {"isomorphic-fetch", kFetch},
                                             {"isomorphic-unfetch", kFetch},
                                             {"unfetch", kFetch},
                                             {"undici.fetch", kFetch},
                                             {"whatwg-fetch.fetch", kFetch},
                                             {"axios", kAxios},
                                             {"axios.axios", kAxios},
                                             {"window.axios", kAxios},
                                             {"axios.AxiosInstance", kAxios},
                                             {"axios.AxiosStatic", kAxios},
                                             {"axios.Axios", kAxios},
                                             {"taro-axios", kAxios},
                                             {"taro-axios.axios", kAxios},
                                             {"$axios", kAxios},
                                             {"$http", kAxios},
                                             {"Vue.http", kAxios},
                                             {"superagent", kSuperagent},
                                             {"$", kJQuery},
                                             {"jQuery", kJQuery},
                                             {"jquery", kJQuery},
                                             {"window.$", kJQuery},
                                             {"window.jQuery", kJQuery},
                                             {"ky", kScriptClient},
                                             {"got", kScriptClient},
                                             {"ofetch.ofetch", kScriptClient},
                                             {"ofetch.$fetch", kScriptClient},
                                             {"$fetch", kScriptClient},
                                             {"useFetch", kScriptClient},
                                             {"useLazyFetch", kScriptClient},
                                             {"#imports.useFetch", kScriptClient},
                                             {"@vueuse/core.useFetch", kScriptClient},
                                             {"umi-request", kScriptClient},
                                             {"umi.request", kScriptClient},
                                             {"@umijs/max.request", kScriptClient},
                                             {"uni", kScriptClient},
                                             {"wx", kScriptClient},
                                             {"Taro", kScriptClient},
                                             {"@tarojs/taro", kScriptClient},
                                             {"swr", kScriptClient},
                                             {"@angular/common/http.HttpClient", kAngular},
                                             {"@angular/http.Http", kAngular}}};
/// What makes a client of its own out of another one.
constexpr std::array<std::string_view, 5> kFactories = {"create", "extend", "instance", "defaults", "createInstance"};
/// Names by which frameworks hand a client to what they call.
constexpr std::array<std::string_view, 4> kHanded = {"$http", "$axios", "axios", "$fetch"};

const Known* known_client(std::string_view path) {
  if (path.ends_with(".default")) path.remove_suffix(8);
  const auto found = std::ranges::find(kClients, path, &Known::path);
  return found == kClients.end() ? nullptr : &*found;
}

/// A client and what it puts before all addresses.
struct Client {
  ClientLibrary library = kFetch;
  std::vector<PieceText> bases = {};
};

class ScriptClients final : public Libraries {
 public:
  explicit ScriptClients(ClientKit& kit) : kit_(kit), bases_(kit), queries_(kit) {}

  bool may_send(FileId) override { return true; }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override {
    const CallChains& calls = kit_.sources.of(file)->calls();
    if (calls.argument_count(call) == 0 || !may_be_address(calls, call)) return;
    const std::string_view name = bare_name(calls.name(call));
    const bool is_asked = calls[call].before != kNoCall || !calls.receiver(call).empty();
    if (!is_asked && name == "$resource") return read_resource(kit_, file, call, found);
    if (!is_asked) return read_direct(file, call, found);
    if (name == "open") return read_open(file, call, found);
    if (queries_.describes(file, call)) return queries_.read(file, call, found);
    const bool is_verb = !verb_named(name).empty() || name == "del" || name == "getJSON";
    if (is_self_word(calls.receiver(call)) && calls[call].before == kNoCall && !is_verb) return read_direct(file, call, found);
    if (!is_verb && name != "request" && name != "ajax" && name != "fetch") return;
    const std::optional<Client> client = client_among(kit_.values.receiver(file, call), 0);
    if (client) return read_member(file, call, *client, found);
    if (name == "fetch" || name == "request") read_direct(file, call, found);  // `window.fetch(url)`, `umi.request(url)`
  }

 private:
  /// `get` of Nuxt's `$axios.$get(url)`, which gives the body alone.
  static std::string_view bare_name(std::string_view name) {
    return name.size() > 1 && name.starts_with('$') && !verb_named(name.substr(1)).empty() ? name.substr(1) : name;
  }

  /// Numbers, lists and functions are no addresses.
  static bool may_be_address(const CallChains& calls, CallNumber call) {
    const Expression::Kind kind = calls.facts().expressions[calls.argument(call, 0)].kind;
    return kind != Expression::Kind::kLambda && kind != Expression::Kind::kNumber && kind != Expression::Kind::kArray;
  }

  std::optional<Client> client_among(const std::vector<CodeValue>& values, int depth) {
    for (const CodeValue& value : values)
      if (std::optional<Client> client = client_of(value, depth)) return client;
    return std::nullopt;
  }

  std::optional<Client> client_of(const CodeValue& value, int depth) {
    if (depth > 4) return std::nullopt;
    switch (value.kind) {
      case Kind::kLibrary: {
        const Known* known = known_client(value.name);
        if (known == nullptr) return std::nullopt;
        return Client{.library = known->library, .bases = bases_.of_library(value.name)};
      }
      case Kind::kCall: return made(value.file, value.call, depth);
      case Kind::kUnknown: return handed(value.name);
      case Kind::kParameter: return handed(value.name.empty() ? parameter_name(value) : value.name);
      default: return std::nullopt;
    }
  }

  static std::optional<Client> handed(std::string_view name) {
    if (std::ranges::find(kHanded, name.substr(name.rfind('.') + 1)) == kHanded.end()) return std::nullopt;
    return Client{.library = kAxios};
  }

  std::string_view parameter_name(const CodeValue& value) {
    const CodeFile* code = kit_.sources.of(value.file);
    if (code == nullptr) return {};
    const auto& parameters = code->parameters(value.symbol - kit_.sources.declarations().file(value.file).first_symbol);
    return value.parameter < parameters.size() ? code->facts().text(code->facts().parameters[parameters[value.parameter]].name) : "";
  }

  /// `axios.create({baseURL: "/api"})`, `inject(HttpClient)`
  std::optional<Client> made(FileId file, CallNumber call, int depth) {
    for (const CodeValue& callee : kit_.values.callee(file, call)) {
      if (callee.kind != Kind::kLibrary) continue;
      const std::size_t dot = callee.name.rfind('.');
      const std::string_view last = std::string_view(callee.name).substr(dot == std::string::npos ? 0 : dot + 1);
      const Site first = kit_.values.argument(file, call, 0);
      if (last == "inject" && first.expression != kNone) return client_among(kit_.values.of(first), depth + 1);
      const bool is_factory = std::ranges::find(kFactories, last) != kFactories.end() && dot != std::string::npos;
      const Known* known = is_factory ? known_client(std::string_view(callee.name).substr(0, dot)) : nullptr;
      if (known == nullptr && first.expression != kNone && known_client(callee.name) == nullptr)
        if (auto wrapped = client_among(kit_.values.of(first), depth + 1)) return wrapped;  // `withRetries(axios.create())`
      if (known == nullptr) continue;
      Client client{.library = known->library, .bases = bases_.of_made(file, call)};
      if (first.expression != kNone)
        for (PieceText& base : kit_.texts.of_member(first, {"baseURL", "baseUrl", "prefixUrl", "prefix", "base"}))
          client.bases.push_back(std::move(base));
      return client;
    }
    return std::nullopt;
  }

  /// How an argument is written.
  enum class Form { kText, kOptions, kPassed };
  Form form_of(const Site& site) {
    Form form = Form::kText;
    for (const CodeValue& value : kit_.values.of(site)) {
      if (value.kind == Kind::kParameter) form = Form::kPassed;
      if (value.kind == Kind::kExpression && value.site.facts->expressions[value.site.expression].kind == Expression::Kind::kObject)
        return Form::kOptions;
    }
    return form;
  }

  /// `fetch(url, {method})`, `axios({url, method})`, `request(options)`
  void read_direct(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    const std::optional<Client> client = client_among(kit_.values.callee(file, call), 0);
    if (!client || client->library == kJQuery || client->library == kAngular) return;
    const Site first = kit_.values.argument(file, call, 0);
    if (client->library == kSuperagent) return read_verb_first(file, call, *client, found);
    const bool is_alone = kit_.sources.of(file)->calls().argument_count(call) == 1;
    const Form form = form_of(first);
    const bool is_options = form == Form::kOptions || (form == Form::kPassed && is_alone && client->library != kFetch);
    if (is_options) return read_options(file, call, first, *client, found);
    read_address(file, call, *client, found);
  }

  /// An address, then what is done with it.
  void read_address(FileId file, CallNumber call, const Client& client, std::vector<CodeRequest>& found) {
    const CodeVerb verb = verb_in(kit_, kit_.values.argument(file, call, 1), {"method", "type"}, "GET");
    add(file, call, client, verb, kit_.texts.of(kit_.values.argument(file, call, 0)), found);
  }

  void read_options(FileId file, CallNumber call, const Site& options, const Client& client, std::vector<CodeRequest>& found) {
    const CodeVerb verb = verb_in(kit_, options, {"method", "type"}, "GET");
    Client based = client;
    if (std::vector<PieceText> bases = kit_.texts.of_member(options, {"baseURL", "baseUrl"}); !bases.empty() && bases.front().is_known())
      based.bases = std::move(bases);
    add(file, call, based, verb, kit_.texts.of_member(options, {"url", "uri"}), found);
  }

  /// `superagent("GET", url)`, `http.request("GET", url)`
  void read_verb_first(FileId file, CallNumber call, const Client& client, std::vector<CodeRequest>& found) {
    add(file, call, client, verb_of(kit_, kit_.values.argument(file, call, 0), ""), kit_.texts.of(kit_.values.argument(file, call, 1)),
        found);
  }

  void read_member(FileId file, CallNumber call, const Client& client, std::vector<CodeRequest>& found) {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const std::string_view name = bare_name(calls.name(call));
    const Site first = kit_.values.argument(file, call, 0);
    const Form form = form_of(first);
    if (name == "request" || name == "ajax" || name == "fetch") {
      const bool is_alone = calls.argument_count(call) == 1;
      if (form == Form::kOptions || (form == Form::kPassed && is_alone)) return read_options(file, call, first, client, found);
      if (client.library == kAngular) return read_verb_first(file, call, client, found);
      const std::optional<std::string> text = kit_.texts.known(first);
      if (name == "request" && text && !verb_named(*text).empty()) return read_verb_first(file, call, client, found);
      return read_address(file, call, client, found);
    }
    const CodeVerb verb{.name = name == "del" ? "DELETE" : name == "getJSON" ? "GET" : verb_named(name)};
    if (form == Form::kOptions) return add(file, call, client, verb, kit_.texts.of_member(first, {"url", "uri"}), found);
    add(file, call, client, verb, kit_.texts.of(first), found);
  }

  /// `request.open("GET", url)` of an XMLHttpRequest
  void read_open(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    if (kit_.sources.of(file)->calls().argument_count(call) < 2) return;
    const CodeVerb verb = verb_of(kit_, kit_.values.argument(file, call, 0), "");
    if (verb.name.empty() && verb.function == kNobody) return;
    for (const CodeValue& value : kit_.values.receiver(file, call)) {
      const CodeFile* code = value.kind == Kind::kCall ? kit_.sources.of(value.file) : nullptr;
      if (code == nullptr || !code->calls().name(value.call).starts_with("XMLHttpRequest")) continue;
      return add(file, call, {.library = kXmlHttpRequest}, verb, kit_.texts.of(kit_.values.argument(file, call, 1)), found);
    }
  }

  void add(FileId file, CallNumber call, const Client& client, const CodeVerb& verb, std::vector<PieceText> addresses,
           std::vector<CodeRequest>& found) {
    const CodeRequest like{.library = client.library, .verb = verb, .file = file, .call = call};
    add_requests(like, below_client(distinct_texts(client.bases), std::move(addresses)), found);
  }

  ClientKit& kit_;
  ScriptBases bases_;
  ScriptQueries queries_;
};

}  // namespace

std::unique_ptr<Libraries> make_script_libraries(ClientKit& kit) { return std::make_unique<ScriptClients>(kit); }

}  // namespace grove::graph::web
