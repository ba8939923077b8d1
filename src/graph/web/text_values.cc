#include "graph/web/text_values.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/piece_texts.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 16;
constexpr int kMostWork = 2'000;

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// `"/users/%s"` of `"/users/%s".formatted`; empty where no literal stands before.
std::string_view literal_of(std::string_view receiver) {
  return receiver.size() >= 2 && receiver.front() == '"' && receiver.back() == '"' ? receiver.substr(1, receiver.size() - 2)
                                                                                   : std::string_view();
}

constexpr std::array<std::string_view, 12> kTextTypes = {"URI",          "URL",         "String",     "StringBuilder",
                                                         "StringBuffer", "UriTemplate", "URIBuilder", "DefaultUriBuilderFactory",
                                                         "HttpUrl",      "GenericUrl",  "Uri",        "URIBuilder"};
struct Maker {
  std::string_view type, name;
};
constexpr std::array<Maker, 14> kMakers = {{{"URI", "create"},
                                            {"HttpUrl", "parse"},
                                            {"HttpUrl", "get"},
                                            {"UriComponentsBuilder", "fromHttpUrl"},
                                            {"UriComponentsBuilder", "fromUriString"},
                                            {"UriComponentsBuilder", "fromUri"},
                                            {"UriComponentsBuilder", "fromPath"},
                                            {"UriBuilder", "fromUri"},
                                            {"UriBuilder", "fromPath"},
                                            {"UriBuilder", "of"},
                                            {"String", "valueOf"},
                                            {"Objects", "requireNonNull"},
                                            {"URLEncoder", "encode"},
                                            {"StringUtils", "trim"}}};
constexpr std::array<std::string_view, 36> kSame = {"build",
                                                    "toUriString",
                                                    "toUri",
                                                    "toURI",
                                                    "encode",
                                                    "buildAndExpand",
                                                    "expand",
                                                    "toString",
                                                    "trim",
                                                    "toURL",
                                                    "normalize",
                                                    "strip",
                                                    "toHttpUrl",
                                                    "newBuilder",
                                                    "toHttpUrlOrNull",
                                                    "intern",
                                                    "queryParam",
                                                    "queryParams",
                                                    "query",
                                                    "fragment",
                                                    "addQueryParameter",
                                                    "queryParamIfPresent",
                                                    "replaceQueryParam",
                                                    "replaceQuery",
                                                    "toASCIIString",
                                                    "toExternalForm",
                                                    "cloneBuilder",
                                                    "uriVariables",
                                                    "trimIndent",
                                                    "toUriComponentsBuilder",
                                                    "addParameter",
                                                    "url",
                                                    "addEncodedQueryParameter",
                                                    "resolveTemplate",
                                                    "resolveTemplates",
                                                    "matrixParam"};
constexpr std::array<std::string_view, 4> kPaths = {"path", "addPathSegments", "resolve", "appendPath"};
constexpr std::array<std::string_view, 5> kSegments = {"pathSegment", "addPathSegment", "segment", "appendPathSegment",
                                                       "addEncodedPathSegment"};
constexpr std::array<std::string_view, 3> kAppends = {"append", "concat", "plus"};
constexpr std::array<std::string_view, 4> kChoosers = {"choose", "getInstances", "getNextServerFromEureka", "getApplication"};
constexpr std::array<std::string_view, 3> kInstanceUris = {"getUri", "getHomePageUrl", "uri"};
constexpr std::array<std::string_view, 5> kInstanceHosts = {"getHost", "getHostName", "host", "getServiceId", "getIPAddr"};

}  // namespace

bool TextValues::is_spent(const Spot& spot) { return spot.depth > kDeepest || ++work_ > kMostWork; }

std::vector<PieceText> TextValues::of(const Site& site) {
  work_ = 0;
  if (site.expression == kNone) return {};
  const std::uint32_t begin = site.facts->expressions[site.expression].begin;
  return distinct_texts(expression({.file = site.file, .scope = site.scope, .before = begin, .depth = 0}, site.expression));
}

