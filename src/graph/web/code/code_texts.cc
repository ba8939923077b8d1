#include "graph/web/code/code_texts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/web/code/call_results.h"
#include "graph/web/code/text_builders.h"
#include "graph/web/hosts.h"
#include "graph/web/request_address.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 64;  // an address that is built in steps takes a few for each
constexpr int kMostWork = 1'500;
constexpr std::size_t kMostGivenBack = 16;
using Kind = CodeValue::Kind;

/// `"/users/{}"` of `"/users/{}".format`; empty where no literal stands there.
std::string_view literal_of(std::string_view written) {
  const std::string_view text = trim(written);
  return is_quoted(text) ? text.substr(1, text.size() - 2) : std::string_view();
}

using Named = std::function<std::vector<PieceText>(std::string_view)>;

/// `/users/${id}` of a template, the names in it by `named`.
std::vector<PieceText> of_template(std::string_view inside, const Named& named) {
  std::vector<PieceText> whole{PieceText()};
  while (!inside.empty()) {
    const std::size_t open = inside.find("${");
    if (open != 0) whole = crossed_texts(whole, {PieceText::of(inside.substr(0, open))});
    if (open == std::string_view::npos) break;
    const std::size_t close = inside.find('}', open);
    if (close == std::string_view::npos) break;
    whole = crossed_texts(whole, named(inside.substr(open + 2, close - open - 2)));
    inside.remove_prefix(close + 1);
  }
  return whole;
}

/// What source text says that stands too deep for its parts to be kept: a literal or a template; nothing for others.
std::optional<std::vector<PieceText>> of_source(std::string_view written, const Named& named) {
  const std::string_view inside = literal_of(written);
  if (inside.empty() || inside.find(trim(written).front()) != std::string_view::npos) return std::nullopt;
  if (trim(written).front() == '`') return of_template(inside, named);
  return std::vector<PieceText>{PieceText::of(inside)};
}

bool says_something(const PieceText& text) {
  return std::ranges::any_of(text.pieces,
                             [](const TextPiece& piece) { return piece.kind == TextPiece::Kind::kText && !piece.text.empty(); });
}

/// What counts where nothing outside of the code says otherwise: its path, as what stands outside is mostly the same service elsewhere. A
/// host of the world is only one of many that it runs on.
std::vector<PieceText> as_default(const std::vector<PieceText>& texts, std::string_view name) {
  std::vector<PieceText> defaults;
  for (PieceText text : texts) {
    if (!says_something(text)) continue;
    const RequestAddress address = parse_address(text.rendered());
    if (address.host.contains('.') && !is_own_machine(address.host)) {
      text = PieceText::unknown(name);
      if (address.route.size() > 1) text.append(PieceText::of(address.route));
    }
    for (TextPiece& piece : text.pieces) piece.is_configured = true;
    defaults.push_back(std::move(text));
  }
  return defaults;
}

/// What counts, and where that isn't known what counts otherwise; both where callers may know it.
std::vector<PieceText> either(std::vector<PieceText> usual, const std::function<std::vector<PieceText>()>& otherwise,
                              std::string_view name) {
  if (std::ranges::any_of(usual, says_something)) return usual;
  std::vector<PieceText> defaults = as_default(otherwise(), name);
  if (defaults.empty()) return usual;
  std::erase_if(usual, [](const PieceText& text) {
    return std::ranges::none_of(text.pieces, [](const TextPiece& piece) { return piece.kind == TextPiece::Kind::kParameter; });
  });
  std::ranges::move(defaults, std::back_inserter(usual));
  return usual;
}

PieceText as_parameter(const CodeValue& value, std::string_view name) {
  return {.pieces = {{.kind = TextPiece::Kind::kParameter,
                      .text = std::string(name),
                      .function = value.symbol,
                      .parameter = value.parameter,
                      .member = value.name}},
          .confidence = Confidence::kExact};
}

}  // namespace

bool CodeTexts::is_spent(int depth) { return depth > kDeepest || ++work_ > kMostWork; }

