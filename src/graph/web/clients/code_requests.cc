#include "graph/web/clients/code_requests.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "graph/web/clients/code_callers.h"
#include "graph/web/clients/libraries.h"
#include "graph/web/clients/made_clients.h"
#include "graph/web/clients/refit_interfaces.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kDeepest = 6;
constexpr std::size_t kMostRequests = 20'000;
constexpr std::size_t kMostTold = 600;

class CodeRequests {
 public:
  CodeRequests(ClientKit& kit, std::vector<ClientCall>& found) : kit_(kit), callers_(kit), made_(kit, callers_), found_(found) {}

  /// Reads what a call sends, by the libraries that know it.
  void read(Libraries& libraries, FileId file, CallNumber call) {
    const std::size_t before = open_.size();
    libraries.read(file, call, open_);
    for (std::size_t i = before; i < open_.size(); ++i) {
      open_[i].sends = kit_.sources.of(file)->calls().name(call);
      settle(open_[i]);
    }
  }

  /// Asks those who pass an address on what it is.
  Status finish(const CancelToken& cancel) {
    for (const CodeRequest& request : open_) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      for (PieceText& address : made_.told(request.address)) {
        if (found_.size() >= kMostRequests) break;
        CodeRequest one = request;
        one.address = std::move(address);
        settle(one);
        finish(one);
      }
    }
    return {};
  }

 private:
  struct Told {
    std::vector<CodeRequest> requests;
    bool all_say = true;
  };

  void finish(const CodeRequest& request) {
    const Told told = ask_callers(request);
    for (const CodeRequest& one : told.requests) add(one);
    if (told.requests.empty() || !told.all_say) add(request);
  }

  /// What is passed to functions that don't stand around a request can't be known there: whoever calls them asks for something else.
  void settle(CodeRequest& request) const {
    const Declarations& all = kit_.sources.declarations();
    const SymbolId inner = kit_.values.spot_of(request.file, request.call).scope;
    const auto is_around = [&](SymbolId function) {
      for (SymbolId scope = inner; scope != kNobody; scope = all.symbol(scope).parent)
        if (scope == function) return true;
      return false;
    };
    for (TextPiece& piece : request.address.pieces)
      if (piece.kind == TextPiece::Kind::kParameter && !is_constructor(piece.function) && !is_around(piece.function))
        piece = {.kind = TextPiece::Kind::kUnknown, .text = piece.text, .is_configured = piece.is_configured};
    if (request.verb.function != kNobody && !is_around(request.verb.function)) request.verb = {.name = request.verb.otherwise};
  }

  bool is_constructor(SymbolId function) const { return kit_.sources.declarations().symbol(function).kind == Kind::kConstructor; }

  /// The function whose callers know more of a request: a parameter is part of its path or says its verb.
  SymbolId passed_by(const CodeRequest& request) const {
    for (const TextPiece& piece : request.address.pieces) {
      if (piece.kind == TextPiece::Kind::kParameter && !is_constructor(piece.function)) return piece.function;
      if (piece.text.find('?') != std::string::npos && piece.kind == TextPiece::Kind::kText) break;
    }
    return request.verb.function;
  }

  Told ask_callers(const CodeRequest& request) {
    Told told;
    const SymbolId function = passed_by(request);
    const bool is_circle = std::ranges::find(request.through, function) != request.through.end();
    if (function == kNobody || is_circle || request.through.size() >= kDeepest) return told;
    for (const auto& [file, call] : callers_.of(function)) {
      const std::size_t before = told.requests.size();
      ask_caller(request, function, file, call, told);
      told.all_say = told.all_say && told.requests.size() > before;
    }
    return told;
  }

  /// What a caller passes in the place of a parameter, by its place or its name.
  Site passed(SymbolId function, std::uint32_t parameter, FileId file, CallNumber call) const {
    const Declarations& all = kit_.sources.declarations();
    const FileId home = all.file_of(function);
    if (const CodeFile* code = kit_.sources.of(home); code != nullptr) {
      const std::vector<Index>& parameters = code->parameters(function - all.file(home).first_symbol);
      if (parameter < parameters.size()) {
        const Site named = kit_.values.named_argument(file, call, code->facts().text(code->facts().parameters[parameters[parameter]].name));
        if (named.expression != kNone) return named;
      }
    }
    const Site site = kit_.values.argument(file, call, parameter);
    if (site.expression == kNone) return {};
    const bool is_named = site.facts->expressions[site.expression].kind == Expression::Kind::kNamed;
    return is_named ? Site{} : site;
  }

  std::vector<PieceText> told_text(const Site& site, const std::string& member) const {
    if (site.expression == kNone) return {};
    if (member.empty()) return kit_.texts.of(site);
    std::vector<PieceText> texts = kit_.texts.of_member(site, {member});
    const Expression::Kind kind = site.facts->expressions[site.expression].kind;
    const bool is_text = kind == Expression::Kind::kString || kind == Expression::Kind::kConcat;
    return texts.empty() && is_text ? kit_.texts.of(site) : texts;  // an address alone instead of options
  }

  CodeVerb told_verb(const CodeVerb& verb, SymbolId function, FileId file, CallNumber call) const {
    if (verb.function != function) return verb;
    const Site site = passed(function, verb.parameter, file, call);
    if (verb.member.empty()) return verb_of(kit_, site, verb.otherwise);
    return verb_in(kit_, site, {verb.member}, verb.otherwise);
  }

  /// Whether a text that is passed on says where a request goes: a path, or where it stands first anything that is known. What is not known
  /// to this caller either may be known to those who call it.
  static bool is_telling(const std::vector<PieceText>& texts, bool is_first) {
    return std::ranges::any_of(texts, [&](const PieceText& text) {
      return std::ranges::any_of(text.pieces, [&](const TextPiece& piece) {
        if (piece.kind == TextPiece::Kind::kParameter) return is_first;
        return piece.kind == TextPiece::Kind::kText && (is_first ? !piece.text.empty() : piece.text.find('/') != std::string::npos);
      });
    });
  }

  /// Nothing but what is configured stands before it.
  static bool stands_first(const PieceText& address, const TextPiece& piece) {
    for (const TextPiece& one : address.pieces) {
      if (&one == &piece) return true;
      if (!one.is_configured && one.kind == TextPiece::Kind::kText && one.text != "/") return false;
    }
    return true;
  }

  void ask_caller(const CodeRequest& request, SymbolId function, FileId file, CallNumber call, Told& told) {
    bool says = false;
    std::vector<PieceText> addresses = filled_in(request.address, [&](const TextPiece& piece) -> std::optional<std::vector<PieceText>> {
      if (piece.function != function) return std::nullopt;
      std::vector<PieceText> texts = told_text(passed(function, piece.parameter, file, call), piece.member);
      says = says || is_telling(texts, stands_first(request.address, piece));
      if (texts.empty()) texts.push_back(PieceText::unknown(piece.text));
      return texts;
    });
    const CodeVerb verb = told_verb(request.verb, function, file, call);
    says = says || (request.verb.function == function && !verb.name.empty());
    if (!says) return;
    for (PieceText& address : distinct_texts(std::move(addresses))) {
      CodeRequest next = request;
      next.verb = verb;
      next.address = std::move(address);
      next.file = file;
      next.call = call;
      next.line = 0;
      settle(next);
      next.through.push_back(function);
      Told further = ask_callers(next);
      if (further.requests.empty() || !further.all_say) told.requests.push_back(std::move(next));
      for (CodeRequest& one : further.requests)
        if (told.requests.size() < kMostTold) told.requests.push_back(std::move(one));
    }
  }

  /// Configured pieces that stand first: who answers, and a prefix that gateways may rewrite.
  static PieceText configured_part(const PieceText& address) {
    PieceText part{.pieces = {}, .confidence = address.confidence};
    for (const TextPiece& piece : address.pieces) {
      if (!piece.is_configured) break;
      part.append({.pieces = {piece}, .confidence = Confidence::kExact});
    }
    return part;
  }

  static bool names_something(std::string_view route) {
    return std::ranges::any_of(split(route, '/'),
                               [](std::string_view one) { return !one.empty() && one.find('{') == std::string_view::npos; });
  }

  void add(const CodeRequest& request) {
    const std::string written = request.address.rendered();
    const RequestAddress address = parse_address(written);
    const PieceText configured = configured_part(request.address);
    const std::string prefix = parse_address(configured.rendered()).route;
    const bool has_prefix = prefix.size() > 1 && address.route.starts_with(prefix) && address.route.size() > prefix.size();
    if (!names_something(has_prefix ? std::string_view(address.route).substr(prefix.size()) : address.route)) return;
    const CodeFile& code = *kit_.sources.of(request.file);
    const SymbolId scope = kit_.values.spot_of(request.file, request.call).scope;
    const bool is_own_address = address.route.find("://") == std::string::npos;
    if (!is_own_address) return;
    found_.push_back(
        {.library = request.library,
         .http_method = request.verb.name.empty() && request.verb.function != kNobody ? request.verb.otherwise : request.verb.name,
         .host = address.host,
         .port = address.port,
         .route = address.route,
         .prefix = has_prefix ? prefix : "",
         .is_host_configured = !address.host.empty() && parse_address(configured.rendered()).host == address.host,
         .is_below_unknown = written.starts_with('{') || (address.has_authority && address.host.empty()),
         .in = outermost_function(kit_.sources.declarations(), scope),
         .module = kit_.at.modules.of(request.file).folder,
         .sender = std::string(code.calls().name(request.call)),
         .sends = request.sends,
         .path = std::string(kit_.sources.declarations().file(request.file).path),
         .line = request.line != 0 ? request.line : code.facts().references[code.calls()[request.call].reference].line,
         .begin = code.facts().references[code.calls()[request.call].reference].begin,
         .confidence = request.address.confidence});
  }

  ClientKit& kit_;
  CodeCallers callers_;
  MadeClients made_;
  std::vector<ClientCall>& found_;
  std::vector<CodeRequest> open_;
};

}  // namespace

Status find_code_requests(Workplace& at, const Uses& uses, const CancelToken& cancel, std::vector<ClientCall>& found) {
  ClientKit kit(at, uses);
  CodeRequests requests(kit, found);
  const std::unique_ptr<Libraries> libraries = make_libraries(kit);
  for (const FileId file : kit.sources.files()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    if (!libraries->may_send(file)) continue;
    const CodeFile* code = kit.sources.of(file);
    if (code == nullptr) continue;
    for (CallNumber call = 0; call < code->calls().calls().size(); ++call) requests.read(*libraries, file, call);
  }
  find_refit_interfaces(kit, found);
  return requests.finish(cancel);
}

}  // namespace grove::graph::web