TextValues::Spot TextValues::spot_of(FileId file, CallNumber number) {
  const CallChains& calls = files_.of(file).calls();
  const Reference& reference = calls.facts().references[calls[number].reference];
  const SymbolId scope = reference.symbol == kNone ? kNobody : at_.program.declarations().file(file).first_symbol + reference.symbol;
  return {.file = file, .scope = scope, .before = reference.begin, .depth = 0};
}

std::vector<PieceText> TextValues::of_call(FileId file, CallNumber number) {
  work_ = 0;
  return distinct_texts(call(spot_of(file, number), number));
}

std::vector<PieceText> TextValues::asked_of(FileId file, CallNumber number) {
  work_ = 0;
  return distinct_texts(base_of(spot_of(file, number), number));
}

std::vector<PieceText> TextValues::with_arguments(const std::vector<PieceText>& texts, SymbolId function,
                                                  const std::vector<std::vector<PieceText>>& arguments) {
  std::vector<PieceText> all;
  for (const PieceText& text : texts) {
    std::vector<PieceText> filled = filled_in(text, [&](const TextPiece& piece) -> std::optional<Texts> {
      if (piece.function != function || piece.parameter >= arguments.size()) return std::nullopt;
      return arguments[piece.parameter];
    });
    for (PieceText& one : filled) all.push_back(std::move(one));
  }
  return all;
}

TextValues::Texts TextValues::expression(const Spot& spot, Index index) {
  if (index == kNone || is_spent(spot)) return {};
  const Facts& facts = code(spot).facts();
  const Expression& expression = facts.expressions[index];
  const std::string_view text = facts.text(expression.text);
  switch (expression.kind) {
    case Expression::Kind::kString:
    case Expression::Kind::kNumber: return filled(spot.file, text);
    case Expression::Kind::kName: return named(spot.deeper(), text);
    case Expression::Kind::kConcat: return concat(spot.deeper(), expression);
    case Expression::Kind::kNamed: return expression.child_count == 1 ? this->expression(spot.deeper(), expression.first_child) : Texts();
    case Expression::Kind::kCall: {
      if (is_choice(text) && expression.child_count == 2) return this->expression(spot.deeper(), expression.first_child);
      const CallNumber number = code(spot).calls().of_expression(index);
      return number == kNoCall ? call_without_place(spot, expression) : call(spot.deeper(), number);
    }
    default: return {PieceText::unknown(name_for(text))};
  }
}

TextValues::Texts TextValues::call_without_place(const Spot&, const Expression&) { return {PieceText::unknown("value")}; }

TextValues::Texts TextValues::concat(const Spot& spot, const Expression& parts) {
  Texts whole{PieceText()};
  for (std::uint32_t i = 0; i < parts.child_count; ++i) {
    const Texts part = distinct_texts(expression(spot, parts.first_child + i));
    whole = crossed_texts(whole, part.empty() ? Texts{PieceText::unknown("value")} : part);
  }
  return whole;
}

/// `%s`, `%d`, `%5.2f`, `%1$s`: each gives way to an argument.
TextValues::Texts TextValues::format(const Spot& spot, const Texts& formats, const std::vector<Index>& arguments) {
  Texts all;
  for (const PieceText& format : formats) {
    Texts whole{PieceText()};
    std::size_t next = 0;
    for (const TextPiece& piece : format.pieces) {
      std::string_view rest = piece.text;
      if (piece.kind != TextPiece::Kind::kText) {
        whole = crossed_texts(whole, {{.pieces = {piece}, .confidence = Confidence::kExact}});
        continue;
      }
      for (std::size_t mark = rest.find('%'); mark != std::string_view::npos; mark = rest.find('%')) {
        whole = crossed_texts(whole, {PieceText::of(rest.substr(0, mark))});
        const std::size_t end = rest.find_first_of("sdSxXfcbneg%", mark + 1);
        const std::string_view inside = end == std::string_view::npos ? std::string_view() : rest.substr(mark + 1, end - mark - 1);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        std::size_t place = next++;
        if (inside.ends_with('$') && inside.size() == 2) place = static_cast<std::size_t>(inside[0] - '1');
        const Texts value = place < arguments.size() ? distinct_texts(expression(spot, arguments[place])) : Texts();
        whole = crossed_texts(whole, value.empty() ? Texts{PieceText::unknown("value")} : value);
      }
      whole = crossed_texts(whole, {PieceText::of(rest)});
    }
    for (PieceText& one : whole) all.push_back(std::move(one));
  }
  return all;
}