std::vector<PieceText> CodeTexts::of(const Site& site) {
  work_ = 0;
  if (site.expression == kNone || site.facts == nullptr) return {};
  const std::uint32_t begin = site.facts->expressions[site.expression].begin;
  return distinct_texts(expression({.file = site.file, .scope = site.scope, .before = begin, .depth = 0}, site.expression));
}

std::vector<PieceText> CodeTexts::of_value(const CodeValue& one) {
  work_ = 0;
  return distinct_texts(value(one, 0));
}

std::vector<PieceText> CodeTexts::of_member(const Site& object, std::initializer_list<std::string_view> names) {
  work_ = 0;
  const std::vector<CodeValue> objects = values_.of(object);
  for (const std::string_view name : names) {
    Texts found;
    for (const CodeValue& one : objects) {
      if (one.kind == Kind::kCall || one.kind == Kind::kLibrary || one.kind == Kind::kUnknown) continue;
      for (PieceText& text : values_texts(values_.member(one, name), 0)) found.push_back(std::move(text));
    }
    if (!found.empty()) return distinct_texts(std::move(found));
  }
  return {};
}

std::optional<std::string> CodeTexts::known(const Site& site) {
  const Texts texts = of(site);
  if (texts.size() != 1 || !texts.front().is_known() || texts.front().pieces.empty()) return std::nullopt;
  return texts.front().rendered();
}

CodeTexts::Texts CodeTexts::environment(FileId file, std::string_view variable) {
  Texts texts;
  for (const std::string& one : environment_.values(values_.sources().declarations().file(file).path, variable)) {
    texts.push_back(PieceText::of(one));
    texts.back().pieces.front().is_configured = true;
  }
  if (texts.empty()) {
    texts.push_back(PieceText::unknown(variable));
    texts.back().pieces.front().is_configured = true;
  }
  return texts;
}

/// What a file of data has under a key.
PieceText CodeTexts::data(const CodeValue& one) const {
  if (const Facts* facts = values_.sources().program().facts(one.files.front()); facts != nullptr)
    for (const Property& property : facts->properties)
      if (facts->text(property.key) == one.name) return PieceText::of(facts->text(property.value));
  return PieceText::unknown(name_for(one.name));
}

CodeTexts::Texts CodeTexts::value(const CodeValue& one, int depth) {
  if (is_spent(depth)) return {};
  switch (one.kind) {
    case Kind::kExpression: {
      const Spot spot{.file = one.site.file, .scope = one.site.scope, .before = one.before, .depth = depth + 1};
      return expression(spot, one.site.expression);
    }
    case Kind::kCall:
      return call({.file = one.file, .scope = values_.spot_of(one.file, one.call).scope, .before = 0, .depth = depth + 1}, one.call);
    case Kind::kParameter: {
      const CodeFile* code = values_.sources().of(one.file);
      const FileId file = values_.sources().declarations().file_of(one.symbol);
      std::string name = one.name.substr(one.name.rfind('.') + 1);
      if (name.empty() && code != nullptr && file == one.file) {
        const auto& parameters = code->parameters(one.symbol - values_.sources().declarations().file(file).first_symbol);
        if (one.parameter < parameters.size())
          name = name_for(code->facts().text(code->facts().parameters[parameters[one.parameter]].name));
      }
      return {as_parameter(one, name)};
    }
    case Kind::kEnvironment: return environment(one.file, one.name);
    case Kind::kData: return {data(one)};
    default: return {PieceText::unknown(name_for(one.name))};
  }
}

CodeTexts::Texts CodeTexts::values_texts(const std::vector<CodeValue>& all, int depth) {
  const bool is_passed = std::ranges::any_of(all, [](const CodeValue& one) { return one.kind == Kind::kParameter; });
  Texts found;
  for (const CodeValue& one : all) {
    if (is_passed && (one.kind == Kind::kLibrary || one.kind == Kind::kObject)) continue;  // its type
    for (PieceText& text : value(one, depth)) found.push_back(std::move(text));
  }
  return found;
}

