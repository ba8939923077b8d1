#include "graph/web/client_bases.h"

#include <algorithm>
#include <array>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 6;
constexpr std::string_view kBean = "org.springframework.context.annotation.Bean";
constexpr std::string_view kQualifier = "org.springframework.beans.factory.annotation.Qualifier";
/// Calls whose first argument is put before all that a client is asked.
constexpr std::array<std::string_view, 6> kBaseCalls = {
    "baseUrl", "rootUri", "baseUri", "DefaultUriBuilderFactory", "RootUriTemplateHandler", "setUrl"};

bool sets_base(std::string_view name) { return std::ranges::find(kBaseCalls, name) != kBaseCalls.end(); }

}  // namespace

std::vector<PieceText> ClientBases::of_call(FileId file, CallNumber call) {
  const CallChains& calls = tools_.calls(file);
  const CallNumber before = calls[call].before;
  if (before != kNoCall) return of_chain(file, before, 0);
  const std::string_view receiver = calls.receiver(call);
  const std::uint32_t begin = calls.facts().references[calls[call].reference].begin;
  return of_variable({file, tools_.chains.scope_of(file, call)}, plain_receiver(receiver), begin, 0);
}

ClientBases::Texts ClientBases::of_chain(FileId file, CallNumber last, int depth) {
  if (depth > kDeepest) return {};
  const CallChains& calls = tools_.calls(file);
  CallNumber at = last;
  for (;; at = calls[at].before) {
    if (sets_base(calls.name(at)) && calls.argument_count(at) > 0) return tools_.texts.of(tools_.argument(file, at, 0));
    if (calls[at].before == kNoCall) break;
  }
  const std::string_view receiver = calls.receiver(at);
  const SymbolId scope = tools_.chains.scope_of(file, at);
  if (calls.name(at) == "create" && calls.argument_count(at) == 1) {
    // `WebClient.create("http://orders")`, `RestClient.create(restTemplate)`
    const Site made = tools_.argument(file, at, 0);
    const Expression& given = made.facts->expressions[made.expression];
    if (given.kind != Expression::Kind::kName) return tools_.texts.of(made);
    Texts of_client = of_variable({file, scope}, plain_receiver(made.facts->text(given.text)), given.begin, depth + 1);
    return of_client.empty() ? tools_.texts.of(made) : of_client;
  }
  const Reference& reference = calls.facts().references[calls[at].reference];
  if (receiver.empty() || receiver == "this") {
    const std::vector<SymbolId> functions = tools_.receivers.functions({file, scope}, calls.name(at));
    return functions.size() == 1 ? made_in(functions.front()) : Texts();
  }
  return of_variable({file, scope}, plain_receiver(receiver), reference.begin, depth + 1);
}

ClientBases::Texts ClientBases::of_value(const Site& value, std::uint32_t before, int depth) {
  if (value.expression == kNone || depth > kDeepest) return {};
  const Expression& expression = value.facts->expressions[value.expression];
  if (expression.kind == Expression::Kind::kName)
    return of_variable({value.file, value.scope}, plain_receiver(value.facts->text(expression.text)), before, depth + 1);
  const CallNumber call = tools_.calls(value.file).of_expression(value.expression);
  return call == kNoCall ? Texts() : of_chain(value.file, call, depth + 1);
}

ClientBases::Texts ClientBases::of_variable(const Place& place, std::string_view name, std::uint32_t before, int depth) {
  if (!is_plain_name(name) || depth > kDeepest) return {};
  const Declarations& declarations = tools_.at.program.declarations();
  const CodeFile& code = tools_.files.of(place.file);
  const SymbolId first = declarations.file(place.file).first_symbol;
  for (SymbolId scope = place.scope; scope != kNobody; scope = declarations.symbol(scope).parent) {
    const bool is_class = is_type(declarations.symbol(scope).kind);
    if (!is_class)
      for (const Index binding : code.reaching(scope - first, name, before))
        if (const Binding& one = code.facts().bindings[binding]; one.value != kNone)
          return of_value({.file = place.file, .facts = &code.facts(), .scope = scope, .expression = one.value}, one.begin, depth + 1);
    for (const Index parameter : code.parameters(scope - first)) {
      if (code.facts().text(code.facts().parameters[parameter].name) != name) continue;
      const ValueType type = tools_.receivers.of_type({place.file, scope}, code.facts().text(code.facts().parameters[parameter].type));
      const auto library = client_library(type.library_type);
      std::vector<std::string> names = qualifiers(scope, parameter);
      names.emplace_back(name);
      return library ? injected(*library, place.file, names) : Texts();
    }
    if (is_class) break;
  }
  const SymbolId field = tools_.receivers.field(place, name);
  return field == kNobody ? Texts() : of_field(field, depth + 1);
}