TextValues::Texts TextValues::call(const Spot& spot, CallNumber number) {
  if (is_spent(spot)) return {};
  const CallChains& calls = code(spot).calls();
  while (calls[number].before != kNoCall && is_among(kSame, calls.name(number))) number = calls[number].before;
  if (std::optional<Texts> texts = made(spot, number)) return *texts;
  const std::string_view name = calls.name(number);
  const bool is_uri = is_among(kInstanceUris, name);
  if (is_uri || is_among(kInstanceHosts, name))
    if (const std::optional<std::string> service = service_of(spot.deeper(), number))
      return {PieceText::of(is_uri ? "http://" + *service : *service)};
  if (std::optional<Texts> texts = result(spot.deeper(), number)) return *texts;
  if (std::optional<Texts> texts = step(spot.deeper(), number)) return *texts;
  const std::string_view receiver = calls.receiver(number);
  if (calls.argument_count(number) == 0 && is_plain_name(plain_receiver(receiver)))
    if (std::optional<Texts> texts = property_of_type(spot.deeper(), std::string(receiver) + "." + name_for(name))) return *texts;
  return {PieceText::unknown(name_for(name))};
}

/// What makes a text out of nothing but its arguments.
std::optional<TextValues::Texts> TextValues::made(const Spot& spot, CallNumber number) {
  const CallChains& calls = code(spot).calls();
  const Reference& reference = calls.facts().references[calls[number].reference];
  const std::string_view name = calls.name(number), receiver = calls.receiver(number);
  std::vector<Index> arguments;
  for (std::size_t i = 0; i < calls.argument_count(number); ++i) arguments.push_back(calls.argument(number, i));
  const auto first = [&] { return arguments.empty() ? Texts{PieceText()} : expression(spot.deeper(), arguments.front()); };
  if (calls[number].before != kNoCall) return std::nullopt;
  const bool makes = (reference.flags & kReferenceNew) != 0 || receiver.empty();
  if (makes && is_among(kTextTypes, name)) return first();
  if (name == "Builder" && receiver == "HttpUrl") return Texts{PieceText()};
  if (name == "buildString" && receiver.empty()) return Texts{PieceText::unknown("value")};
  const std::string_view type = last_part(receiver);
  if (type == "String" && (name == "format" || name == "join") && !arguments.empty()) {
    if (name == "join") return Texts{PieceText::unknown("value")};
    return format(spot.deeper(), first(), {arguments.begin() + 1, arguments.end()});
  }
  if (std::ranges::any_of(kMakers, [&](const Maker& maker) { return maker.type == type && maker.name == name; })) return first();
  if (type == "UriComponentsBuilder" && name == "newInstance") return Texts{PieceText()};
  if (const std::string_view literal = literal_of(receiver); !literal.empty()) {
    if (name == "formatted" || name == "format") return format(spot.deeper(), {PieceText::of(literal)}, arguments);
    if (name == "concat") return crossed_texts({PieceText::of(literal)}, first());
    if (is_among(kSame, name)) return filled(spot.file, literal);
  }
  return std::nullopt;
}

TextValues::Texts TextValues::base_of(const Spot& spot, CallNumber number) {
  const CallChains& calls = code(spot).calls();
  if (calls[number].before != kNoCall) return call(spot, calls[number].before);
  return named(spot, calls.receiver(number));
}

