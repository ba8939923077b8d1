#include <algorithm>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/text_values.h"

// What names stand for: variables, parameters, constants, fields and what configuration says of them, functions of the repository.
namespace grove::graph::web {
namespace {

constexpr std::size_t kMostMakers = 4;
constexpr std::size_t kMostTargets = 4;

constexpr std::string_view kValue = "org.springframework.beans.factory.annotation.Value";
constexpr std::string_view kConfigProperty = "org.eclipse.microprofile.config.inject.ConfigProperty";
constexpr std::string_view kProperties = "org.springframework.boot.context.properties.ConfigurationProperties";

}  // namespace

/// Placeholders filled in by configuration; those that it doesn't know are unknown.
TextValues::Texts TextValues::filled(FileId file, std::string_view text) {
  if (text.find("${") == std::string_view::npos) return {PieceText::of(text)};
  const std::string known = at_.modules.filled(at_.modules.application_of(file), text);
  PieceText made;
  std::string_view rest = known;
  for (std::size_t open = rest.find("${"); open != std::string_view::npos; open = rest.find("${")) {
    const std::size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    if (open > 0) made.append(PieceText::of(rest.substr(0, open)));
    made.append(PieceText::unknown(rest.substr(open + 2, close - open - 2)));
    rest = rest.substr(close + 1);
  }
  if (!rest.empty() || made.pieces.empty()) made.append(PieceText::of(rest));
  return {made};
}

TextValues::Texts TextValues::named(const Spot& spot, std::string_view name) {
  if (is_spent(spot)) return {};
  const std::string_view plain = plain_receiver(name);
  if (is_plain_name(plain)) {
    if (plain == name)
      if (std::optional<Texts> texts = local(spot, plain)) return *texts;
    if (const SymbolId found = receivers_.field({spot.file, spot.scope}, plain); found != kNobody) return field(found, spot.depth + 1);
  }
  if (std::optional<Texts> texts = constant(spot, name)) return *texts;
  if (std::optional<Texts> texts = property_of_type(spot, name)) return *texts;
  const std::string_view last = last_part(name);
  if (last != name)
    if (std::optional<Texts> texts = of_enum_constant(spot, before_last_part(name), last)) return *texts;
  if ((last == "uri" || last == "host") && last != name)  // Kotlin's properties
    if (const std::optional<std::string> service = service_named(spot, plain_receiver(before_last_part(name))))
      return {PieceText::of(last == "uri" ? "http://" + *service : *service)};
  return {PieceText::unknown(name_for(name))};
}

std::optional<TextValues::Texts> TextValues::local(const Spot& spot, std::string_view name) {
  const Declarations& declarations = at_.program.declarations();
  const Facts& facts = code(spot).facts();
  for (SymbolId scope = spot.scope; scope != kNobody && !is_type(declarations.symbol(scope).kind);
       scope = declarations.symbol(scope).parent) {
    const Index own = local_index(spot, scope);
    if (!is_callable(declarations.symbol(scope).kind)) continue;
    if (const std::vector<Index> reaching = code(spot).reaching(own, name, spot.before); !reaching.empty()) {
      Texts all;
      for (const Index binding : reaching) {
        const Binding& one = facts.bindings[binding];
        for (PieceText& text : expression({.file = spot.file, .scope = scope, .before = one.begin, .depth = spot.depth + 1}, one.value))
          all.push_back(std::move(text));
      }
      return all;
    }
    const std::vector<Index>& parameters = code(spot).parameters(own);
    for (std::uint32_t i = 0; i < parameters.size(); ++i)
      if (facts.text(facts.parameters[parameters[i]].name) == name) return parameter(spot, scope, i);
    if (!code(spot).bindings(own, name).empty()) return Texts{PieceText::unknown(name)};
  }
  // What Kotlin's initialisers know: parameters of the primary constructor.
  const SymbolId type = at_.program.scopes().enclosing_type({spot.file, spot.scope});
  if (type == kNobody || declarations.file_of(type) != spot.file) return std::nullopt;
  const std::vector<Index>& parameters = code(spot).parameters(local_index(spot, type));
  for (std::uint32_t i = 0; i < parameters.size(); ++i)
    if (facts.text(facts.parameters[parameters[i]].name) == name && receivers_.field({spot.file, type}, name) == kNobody)
      return parameter(spot, type, i);
  return std::nullopt;
}

/// What is passed to a function only its callers know; what makes an object is asked of those who make one.
TextValues::Texts TextValues::parameter(const Spot& spot, SymbolId callable, std::uint32_t place) {
  const DeclaredSymbol declared = at_.program.declarations().symbol(callable);
  const Index global = code(spot).parameters(local_index(spot, callable))[place];
  const std::string_view name = code(spot).facts().text(code(spot).facts().parameters[global].name);
  if (std::optional<Texts> texts = injected_parameter(callable, global)) return *texts;
  const bool makes = declared.kind == Kind::kConstructor || is_type(declared.kind);
  if (!makes)
    return {{.pieces = {{.kind = TextPiece::Kind::kParameter, .text = std::string(name), .function = callable, .parameter = place}},
             .confidence = Confidence::kExact}};
  const SymbolId type = is_type(declared.kind) ? callable : declared.parent;
  if (type == kNobody || std::ranges::find(open_, callable) != open_.end()) return {PieceText::unknown(name)};
  open_.push_back(callable);
  Texts all;
  std::size_t makers = 0;
  for (const CodeFiles::Place& made : files_.calls_of(at_.program.declarations().symbol(type).name)) {
    const CallChains& calls = files_.of(made.file).calls();
    const Reference& reference = calls.facts().references[calls[made.call].reference];
    if (place >= calls.argument_count(made.call) || makers >= kMostMakers) continue;
    const SymbolId in = reference.symbol == kNone ? kNobody : at_.program.declarations().file(made.file).first_symbol + reference.symbol;
    if (const SymbolId constant = asked_constant(type); constant != kNobody && constant != in) continue;
    if (receivers_.of_type({made.file, in}, calls.name(made.call)).type != type) continue;
    ++makers;
    for (PieceText& text :
         expression({.file = made.file, .scope = in, .before = reference.begin, .depth = spot.depth + 1}, calls.argument(made.call, place)))
      all.push_back(std::move(text));
  }
  open_.pop_back();
  return all.empty() ? Texts{PieceText::unknown(name)} : all;
}

std::optional<TextValues::Texts> TextValues::constant(const Spot& spot, std::string_view name) {
  const SymbolId found = at_.folder.constant({.file = spot.file, .facts = nullptr, .scope = spot.scope, .expression = kNone}, name);
  if (found == kNobody) return std::nullopt;
  return field(found, spot.depth + 1);
}

TextValues::Texts TextValues::field(SymbolId symbol, int depth) {
  const DeclaredSymbol declared = at_.program.declarations().symbol(symbol);
  const Texts unknown{PieceText::unknown(declared.name)};
  if (at_.program.facts(declared.file) == nullptr || std::ranges::find(open_, symbol) != open_.end()) return unknown;
  for (const Marking& marking : at_.program.markings(symbol))
    if (std::optional<Texts> texts = injected(marking)) return *texts;
  open_.push_back(symbol);
  const CodeFile& code = files_.of(declared.file);
  const Index own = at_.program.local_index(symbol);
  const SymbolId first = at_.program.declarations().file(declared.file).first_symbol;
  Texts all;
  for (const Index binding : code.bindings(own, declared.name)) {
    const Binding& one = code.facts().bindings[binding];
    if (one.value == kNone) continue;
    const SymbolId scope = files_.function_at(declared.file, one.begin, declared.parent);
    for (PieceText& text : expression({.file = declared.file, .scope = scope, .before = one.begin, .depth = depth + 1}, one.value))
      all.push_back(std::move(text));
  }
  // What a constructor is given under a field's name is the field's, where nothing says otherwise.
  if (all.empty() && declared.parent != kNobody)
    for (SymbolId callable = declared.parent; callable < first + code.facts().symbols.size() && all.empty(); ++callable) {
      const DeclaredSymbol one = at_.program.declarations().symbol(callable);
      if (callable != declared.parent && (one.kind != Kind::kConstructor || one.parent != declared.parent)) continue;
      const std::vector<Index>& parameters = code.parameters(callable - first);
      for (std::uint32_t i = 0; i < parameters.size(); ++i)
        if (code.facts().text(code.facts().parameters[parameters[i]].name) == declared.name)
          all = parameter({.file = declared.file, .scope = callable, .before = 0, .depth = depth + 1}, callable, i);
    }
  if (all.empty())
    if (std::optional<Texts> texts = property_of_type({.file = declared.file, .scope = declared.parent, .before = 0, .depth = depth + 1},
                                                      std::string("this.") + std::string(declared.name)))
      all = *texts;
  open_.pop_back();
  return all.empty() ? unknown : all;
}

/// `@Value("${orders.url}")`, `@ConfigProperty(name = "orders.url")`.
std::optional<TextValues::Texts> TextValues::injected(const Marking& marking) {
  const std::string_view name = last_part(marking.name().substr(marking.name().find(':') + 1));
  if (name != "Value" && name != "ConfigProperty") return std::nullopt;
  const std::string_view qualified = name == "Value" ? kValue : kConfigProperty;
  const bool is_imported = std::ranges::any_of(at_.program.imports(marking.file), [&](const DeclaredImport& import) {
    return import.module == before_last_part(qualified) && (import.name == name || import.name == "*");
  });
  if (!is_imported && name == "ConfigProperty") return std::nullopt;
  const bool is_micronaut = std::ranges::any_of(
      at_.program.imports(marking.file), [](const DeclaredImport& import) { return import.module == "io.micronaut.context.annotation"; });
  if (!is_imported && !is_micronaut) return std::nullopt;
  if (name == "Value") {
    const Site value = Annotations::argument(marking, "value");
    const std::string text = at_.folder.text(value);
    return text.empty() || text.starts_with("#{") ? std::nullopt : std::optional(filled(marking.file, text));
  }
  const std::string key = at_.folder.text(Annotations::argument(marking, "name"));
  const Site fallback = Annotations::argument(marking, "defaultValue");
  if (key.empty()) return std::nullopt;
  return filled(marking.file, fallback.expression == kNone ? "${" + key + "}" : "${" + key + ":" + at_.folder.text(fallback) + "}");
}

std::optional<TextValues::Texts> TextValues::injected_parameter(SymbolId callable, Index parameter) {
  for (const Marking& marking : at_.program.parameter_markings(callable, parameter))
    if (std::optional<Texts> texts = injected(marking)) return texts;
  return std::nullopt;
}

/// `properties.url`, `properties.orders.url`: a value of a type that configuration fills.
std::optional<TextValues::Texts> TextValues::property_of_type(const Spot& spot, std::string_view path) {
  const std::vector<std::string_view> names = split(path, '.');
  if (names.size() < 2) return std::nullopt;
  const bool is_own = names[0] == "this" && names.size() == 2;
  ValueType owner =
      is_own ? ValueType{.type = at_.program.scopes().enclosing_type({spot.file, spot.scope}), .field = kNobody, .library_type = {}}
             : receivers_.named({spot.file, spot.scope}, names[names[0] == "this" ? 1 : 0]);
  if (owner.type == kNobody) return std::nullopt;
  const Meaning* meaning = at_.annotations.find(owner.type, kProperties);
  if (meaning == nullptr) return std::nullopt;
  std::string key;
  for (const Site& site : at_.annotations.arguments(*meaning, {"prefix", "value"})) key = at_.folder.text(site);
  for (std::size_t i = names[0] == "this" && !is_own ? 2 : 1; i < names.size(); ++i) key += "." + name_for(names[i]);
  const std::string value = at_.modules.property(at_.modules.application_of(at_.program.declarations().file_of(owner.type)), {key});
  if (value.empty()) return std::nullopt;
  return filled(spot.file, value);
}

/// The functions of the repository that a call may mean.
std::vector<SymbolId> TextValues::called(const Spot& spot, CallNumber number) {
  const CallChains& calls = code(spot).calls();
  const Declarations& declarations = at_.program.declarations();
  const Reference& reference = calls.facts().references[calls[number].reference];
  const std::string_view receiver = calls.receiver(number);
  std::vector<SymbolId> found;
  if (receiver.empty() || receiver == "this") {
    found = receivers_.functions({spot.file, spot.scope}, calls.name(number));
  } else if (calls[number].before == kNoCall) {
    ValueType owner = receivers_.named({spot.file, spot.scope}, receiver);
    if (!owner.is_known()) owner = receivers_.of_type({spot.file, spot.scope}, receiver);
    if (owner.type != kNobody) found = at_.program.scopes().members(owner.type, calls.name(number));
  }
  std::erase_if(found, [&](SymbolId one) {
    const DeclaredSymbol declared = declarations.symbol(one);
    return !is_callable(declared.kind) || declared.kind == Kind::kConstructor || declared.arity != reference.arity;
  });
  if (found.size() > kMostTargets) found.clear();
  return found;
}

/// `Queues.CANCEL`, or `CANCEL` in its enum.
SymbolId TextValues::enum_constant(const Spot& spot, std::string_view written) {
  if (written.empty()) return kNobody;
  const Declarations& declarations = at_.program.declarations();
  for (const SymbolId found : at_.program.scopes().look_up_path({spot.file, spot.scope}, written, Want::kAny).symbols) {
    const DeclaredSymbol one = declarations.symbol(found);
    if (one.kind == Kind::kConstant && one.parent != kNobody && declarations.symbol(one.parent).kind == Kind::kEnum) return found;
  }
  return kNobody;
}

/// The constant whose constructor's arguments are meant by parameters of its enum's constructor; kNobody where any may be.
SymbolId TextValues::asked_constant(SymbolId type) const {
  for (auto constant = constants_.rbegin(); constant != constants_.rend(); ++constant)
    if (at_.program.declarations().symbol(*constant).parent == type) return *constant;
  return kNobody;
}

/// What a field of an enum's constant holds.
std::optional<TextValues::Texts> TextValues::of_enum_constant(const Spot& spot, std::string_view written, std::string_view name) {
  const SymbolId constant = enum_constant(spot, written);
  if (constant == kNobody) return std::nullopt;
  const DeclaredSymbol declared = at_.program.declarations().symbol(constant);
  const SymbolId found = receivers_.field({declared.file, declared.parent}, name);
  if (found == kNobody) return std::nullopt;
  constants_.push_back(constant);
  Texts texts = field(found, spot.depth + 1);
  constants_.pop_back();
  return texts;
}

std::optional<TextValues::Texts> TextValues::result(const Spot& spot, CallNumber number) {
  const CallChains& calls = code(spot).calls();
  const std::string_view receiver = plain_receiver(calls.receiver(number));
  const SymbolId constant = calls[number].before == kNoCall ? enum_constant(spot, receiver) : kNobody;
  const std::vector<SymbolId> functions = called(spot, number);
  if (functions.empty()) {  // accessors that Lombok or Kotlin make
    if (constant == kNobody || calls.argument_count(number) > 0) return std::nullopt;
    return of_enum_constant(spot, receiver, name_for(calls.name(number)));
  }
  if (constant != kNobody) constants_.push_back(constant);
  std::vector<Texts> arguments;
  for (std::size_t i = 0; i < calls.argument_count(number); ++i) arguments.push_back(expression(spot.deeper(), calls.argument(number, i)));
  Texts all;
  for (const SymbolId function : functions)
    if (std::optional<Texts> texts = returned(function, spot.depth + 1))
      for (PieceText& text : with_arguments(*texts, function, arguments)) all.push_back(std::move(text));
  if (constant != kNobody) constants_.pop_back();
  return all.empty() ? std::nullopt : std::optional(all);
}

std::optional<TextValues::Texts> TextValues::returned(SymbolId function, int depth) {
  const DeclaredSymbol declared = at_.program.declarations().symbol(function);
  if (at_.program.facts(declared.file) == nullptr || std::ranges::find(open_, function) != open_.end()) return std::nullopt;
  open_.push_back(function);
  const CodeFile& code = files_.of(declared.file);
  Texts all;
  for (const Index binding : code.bindings(at_.program.local_index(function), "return")) {
    const Binding& one = code.facts().bindings[binding];
    for (PieceText& text : expression({.file = declared.file, .scope = function, .before = one.begin, .depth = depth + 1}, one.value))
      all.push_back(std::move(text));
  }
  // `getUrl` of the field `url`
  if (all.empty() && declared.arity == 0 && declared.name.starts_with("get"))
    if (const SymbolId property = receivers_.field({declared.file, function}, name_for(declared.name)); property != kNobody)
      all = field(property, depth + 1);
  open_.pop_back();
  return all.empty() ? std::nullopt : std::optional(all);
}

}  // namespace grove::graph::web