ClientBases::Texts ClientBases::of_field(SymbolId field, int depth) {
  const DeclaredSymbol declared = tools_.at.program.declarations().symbol(field);
  if (tools_.at.program.facts(declared.file) == nullptr) return {};
  const CodeFile& code = tools_.files.of(declared.file);
  for (const Index binding : code.bindings(tools_.at.program.local_index(field), declared.name)) {
    const Binding& one = code.facts().bindings[binding];
    if (one.value == kNone) continue;
    const SymbolId scope = tools_.files.function_at(declared.file, one.begin, declared.parent);
    // A name of its own is what a constructor is given.
    return of_value({.file = declared.file, .facts = &code.facts(), .scope = scope, .expression = one.value}, one.begin, depth + 1);
  }
  const auto library = client_library(tools_.receivers.declared(field).library_type);
  std::vector<std::string> names = qualifiers(field, std::nullopt);
  names.emplace_back(declared.name);
  return library ? injected(*library, declared.file, names) : Texts();
}

std::vector<std::string> ClientBases::qualifiers(SymbolId symbol, std::optional<Index> parameter) {
  std::vector<std::string> names;
  const auto add = [&](const Marking& marking) {
    for (std::string& name : tools_.at.folder.texts(Annotations::argument(marking, "value"))) names.push_back(std::move(name));
  };
  if (parameter) {
    if (const auto marking = tools_.at.annotations.on_parameter(symbol, *parameter, kQualifier)) add(*marking);
  } else if (const Meaning* meaning = tools_.at.annotations.find(symbol, kQualifier)) {
    add(meaning->chain.back());
  }
  return names;
}

void ClientBases::read_beans() {
  has_beans_ = true;
  const Declarations& declarations = tools_.at.program.declarations();
  for (const FileId file : tools_.at.program.code()) {
    if (!tools_.at.program.imports_from(file, "org.springframework.context.annotation")) continue;
    const DeclaredFile declared = declarations.file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      if (!is_callable(declarations.symbol(symbol).kind)) continue;
      const Meaning* meaning = tools_.at.annotations.find(symbol, kBean);
      if (meaning == nullptr) continue;
      const auto library = client_library(tools_.receivers.declared(symbol).library_type);
      if (!library) continue;
      Bean bean{.function = symbol, .library = *library, .names = {}, .module = tools_.at.modules.of(file).folder};
      bean.names.emplace_back(declarations.symbol(symbol).name);
      for (const std::string_view attribute : {"value", "name"})
        for (std::string& name : tools_.at.folder.texts(Annotations::argument(meaning->chain.back(), attribute)))
          bean.names.push_back(std::move(name));
      beans_.push_back(std::move(bean));
    }
  }
}

/// The bean of a name, else the only one of its sort.
ClientBases::Texts ClientBases::injected(ClientLibrary library, FileId file, const std::vector<std::string>& names) {
  if (!has_beans_) read_beans();
  const std::string& module = tools_.at.modules.of(file).folder;
  std::vector<const Bean*> near;
  for (const Bean& bean : beans_)
    if (bean.library == library && bean.module == module) near.push_back(&bean);
  if (near.empty())
    for (const Bean& bean : beans_)
      if (bean.library == library) near.push_back(&bean);
  for (const std::string& name : names)
    for (const Bean* bean : near)
      if (std::ranges::find(bean->names, name) != bean->names.end()) return made_in(bean->function);
  return near.size() == 1 ? made_in(near.front()->function) : Texts();
}

ClientBases::Texts ClientBases::made_in(SymbolId function) {
  const FileId file = tools_.at.program.declarations().file_of(function);
  if (tools_.at.program.facts(file) == nullptr) return {};
  const CallChains& calls = tools_.calls(file);
  Texts created;
  for (CallNumber call = 0; call < calls.calls().size(); ++call) {
    const bool is_create = calls.name(call) == "create" && calls.argument_count(call) == 1;
    if ((!sets_base(calls.name(call)) && !is_create) || calls.argument_count(call) == 0 || tools_.function_of(file, call) != function)
      continue;
    Texts texts = tools_.texts.of(tools_.argument(file, call, 0));
    if (!is_create) return texts;
    // `WebClient.create("http://orders")`; others create something else.
    const bool is_address =
        std::ranges::any_of(texts, [](const PieceText& text) { return text.rendered().find("://") != std::string::npos; });
    if (is_address && created.empty()) created = std::move(texts);
  }
  return created;
}

std::vector<PieceText> ClientBases::in_function(SymbolId function) {
  if (Texts made = made_in(function); !made.empty()) return made;
  const FileId file = tools_.at.program.declarations().file_of(function);
  const CodeFile& code = tools_.files.of(file);
  for (const Index parameter : code.parameters(tools_.at.program.local_index(function)))
    if (Texts texts = of_variable({file, function}, code.facts().text(code.facts().parameters[parameter].name), 0, 0); !texts.empty())
      return texts;
  return {};
}

}  // namespace grove::graph::web
