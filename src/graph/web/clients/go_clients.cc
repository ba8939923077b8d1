#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/clients/libraries.h"

namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;
using enum ClientLibrary;

/// Functions of net/http: where their address stands, and where their verb does or which it is.
struct Sender {
  std::string_view name;
  std::string_view verb;
  std::size_t address;
  std::size_t verb_argument;
};
constexpr std::array<Sender, 6> kSenders = {{{"Get", "GET", 0, 0},
                                             {"Head", "HEAD", 0, 0},
                                             {"Post", "POST", 0, 0},
                                             {"PostForm", "POST", 0, 0},
                                             {"NewRequest", "", 1, 0},
                                             {"NewRequestWithContext", "", 2, 1}}};

class GoClients final : public Libraries {
 public:
  explicit GoClients(ClientKit& kit) : kit_(kit) {}

  bool may_send(FileId file) override { return kit_.sources.imports_from(file, "net/http") || imports_resty(file); }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const std::string_view name = calls.name(call);
    if (calls.argument_count(call) == 0) return;
    const auto sender = std::ranges::find(kSenders, name, &Sender::name);
    const bool is_asked = calls[call].before != kNoCall || !calls.receiver(call).empty();
    if (!is_asked) return;
    if (sender != kSenders.end() && is_http(file, call)) return read_http(file, call, *sender, found);
    if (!verb_named(name).empty() && imports_resty(file)) read_resty(file, call, found);
  }

 private:
  bool imports_resty(FileId file) {
    return std::ranges::any_of(kit_.sources.program().imports(file),
                               [](const DeclaredImport& import) { return import.module.find("/resty") != std::string_view::npos; });
  }

  /// The package itself, its client, or an object of that type.
  bool is_http(FileId file, CallNumber call) {
    return std::ranges::any_of(kit_.values.receiver(file, call), [&](const CodeValue& value) {
      if (value.kind == Kind::kLibrary)
        return value.name == "net/http" || value.name == "net/http.Client" || value.name == "net/http.DefaultClient";
      if (value.kind != Kind::kCall) return false;
      const std::vector<CodeValue> made = kit_.values.callee(value.file, value.call);
      return std::ranges::any_of(made, [](const CodeValue& one) { return one.kind == Kind::kLibrary && one.name == "net/http.Client"; });
    });
  }

  void read_http(FileId file, CallNumber call, const Sender& sender, std::vector<CodeRequest>& found) {
    const CodeVerb verb = sender.verb.empty() ? verb_of(kit_, kit_.values.argument(file, call, sender.verb_argument), "")
                                              : CodeVerb{.name = std::string(sender.verb)};
    const Site address = kit_.values.argument(file, call, sender.address);
    if (address.expression == kNone) return;
    add_requests({.library = kGoHttp, .verb = verb, .file = file, .call = call}, kit_.texts.of(address), found);
  }

  /// `client.R().SetBody(x).Post(url)`
  void read_resty(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    const CallChains& calls = kit_.sources.of(file)->calls();
    const CallNumber request = calls.before(call, "R");
    if (request == kNoCall) return;
    std::vector<PieceText> bases;
    for (const CodeValue& value : kit_.values.receiver(file, request)) {
      if (value.kind != Kind::kCall) continue;
      const CallChains& made = kit_.sources.of(value.file)->calls();
      for (CallNumber at = value.call; at != kNoCall; at = made[at].before)
        if (made.name(at) == "SetBaseURL" || made.name(at) == "SetHostURL") bases = kit_.texts.of(kit_.values.argument(value.file, at, 0));
    }
    const CodeRequest like{.library = kResty, .verb = {.name = verb_named(calls.name(call))}, .file = file, .call = call};
    add_requests(like, below_client(bases, kit_.texts.of(kit_.values.argument(file, call, 0))), found);
  }

  ClientKit& kit_;
};

}  // namespace

std::unique_ptr<Libraries> make_go_libraries(ClientKit& kit) { return std::make_unique<GoClients>(kit); }

}  // namespace grove::graph::web
