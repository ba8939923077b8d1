#include "graph/web/request_senders.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/web/request_mapping.h"

namespace grove::graph::web {
namespace {

/// A function of a library that takes an address.
struct Sender {
  std::string_view name;
  std::string_view verb;  ///< Empty where an argument says it.
  std::uint8_t verb_argument = 0;
};
constexpr std::array<Sender, 13> kRestTemplate = {{{"getForObject", "GET"},
                                                   {"getForEntity", "GET"},
                                                   {"postForObject", "POST"},
                                                   {"postForEntity", "POST"},
                                                   {"postForLocation", "POST"},
                                                   {"put", "PUT"},
                                                   {"delete", "DELETE"},
                                                   {"patchForObject", "PATCH"},
                                                   {"headForHeaders", "HEAD"},
                                                   {"optionsForAllow", "OPTIONS"},
                                                   {"exchange", "", 1},
                                                   {"execute", "", 1},
                                                   {"getForStream", "GET"}}};
constexpr std::string_view kRequestEntity = "org.springframework.http.RequestEntity";

std::string upper(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

bool is_verb(std::string_view name) { return std::ranges::find(every_verb(), name) != every_verb().end(); }

/// `get`, `GET`, `Get`, `HttpGet`: the verb that a name of a call is.
std::string verb_in(std::string_view name) {
  if (name.starts_with("Http")) name.remove_prefix(4);
  std::string verb = upper(name);
  return is_verb(verb) ? verb : std::string();
}

}  // namespace

SentVerb RequestSenders::verb_of(const Site& site) {
  const std::vector<std::string> names = tools_.at.folder.names(site);
  if (names.size() == 1 && is_verb(names.front())) return {.name = names.front()};
  const std::vector<PieceText> texts = tools_.texts.of(site);
  if (texts.size() != 1 || texts.front().pieces.size() != 1) return {};
  const TextPiece& piece = texts.front().pieces.front();
  if (piece.kind == TextPiece::Kind::kParameter) return {.name = {}, .function = piece.function, .parameter = piece.parameter};
  return is_verb(piece.text) ? SentVerb{.name = piece.text} : SentVerb{};
}

void RequestSenders::read(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  const std::string_view name = calls.name(call);
  const bool has_arguments = calls.argument_count(call) > 0;
  const auto library = [&] { return tools_.chains.library_of(file, call); };
  if (name == "openConnection") return read_connection(file, call, found);
  if (name == "request" && library() == ClientLibrary::kJaxRsClient) return read_target(file, call, found);
  if (!has_arguments && name != "uri") return;
  if (name == "uri" || name == "url" || name == "newBuilder") {
    const auto known = library();
    if (known == ClientLibrary::kWebClient || known == ClientLibrary::kRestClient) return read_fluent(file, call, *known, found);
    if (known == ClientLibrary::kOkHttp || known == ClientLibrary::kJavaHttp) return read_builder(file, call, *known, found);
    return;
  }
  const bool is_new = (calls.facts().references[calls[call].reference].flags & kReferenceNew) != 0;
  if (name == "RequestEntity" && is_new) return read_request_entity(file, call, found);
  if (name.starts_with("Http") ? !verb_in(name).empty() : calls[call].before == kNoCall && !verb_in(name).empty())
    read_apache(file, call, found);
  if (!verb_in(name).empty()) read_by_verb(file, call, found);
  read_rest_template(file, call, found);
}

void RequestSenders::read_rest_template(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  const std::string_view name = calls.name(call);
  const auto sender = std::ranges::find(kRestTemplate, name, &Sender::name);
  const bool is_short = sender == kRestTemplate.end() && (!verb_in(name).empty() || name == "method") && name.size() > 2;
  if (sender == kRestTemplate.end() && !is_short) return;
  const ValueType asked = tools_.chains.asked(file, call);
  const bool is_entity = asked.library_type == kRequestEntity;
  if (is_short != is_entity && sender == kRestTemplate.end()) return;
  if (tools_.chains.library_of(file, call) != ClientLibrary::kRestTemplate) return;
  std::size_t place = 0;
  SentVerb verb;
  if (is_entity && name == "method") {
    verb = verb_of(tools_.argument(file, call, 0));
    place = 1;
  } else if (sender != kRestTemplate.end() && sender->verb.empty()) {
    if (calls.argument_count(call) <= sender->verb_argument) return;
    verb = verb_of(tools_.argument(file, call, sender->verb_argument));
  } else {
    verb.name = sender != kRestTemplate.end() ? std::string(sender->verb) : verb_in(name);
  }
  for (PieceText& address : below_base(file, call, tools_.texts.of(tools_.argument(file, call, place))))
    found.push_back({.library = ClientLibrary::kRestTemplate, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

/// `new RequestEntity<>(body, headers, HttpMethod.POST, uri)`
void RequestSenders::read_request_entity(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  for (std::size_t i = 0; i + 1 < calls.argument_count(call); ++i) {
    const SentVerb verb = verb_of(tools_.argument(file, call, i));
    if (verb.name.empty()) continue;
    for (PieceText& address : tools_.texts.of(tools_.argument(file, call, i + 1)))
      found.push_back({.library = ClientLibrary::kRestTemplate, .verb = verb, .address = std::move(address), .file = file, .call = call});
    return;
  }
}

/// What a lambda that is given a builder makes of it: `b -> b.path("/x").build(id)`.
RequestSenders::Texts RequestSenders::of_lambda(FileId file, CallNumber call) {
  const CallChains& calls = tools_.calls(file);
  const CallNumber end = calls[call].after == kNoCall ? static_cast<CallNumber>(calls.calls().size()) : calls[call].after;
  for (CallNumber inner = call + 1; inner < end; ++inner) {
    if (calls[inner].before != kNoCall || !is_plain_name(calls.receiver(inner))) continue;
    Texts texts = tools_.texts.of_call(file, calls.last_of(inner));
    // The builder itself stands first.
    for (PieceText& text : texts)
      if (!text.pieces.empty() && text.pieces.front().kind == TextPiece::Kind::kUnknown) text.pieces.erase(text.pieces.begin());
    std::erase_if(texts, [](const PieceText& text) { return text.pieces.empty(); });
    if (!texts.empty()) return texts;
  }
  return {};
}

/// What stands below the address that the client itself has, where none is written whole.
RequestSenders::Texts RequestSenders::below_base(FileId file, CallNumber call, Texts addresses) {
  const bool is_below = std::ranges::any_of(addresses, [](const PieceText& text) {
    return text.rendered().find("://") == std::string::npos && (text.pieces.empty() || text.pieces.front().kind == TextPiece::Kind::kText);
  });
  if (!is_below) return addresses;
  const Texts bases = bases_.of_call(file, call);
  if (bases.empty()) return addresses;
  Texts whole;
  for (const PieceText& address : addresses)
    for (const PieceText& base : bases)
      whole.push_back(address.rendered().find("://") == std::string::npos ? joined(base, address) : address);
  return whole;
}

/// `client.get().uri(…)`, `client.method(HttpMethod.GET).uri(…)`
void RequestSenders::read_fluent(FileId file, CallNumber call, ClientLibrary library, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  SentVerb verb;
  for (CallNumber at = calls[call].before; at != kNoCall && verb.name.empty(); at = calls[at].before) {
    verb.name = verb_in(calls.name(at));
    if (calls.name(at) == "method" && calls.argument_count(at) > 0) verb = verb_of(tools_.argument(file, at, 0));
    if (verb.function != kNobody) break;
  }
  const Index first = calls.argument(call, 0);
  const bool is_lambda = first == kNone || calls.facts().expressions[first].kind == Expression::Kind::kLambda;
  Texts addresses = is_lambda ? of_lambda(file, call) : tools_.texts.of(tools_.argument(file, call, 0));
  for (PieceText& address : below_base(file, call, std::move(addresses)))
    found.push_back({.library = library, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

SentVerb RequestSenders::chained_verb(FileId file, CallNumber call, std::string_view otherwise) {
  const CallChains& calls = tools_.calls(file);
  for (CallNumber at = calls.first_of(call); at != kNoCall; at = calls[at].after) {
    if (at == call) continue;
    if (calls.name(at) == "method" && calls.argument_count(at) > 0) return verb_of(tools_.argument(file, at, 0));
    if (std::string verb = verb_in(calls.name(at)); !verb.empty()) return {.name = std::move(verb)};
  }
  return {.name = std::string(otherwise)};
}

/// `new Request.Builder().url(…).post(body)`, `HttpRequest.newBuilder(uri).GET()`
void RequestSenders::read_builder(FileId file, CallNumber call, ClientLibrary library, std::vector<SentRequest>& found) {
  const SentVerb verb = chained_verb(file, call, "GET");
  for (PieceText& address : tools_.texts.of(tools_.argument(file, call, 0)))
    found.push_back({.library = library, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

/// `client.post(url)`: the verb is the function.
void RequestSenders::read_by_verb(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const auto library = tools_.chains.library_of(file, call);
  if (library != ClientLibrary::kKtor && library != ClientLibrary::kUnirest) return;
  const SentVerb verb{.name = verb_in(tools_.calls(file).name(call))};
  for (PieceText& address : tools_.texts.of(tools_.argument(file, call, 0)))
    found.push_back({.library = *library, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

/// `new HttpGet(url)`, `Request.Get(url)`
void RequestSenders::read_apache(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  const std::string_view name = calls.name(call);
  const bool is_made = name.starts_with("Http");
  const ValueType type =
      is_made ? tools_.receivers.of_type({file, tools_.chains.scope_of(file, call)}, name) : tools_.chains.asked(file, call);
  if (client_library(type.library_type) != ClientLibrary::kApacheHttp) return;
  for (PieceText& address : tools_.texts.of(tools_.argument(file, call, 0)))
    found.push_back({.library = ClientLibrary::kApacheHttp,
                     .verb = {.name = verb_in(name)},
                     .address = std::move(address),
                     .file = file,
                     .call = call});
}

/// `client.target(url).path("/x").request().get()`
void RequestSenders::read_target(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  const CallChains& calls = tools_.calls(file);
  SentVerb verb;
  for (CallNumber at = calls[call].after; at != kNoCall && verb.name.empty(); at = calls[at].after) {
    verb.name = verb_in(calls.name(at).starts_with("build") ? calls.name(at).substr(5) : calls.name(at));
    if (calls.name(at) == "method" && calls.argument_count(at) > 0) verb = verb_of(tools_.argument(file, at, 0));
  }
  for (PieceText& address : tools_.texts.asked_of(file, call))
    found.push_back({.library = ClientLibrary::kJaxRsClient, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

/// `new URL(url).openConnection()`
void RequestSenders::read_connection(FileId file, CallNumber call, std::vector<SentRequest>& found) {
  if (tools_.chains.library_of(file, call) != ClientLibrary::kUrlConnection) return;
  const CallChains& calls = tools_.calls(file);
  SentVerb verb{.name = "GET"};
  int said = 0;
  for (const CodeFiles::Place& place : tools_.files.calls_of("setRequestMethod"))
    if (place.file == file && tools_.function_of(file, place.call) == tools_.function_of(file, call) &&
        calls.argument_count(place.call) == 1 && said++ == 0)
      verb = verb_of(tools_.argument(file, place.call, 0));
  if (said > 1) verb = {};
  for (PieceText& address : tools_.texts.asked_of(file, call))
    found.push_back({.library = ClientLibrary::kUrlConnection, .verb = verb, .address = std::move(address), .file = file, .call = call});
}

}  // namespace grove::graph::web