CodeTexts::Texts CodeTexts::named(const Spot& spot, std::string_view written) {
  const Spot place{.file = spot.file, .scope = spot.scope, .before = spot.before, .depth = 0};
  const std::vector<CodeValue> all = values_.of_name_with_calls(place, written);
  Texts found = values_texts(all, spot.depth + 1);
  if (found.empty()) found.push_back(PieceText::unknown(name_for(written)));
  return distinct_texts(std::move(found));
}

/// What source text says whose parts aren't kept.
CodeTexts::Texts CodeTexts::as_written(const Spot& spot, std::string_view written) {
  if (is_spent(spot.depth)) return {};
  if (auto texts = of_source(written, [&](std::string_view name) { return named(spot, name); })) return *texts;
  if (const auto choice = choice_in(written))
    return either(
        as_written(spot.deeper(), choice->first), [&] { return as_written(spot.deeper(), choice->otherwise); }, name_for(choice->first));
  return named(spot, written);
}

CodeTexts::Texts CodeTexts::expression(const Spot& spot, Index index) {
  const CodeFile* code = values_.sources().of(spot.file);
  if (code == nullptr || index == kNone || is_spent(spot.depth)) return {};
  const Facts& facts = code->facts();
  const Expression& one = facts.expressions[index];
  const std::string_view text = facts.text(one.text);
  switch (one.kind) {
    case Expression::Kind::kString:
    case Expression::Kind::kNumber: return {PieceText::of(text)};
    case Expression::Kind::kOther: return as_written(spot.deeper(), text);
    case Expression::Kind::kName: return named(spot.deeper(), text);
    case Expression::Kind::kConcat: return concat(spot.deeper(), one);
    case Expression::Kind::kNamed: return one.child_count == 1 ? expression(spot.deeper(), one.first_child) : Texts();
    case Expression::Kind::kCall: {
      const CallNumber number = call_of(*code, index);
      return number == kNoCall ? call_as_written(spot.deeper(), one) : call(spot.deeper(), number);
    }
    default: return {PieceText::unknown("value")};
  }
}

CodeTexts::Texts CodeTexts::concat(const Spot& spot, const Expression& parts) {
  Texts whole{PieceText()};
  for (std::uint32_t i = 0; i < parts.child_count; ++i) {
    const Texts part = distinct_texts(expression(spot, parts.first_child + i));
    whole = crossed_texts(whole, part.empty() ? Texts{PieceText::unknown("value")} : part);
  }
  return whole;
}

/// `%s`, `%1$s`, `{}`, `{0}`, `{name}` give way to arguments.
CodeTexts::Texts CodeTexts::formatted(const Spot& spot, const Texts& formats, const std::vector<Index>& arguments) {
  const CodeFile* code = values_.sources().of(spot.file);
  const auto named_like = [&](std::string_view name) -> Index {
    for (const Index argument : arguments) {
      const Expression& one = code->facts().expressions[argument];
      if (one.kind == Expression::Kind::kNamed && code->facts().text(one.text) == name) return argument;
    }
    return kNone;
  };
  Texts all;
  for (const PieceText& format : formats) {
    Texts whole{PieceText()};
    std::size_t next = 0;
    for (const TextPiece& piece : format.pieces) {
      if (piece.kind != TextPiece::Kind::kText) {
        whole = crossed_texts(whole, {{.pieces = {piece}, .confidence = Confidence::kExact}});
        continue;
      }
      for (const FormatPiece& part : format_pieces(piece.text)) {
        if (!part.is_hole) {
          whole = crossed_texts(whole, {PieceText::of(part.text)});
          continue;
        }
        const std::size_t place = part.place ? *part.place : next++;
        const Index by_name = part.text.empty() ? kNone : named_like(part.text);
        const Index argument = by_name != kNone ? by_name : place < arguments.size() ? arguments[place] : kNone;
        const Texts value = argument == kNone ? Texts() : distinct_texts(expression(spot, argument));
        whole = crossed_texts(whole, value.empty() ? Texts{PieceText::unknown(part.text.empty() ? "value" : part.text)} : value);
      }
    }
    for (PieceText& one : whole) all.push_back(std::move(one));
  }
  return all;
}

