#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/clients/libraries.h"

namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;
using enum ClientLibrary;

/// A library by what a file imports of it, or, where nothing need be imported, by the name of what is asked.
struct Library {
  Family family;
  std::string_view module;
  std::string_view asked;
  ClientLibrary library;
};
constexpr std::array<Library, 14> kLibraries = {{{Family::kRuby, "", "Faraday", kFaraday},
                                                 {Family::kRuby, "", "HTTParty", kNetHttp},
                                                 {Family::kRuby, "", "RestClient", kNetHttp},
                                                 {Family::kRuby, "", "Net::HTTP", kNetHttp},
                                                 {Family::kRuby, "", "HTTP", kNetHttp},
                                                 {Family::kPhp, "GuzzleHttp", "", kGuzzle},
                                                 {Family::kPhp, "Illuminate\\Support\\Facades", "Http", kGuzzle},
                                                 {Family::kPhp, "Symfony\\Contracts\\HttpClient", "", kGuzzle},
                                                 {Family::kRust, "reqwest", "", kReqwest},
                                                 {Family::kRust, "", "reqwest", kReqwest},
                                                 {Family::kDart, "package:http", "", kDartHttp},
                                                 {Family::kDart, "package:dio", "", kDartHttp},
                                                 {Family::kSwift, "Alamofire", "AF", kUrlSession},
                                                 {Family::kSwift, "Foundation", "Session", kUrlSession}}};

bool is_path(const PieceText& text) {
  return std::ranges::any_of(text.pieces, [](const TextPiece& piece) {
    return piece.kind == TextPiece::Kind::kText && piece.text.find('/') != std::string::npos;
  });
}

class OtherClients final : public Libraries {
 public:
  explicit OtherClients(ClientKit& kit) : kit_(kit) {}

  bool may_send(FileId file) override {
    const Family family = kit_.sources.family(file);
    return std::ranges::any_of(kLibraries, [&](const Library& one) {
      return one.family == family && (one.module.empty() || kit_.sources.imports_from(file, one.module));
    });
  }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const std::string_view name = calls.name(call);
    const bool is_verb = !verb_named(name).empty();
    if (calls.argument_count(call) == 0 || (!is_verb && name != "request")) return;
    const Library* library = library_of(file, call);
    if (library == nullptr) return;
    const CodeRequest like{.library = library->library, .verb = {.name = verb_named(name)}, .file = file, .call = call};
    if (is_verb) return add(like, kit_.values.argument(file, call, 0), found);
    CodeRequest asked = like;
    Site method = kit_.values.named_argument(file, call, "method");
    const bool is_named = method.expression != kNone;
    asked.verb = verb_of(kit_, is_named ? method : kit_.values.argument(file, call, 0), is_named ? "GET" : "");
    if (asked.verb.name.empty()) return;
    add(asked, kit_.values.argument(file, call, is_named ? 0 : 1), found);
  }

 private:
  /// What stands first in a chain of calls.
  std::string_view asked_first(FileId file, CallNumber call) {
    const CallChains& calls = kit_.sources.of(file)->calls();
    return calls.receiver(calls.first_of(call));
  }

  const Library* library_of(FileId file, CallNumber call) {
    const Family family = kit_.sources.family(file);
    const std::string_view asked = asked_first(file, call);
    for (const Library& one : kLibraries) {
      if (one.family != family || (!one.module.empty() && !kit_.sources.imports_from(file, one.module))) continue;
      if (one.asked.empty() ? !asked.empty() && !is_own(file, call)
                            : asked == one.asked || asked.starts_with(std::string(one.asked) + "::"))
        return &one;
    }
    return nullptr;
  }

  bool is_own(FileId file, CallNumber call) {
    return std::ranges::any_of(kit_.values.receiver(file, call), [](const CodeValue& value) {
      return value.kind == Kind::kObject || value.kind == Kind::kType || value.kind == Kind::kExpression;
    });
  }

  void add(const CodeRequest& like, const Site& address, std::vector<CodeRequest>& found) {
    std::vector<PieceText> addresses = kit_.texts.of(address);
    std::erase_if(addresses, [](const PieceText& text) { return !is_path(text); });
    add_requests(like, std::move(addresses), found);
  }

  ClientKit& kit_;
};

}  // namespace

std::unique_ptr<Libraries> make_other_libraries(ClientKit& kit) { return std::make_unique<OtherClients>(kit); }

}  // namespace grove::graph::web