/// What goes on with a text: `.path("/x")`, `.append(x)`, `.toString()`.
std::optional<TextValues::Texts> TextValues::step(const Spot& spot, CallNumber number) {
  const CallChains& calls = code(spot).calls();
  const std::string_view name = calls.name(number);
  if (calls[number].before == kNoCall && calls.receiver(number).empty()) return std::nullopt;
  const auto argument = [&](std::size_t i) {
    const Texts texts = distinct_texts(expression(spot.deeper(), calls.argument(number, i)));
    return texts.empty() ? Texts{PieceText::unknown("value")} : texts;
  };
  if (name == "target" && calls.argument_count(number) == 1) return argument(0);  // of a client of JAX-RS
  if (is_among(kSame, name)) return base_of(spot, number);
  if (is_among(kAppends, name)) return crossed_texts(base_of(spot, number), argument(0));
  if (is_among(kPaths, name))
    return calls.argument_count(number) == 0 ? base_of(spot, number) : joined_texts(base_of(spot, number), argument(0));
  if (is_among(kSegments, name)) {
    Texts whole = base_of(spot, number);
    for (std::size_t i = 0; i < calls.argument_count(number); ++i) whole = joined_texts(whole, argument(i));
    return whole;
  }
  if (name == "formatted") {
    std::vector<Index> arguments;
    for (std::size_t i = 0; i < calls.argument_count(number); ++i) arguments.push_back(calls.argument(number, i));
    return format(spot.deeper(), base_of(spot, number), arguments);
  }
  if (calls.argument_count(number) != 1) return std::nullopt;
  if (name == "scheme" || name == "setScheme") return crossed_texts(argument(0), {PieceText::of("://")});
  if (name == "host" || name == "setHost") {
    Texts base = base_of(spot, number);
    for (PieceText& text : base)
      if (!text.rendered().ends_with("://")) text = PieceText::of("http://");
    return crossed_texts(base, argument(0));
  }
  if (name == "port" || name == "setPort") return crossed_texts(base_of(spot, number), crossed_texts({PieceText::of(":")}, argument(0)));
  if (name == "replacePath") return std::nullopt;
  if (name == "replace" || name == "replaceAll") return base_of(spot, number);
  return std::nullopt;
}

/// The service that a chain asks a registry for: `discoveryClient.getInstances("orders").get(0)`.
std::optional<std::string> TextValues::service_of(const Spot& spot, CallNumber number) {
  if (is_spent(spot)) return std::nullopt;
  const CallChains& calls = code(spot).calls();
  CallNumber at = number;
  for (;; at = calls[at].before) {
    if (is_among(kChoosers, calls.name(at)) && calls.argument_count(at) > 0) {
      const Texts texts = distinct_texts(expression(spot.deeper(), calls.argument(at, 0)));
      return texts.size() == 1 && texts.front().is_known() ? std::optional(texts.front().rendered()) : std::nullopt;
    }
    if (calls[at].before == kNoCall) break;
  }
  return service_named(spot.deeper(), plain_receiver(calls.receiver(at)));
}

std::optional<std::string> TextValues::service_named(const Spot& spot, std::string_view variable) {
  const Declarations& declarations = at_.program.declarations();
  if (!is_plain_name(variable)) return std::nullopt;
  for (SymbolId scope = spot.scope; scope != kNobody && !is_type(declarations.symbol(scope).kind);
       scope = declarations.symbol(scope).parent)
    for (const Index binding : code(spot).reaching(local_index(spot, scope), variable, spot.before)) {
      const Binding& one = code(spot).facts().bindings[binding];
      const CallNumber number = code(spot).calls().of_expression(one.value);
      if (number != kNoCall) return service_of({.file = spot.file, .scope = scope, .before = one.begin, .depth = spot.depth + 1}, number);
    }
  return std::nullopt;
}

}  // namespace grove::graph::web