/// A call that is no reference of its own: an operator of formats, a builtin.
CodeTexts::Texts CodeTexts::call_as_written(const Spot& spot, const Expression& call) {
  const CodeFile* code = values_.sources().of(spot.file);
  const std::string_view name = code->facts().text(call.text);
  std::vector<Index> arguments;
  for (std::uint32_t i = 0; i < call.child_count; ++i) arguments.push_back(call.first_child + i);
  if (name == "%" && arguments.size() == 2) {
    const Expression& second = code->facts().expressions[arguments[1]];
    std::vector<Index> values{arguments[1]};
    if (second.kind == Expression::Kind::kArray || second.kind == Expression::Kind::kObject) {
      values.clear();
      for (std::uint32_t i = 0; i < second.child_count; ++i) values.push_back(second.first_child + i);
    }
    return formatted(spot, expression(spot, arguments[0]), values);
  }
  if (is_choice(name) && arguments.size() == 2) {
    const Expression& first = code->facts().expressions[arguments[0]];
    return either(expression(spot, arguments[0]), [&] { return expression(spot, arguments[1]); }, name_for(code->facts().text(first.text)));
  }
  return {PieceText::unknown(name_for(name))};
}

CodeTexts::Texts CodeTexts::receiver_of(const Spot& spot, CallNumber number) {
  const CallChains& calls = values_.sources().of(spot.file)->calls();
  if (calls[number].before != kNoCall) return call(spot.deeper(), calls[number].before);
  const std::string_view receiver = calls.receiver(number);
  if (const std::string_view literal = literal_of(receiver); !literal.empty()) return {PieceText::of(literal)};
  return receiver.empty() ? Texts() : named(values_.spot_of(spot.file, number), receiver);
}

CodeTexts::Texts CodeTexts::call(const Spot& spot, CallNumber number) {
  const CodeFile* code = values_.sources().of(spot.file);
  if (code == nullptr || is_spent(spot.depth)) return {};
  const bool is_of_something = !code->calls().receiver(number).empty();
  // A function of the repository may be called as one of a library is: `url("/x")`.
  if (!is_of_something)
    if (std::optional<Texts> texts = result(spot.deeper(), number)) return *texts;
  if (std::optional<Texts> texts = made(spot, number)) return *texts;
  if (is_of_something)
    if (std::optional<Texts> texts = result(spot.deeper(), number)) return *texts;
  return {PieceText::unknown(name_for(code->calls().name(number)))};
}

/// What builds a text out of its arguments, or of what it is asked of.
std::optional<CodeTexts::Texts> CodeTexts::made(const Spot& spot, CallNumber number) {
  const CallChains& calls = values_.sources().of(spot.file)->calls();
  const Reference& reference = calls.facts().references[calls[number].reference];
  const TextBuilder* builder = text_builder(calls.name(number), calls.receiver(number), (reference.flags & kReferenceNew) != 0);
  if (builder == nullptr) return std::nullopt;
  std::vector<Index> arguments;
  for (std::size_t i = 0; i < calls.argument_count(number); ++i) arguments.push_back(calls.argument(number, i));
  const auto texts = [&](std::size_t place) {
    return place < arguments.size() ? distinct_texts(expression(values_.spot_of(spot.file, number).deeper(), arguments[place])) : Texts();
  };
  Spot here = values_.spot_of(spot.file, number);
  here.depth = spot.depth + 1;
  switch (builder->makes) {
    case TextBuilder::Makes::kFirst: return texts(0);
    case TextBuilder::Makes::kReceiver: return receiver_of(here, number);
    case TextBuilder::Makes::kFormat:
      return arguments.empty() ? Texts() : formatted(here, texts(0), {arguments.begin() + 1, arguments.end()});
    case TextBuilder::Makes::kReceiverFormat: return formatted(here, receiver_of(here, number), arguments);
    case TextBuilder::Makes::kFirstBelowSecond: {
      if (arguments.size() < 2) return texts(0);
      return below_base(texts(1), texts(0));
    }
    case TextBuilder::Makes::kSecondBelowFirst: {
      if (arguments.size() < 2) return texts(0);
      return below_base(texts(0), texts(1));
    }
    case TextBuilder::Makes::kJoined:
    case TextBuilder::Makes::kReceiverJoined: {
      Texts whole = builder->makes == TextBuilder::Makes::kJoined ? texts(0) : receiver_of(here, number);
      for (std::size_t i = builder->makes == TextBuilder::Makes::kJoined ? 1 : 0; i < arguments.size(); ++i)
        whole = joined_texts(whole, texts(i));
      return whole;
    }
    case TextBuilder::Makes::kAppended: {
      Texts whole = receiver_of(here, number);
      for (std::size_t i = 0; i < arguments.size(); ++i) whole = crossed_texts(whole, texts(i));
      return whole;
    }
    case TextBuilder::Makes::kEnvironment: {
      const Texts name = texts(0);
      if (name.size() != 1 || !name.front().is_known()) return Texts{PieceText::unknown("value")};
      const std::string variable = name.front().rendered();
      return either(environment(spot.file, variable), [&] { return texts(1); }, variable);
    }
    case TextBuilder::Makes::kUnknown: return Texts{PieceText::unknown(name_for(calls.name(number)))};
  }
  return std::nullopt;
}

