#include "graph/web/sent_requests.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/web/client_chains.h"
#include "graph/web/request_mapping.h"
#include "graph/web/text_values.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 4;
constexpr std::size_t kMostRequests = 20'000;
constexpr std::size_t kMostTold = 200;

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

bool is_verb(std::string_view name) { return std::ranges::find(every_verb(), name) != every_verb().end(); }

/// A verb as far as it is known: itself, or what callers pass on.
struct Verb {
  std::string name = {};
  SymbolId function = kNobody;
  std::uint32_t parameter = 0;
};

/// A request with the call that sends it, or passes on what is asked.
struct Request {
  ClientLibrary library = ClientLibrary::kRestTemplate;
  Verb verb = {};
  PieceText address = {};
  FileId file = 0;
  CallNumber call = kNoCall;
  int depth = 0;
};

class SentRequests {
 public:
  SentRequests(Workplace& at, std::vector<ClientCall>& found)
      : at_(at),
        layers_(at),
        receivers_(at, layers_),
        files_(at.program),
        chains_(at, receivers_, files_),
        texts_(at, receivers_, files_),
        found_(found) {}

  void read(FileId file) {
    const CallChains& calls = files_.of(file).calls();
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const auto sender = std::ranges::find(kRestTemplate, calls.name(call), &Sender::name);
      if (sender != kRestTemplate.end() && calls.argument_count(call) > sender->verb_argument) read_rest_template(file, call, *sender);
    }
  }

  /// Asks those who pass an address on what it is.
  void finish() {
    for (const Request& request : open_) {
      if (found_.size() >= kMostRequests) return;
      const Told told = ask_callers(request);
      for (const Request& one : told.requests) add(one);
      if (told.requests.empty() || !told.all_say) add(request);
    }
  }

 private:
  Site argument(FileId file, CallNumber call, std::size_t place) {
    const CallChains& calls = files_.of(file).calls();
    return {.file = file, .facts = &calls.facts(), .scope = chains_.scope_of(file, call), .expression = calls.argument(call, place)};
  }

  void read_rest_template(FileId file, CallNumber call, const Sender& sender) {
    if (chains_.library_of(file, call) != ClientLibrary::kRestTemplate) return;
    const Verb verb = sender.verb.empty() ? verb_of(argument(file, call, sender.verb_argument)) : Verb{.name = std::string(sender.verb)};
    for (PieceText& address : texts_.of(argument(file, call, 0)))
      open_.push_back({.library = ClientLibrary::kRestTemplate, .verb = verb, .address = std::move(address), .file = file, .call = call});
  }

  /// `HttpMethod.POST`, `POST`, or a parameter.
  Verb verb_of(const Site& site) {
    const std::vector<std::string> names = at_.folder.names(site);
    if (names.size() == 1 && is_verb(names.front())) return {.name = names.front()};
    const std::vector<PieceText> texts = texts_.of(site);
    if (texts.size() != 1 || texts.front().pieces.size() != 1) return {};
    const TextPiece& piece = texts.front().pieces.front();
    if (piece.kind == TextPiece::Kind::kParameter) return {.name = {}, .function = piece.function, .parameter = piece.parameter};
    return is_verb(piece.text) ? Verb{.name = piece.text} : Verb{};
  }

  /// The function whose callers know more of a request: a parameter is part of its path or says its verb.
  static SymbolId passed_by(const Request& request) {
    for (const TextPiece& piece : request.address.pieces) {
      if (piece.kind == TextPiece::Kind::kParameter) return piece.function;
      if (piece.text.find('?') != std::string::npos && piece.kind == TextPiece::Kind::kText) break;
    }
    return request.verb.function;
  }

  /// What callers say of a request.
  struct Told {
    std::vector<Request> requests;
    bool all_say = true;
  };

  static const TextPiece* piece_of(const PieceText& address, SymbolId function, std::uint32_t parameter) {
    const auto found = std::ranges::find_if(address.pieces, [&](const TextPiece& piece) {
      return piece.kind == TextPiece::Kind::kParameter && piece.function == function && piece.parameter == parameter;
    });
    return found == address.pieces.end() ? nullptr : &*found;
  }

  /// Whether a text that is passed on says where a request goes: a path, or a host.
  static bool is_telling(const PieceText& text, const PieceText& address, const TextPiece* place) {
    const bool is_host = place == address.pieces.data() || std::prev(place)->text.ends_with("://");
    return std::ranges::any_of(text.pieces, [&](const TextPiece& piece) {
      return piece.kind == TextPiece::Kind::kText && (is_host ? !piece.text.empty() : piece.text.find('/') != std::string::npos);
    });
  }

  /// Requests with what each caller passes on, as far as it says more than is known.
  Told ask_callers(const Request& request) {
    Told told;
    const SymbolId function = passed_by(request);
    if (function == kNobody || request.depth >= kDeepest) return told;
    for (const CodeFiles::Place& place : chains_.callers_of(function)) {
      const std::size_t before = told.requests.size();
      ask_caller(request, function, place, told);
      told.all_say = told.all_say && told.requests.size() > before;
    }
    return told;
  }

  void ask_caller(const Request& request, SymbolId function, const CodeFiles::Place& place, Told& told) {
    std::vector<std::vector<PieceText>> arguments(files_.of(place.file).calls().argument_count(place.call));
    bool says = false;
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      const TextPiece* piece = piece_of(request.address, function, i);
      if (piece == nullptr) continue;
      arguments[i] = texts_.of(argument(place.file, place.call, i));
      says = says || std::ranges::any_of(arguments[i], [&](const PieceText& text) { return is_telling(text, request.address, piece); });
    }
    Verb verb = request.verb;
    if (verb.function == function && verb.parameter < arguments.size()) {
      verb = verb_of(argument(place.file, place.call, verb.parameter));
      says = says || !verb.name.empty();
    }
    for (PieceText& address : TextValues::with_arguments({request.address}, function, arguments)) {
      Request next{.library = request.library,
                   .verb = verb,
                   .address = std::move(address),
                   .file = place.file,
                   .call = place.call,
                   .depth = request.depth + 1};
      Told further = ask_callers(next);
      if (says && (further.requests.empty() || !further.all_say)) told.requests.push_back(std::move(next));
      for (Request& one : further.requests)
        if (told.requests.size() < kMostTold) told.requests.push_back(std::move(one));
    }
  }

  void add(const Request& request) {
    const Declarations& declarations = at_.program.declarations();
    const Address address = parse_address(request.address.rendered());
    if (address.host.empty() && address.route.empty()) return;
    const CallChains& calls = files_.of(request.file).calls();
    ClientCall call{.library = request.library,
                    .http_method = request.verb.name,
                    .host = address.host,
                    .port = address.port,
                    .route = address.route,
                    .in = outermost_function(declarations, chains_.scope_of(request.file, request.call)),
                    .module = at_.modules.of(request.file).folder,
                    .path = std::string(declarations.file(request.file).path),
                    .line = calls.facts().references[calls[request.call].reference].line,
                    .confidence = request.address.confidence};
    found_.push_back(std::move(call));
  }

  Workplace& at_;
  Layers layers_;
  Receivers receivers_;
  CodeFiles files_;
  ClientChains chains_;
  TextValues texts_;
  std::vector<ClientCall>& found_;
  std::vector<Request> open_;
};

}  // namespace

Status find_sent_requests(Workplace& at, const CancelToken& cancel, std::vector<ClientCall>& found) {
  SentRequests requests(at, found);
  for (const FileId file : at.program.code()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    requests.read(file);
  }
  requests.finish();
  return cancel.check();
}

}  // namespace grove::graph::web
