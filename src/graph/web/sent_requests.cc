#include "graph/web/sent_requests.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kDeepest = 4;
constexpr std::size_t kMostRequests = 20'000;
constexpr std::size_t kMostTold = 200;

class SentRequests {
 public:
  SentRequests(ClientTools& tools, RequestSenders& senders, std::vector<ClientCall>& found)
      : tools_(tools), senders_(senders), found_(found) {}

  void read(FileId file) {
    const CallChains& calls = tools_.calls(file);
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const std::size_t before = open_.size();
      senders_.read(file, call, open_);
      for (std::size_t i = before; i < open_.size(); ++i) open_[i].sends = calls.name(call);
    }
  }

  /// Asks those who pass an address on what it is.
  void finish() {
    for (const SentRequest& request : open_) {
      if (found_.size() >= kMostRequests) return;
      const Told told = ask_callers(request);
      for (const SentRequest& one : told.requests) add(one);
      if (told.requests.empty() || !told.all_say) add(request);
    }
  }

 private:
  /// The function whose callers know more of a request: a parameter is part of its path or says its verb.
  static SymbolId passed_by(const SentRequest& request) {
    for (const TextPiece& piece : request.address.pieces) {
      if (piece.kind == TextPiece::Kind::kParameter) return piece.function;
      if (piece.text.find('?') != std::string::npos && piece.kind == TextPiece::Kind::kText) break;
    }
    return request.verb.function;
  }

  /// What callers say of a request.
  struct Told {
    std::vector<SentRequest> requests;
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
  Told ask_callers(const SentRequest& request) {
    Told told;
    const SymbolId function = passed_by(request);
    const bool is_circle = std::ranges::find(request.through, function) != request.through.end();
    if (function == kNobody || is_circle || request.through.size() >= kDeepest) return told;
    for (const CodeFiles::Place& place : tools_.chains.callers_of(function)) {
      if (tools_.function_of(place.file, place.call) == function) continue;  // what calls itself says nothing new
      const std::size_t before = told.requests.size();
      ask_caller(request, function, place, told);
      told.all_say = told.all_say && told.requests.size() > before;
    }
    return told;
  }

  void ask_caller(const SentRequest& request, SymbolId function, const CodeFiles::Place& place, Told& told) {
    std::vector<std::vector<PieceText>> arguments(tools_.calls(place.file).argument_count(place.call));
    bool says = false;
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
      const TextPiece* piece = piece_of(request.address, function, i);
      if (piece == nullptr) continue;
      arguments[i] = tools_.texts.of(tools_.argument(place.file, place.call, i));
      says = says || std::ranges::any_of(arguments[i], [&](const PieceText& text) { return is_telling(text, request.address, piece); });
    }
    SentVerb verb = request.verb;
    if (verb.function == function && verb.parameter < arguments.size()) {
      verb = senders_.verb_of(tools_.argument(place.file, place.call, verb.parameter));
      says = says || !verb.name.empty();
    }
    for (PieceText& address : TextValues::with_arguments({request.address}, function, arguments)) {
      SentRequest next{.library = request.library,
                       .verb = verb,
                       .address = std::move(address),
                       .file = place.file,
                       .call = place.call,
                       .sends = request.sends,
                       .through = request.through};
      next.through.push_back(function);
      Told further = ask_callers(next);
      if (says && (further.requests.empty() || !further.all_say)) told.requests.push_back(std::move(next));
      for (SentRequest& one : further.requests)
        if (told.requests.size() < kMostTold) told.requests.push_back(std::move(one));
    }
  }

  void add(const SentRequest& request) {
    const Declarations& declarations = tools_.at.program.declarations();
    const RequestAddress address = parse_address(request.address.rendered());
    if (address.host.empty() && address.route.empty()) return;
    const CallChains& calls = tools_.calls(request.file);
    ClientCall call{.library = request.library,
                    .http_method = request.verb.name,
                    .host = address.host,
                    .port = address.port,
                    .route = address.route,
                    .in = tools_.function_of(request.file, request.call),
                    .module = tools_.at.modules.of(request.file).folder,
                    .sender = std::string(calls.name(request.call)),
                    .sends = request.sends,
                    .path = std::string(declarations.file(request.file).path),
                    .line = calls.facts().references[calls[request.call].reference].line,
                    .begin = calls.facts().references[calls[request.call].reference].begin,
                    .confidence = request.address.confidence};
    found_.push_back(std::move(call));
  }

  ClientTools& tools_;
  RequestSenders& senders_;
  std::vector<ClientCall>& found_;
  std::vector<SentRequest> open_;
};

}  // namespace

Status find_sent_requests(ClientTools& tools, RequestSenders& senders, const CancelToken& cancel, std::vector<ClientCall>& found) {
  SentRequests requests(tools, senders, found);
  for (const FileId file : tools.at.program.code()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    requests.read(file);
  }
  requests.finish();
  return cancel.check();
}

}  // namespace grove::graph::web