/// What a small function of the repository gives back, with what this call passes.
std::optional<CodeTexts::Texts> CodeTexts::result(const Spot& spot, CallNumber number) {
  Texts found;
  for (const CodeValue& callee : values_.callee(spot.file, number)) {
    if (callee.kind != Kind::kFunction || std::ranges::find(open_, callee.symbol) != open_.end()) continue;
    open_.push_back(callee.symbol);
    const Texts given = fitting_results(given_back(callee.symbol, spot.depth + 2), callee.symbol,
                                        [&](const TextPiece& piece) { return is_left_out(values_, spot.file, number, piece); });
    open_.pop_back();
    for (const PieceText& text : given)
      for (PieceText& filled : filled_in(text, [&](const TextPiece& piece) -> std::optional<Texts> {
             if (piece.function != callee.symbol) return std::nullopt;
             Texts passed = this->passed(spot, number, piece);
             return passed.empty() ? Texts{PieceText::unknown(piece.text)} : passed;
           }))
        if (found.size() < kMostTexts) found.push_back(std::move(filled));
  }
  if (found.empty()) return std::nullopt;
  return distinct_texts(std::move(found));
}

/// All that a function may give back, its parameters as such.
CodeTexts::Texts CodeTexts::given_back(SymbolId function, int depth) {
  const FileId file = values_.sources().declarations().file_of(function);
  const CodeFile* code = values_.sources().of(file);
  Texts found;
  if (code == nullptr || is_spent(depth)) return found;
  for (const Index binding : code->bindings(function - values_.sources().declarations().file(file).first_symbol, "return")) {
    const Binding& one = code->facts().bindings[binding];
    if (one.value == kNone || found.size() >= kMostGivenBack) continue;
    for (PieceText& text : expression({.file = file, .scope = function, .before = one.begin, .depth = depth}, one.value))
      found.push_back(std::move(text));
  }
  return found;
}

/// What a call passes for a parameter, or for the member of one.
CodeTexts::Texts CodeTexts::passed(const Spot& spot, CallNumber number, const TextPiece& parameter) {
  const Site site = passed_for(values_, spot.file, number, parameter);
  if (site.expression == kNone) return {};
  const Spot outside = values_.spot_of(spot.file, number).deeper_than({.depth = spot.depth + 1});
  if (parameter.member.empty()) return distinct_texts(expression(outside, site.expression));
  Texts found;
  for (const CodeValue& object : values_.of(site)) {
    if (object.kind != Kind::kExpression && object.kind != Kind::kParameter) continue;
    for (PieceText& text : values_texts(values_.member(object, parameter.member), spot.depth + 2)) found.push_back(std::move(text));
  }
  return distinct_texts(std::move(found));
}

}  // namespace grove::graph::web
