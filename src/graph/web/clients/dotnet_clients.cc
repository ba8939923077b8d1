#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/web/clients/libraries.h"

namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;
using enum ClientLibrary;

struct Sender {
  std::string_view name, verb;
};
constexpr std::array<Sender, 15> kSenders = {{{"GetAsync", "GET"},
                                              {"GetStringAsync", "GET"},
                                              {"GetStreamAsync", "GET"},
                                              {"GetByteArrayAsync", "GET"},
                                              {"GetFromJsonAsync", "GET"},
                                              {"GetFromJsonAsAsyncEnumerable", "GET"},
                                              {"PostAsync", "POST"},
                                              {"PostAsJsonAsync", "POST"},
                                              {"PutAsync", "PUT"},
                                              {"PutAsJsonAsync", "PUT"},
                                              {"PatchAsync", "PATCH"},
                                              {"PatchAsJsonAsync", "PATCH"},
                                              {"DeleteAsync", "DELETE"},
                                              {"DeleteFromJsonAsync", "DELETE"},
                                              {"GetJsonAsync", "GET"}}};

class DotNetClients final : public Libraries {
 public:
  explicit DotNetClients(ClientKit& kit) : kit_(kit) {}

  bool may_send(FileId) override { return true; }

  void read(FileId file, CallNumber call, std::vector<CodeRequest>& found) override {
    const CallChains& calls = kit_.sources.of(file)->calls();
    if (calls.argument_count(call) == 0) return;
    const std::string_view name = calls.name(call);
    const bool is_new = (calls.facts().references[calls[call].reference].flags & kReferenceNew) != 0;
    if (is_new && name == "HttpRequestMessage") return read_message(file, call, found);
    if (is_new && name == "RestRequest") return read_rest_request(file, call, found);
    const auto sender = std::ranges::find(kSenders, name, &Sender::name);
    if (sender == kSenders.end() || (calls.receiver(call).empty() && calls[call].before == kNoCall) || !is_client(file, call)) return;
    add(file, call, {.library = kDotNetHttp, .verb = {.name = std::string(sender->verb)}, .file = file, .call = call}, 0, found);
  }

 private:
  /// What is known to be something of the repository's own is none.
  bool is_client(FileId file, CallNumber call) {
    const std::vector<CodeValue> values = kit_.values.receiver(file, call);
    return std::ranges::none_of(values, [](const CodeValue& value) {
      const bool is_other = value.kind == Kind::kLibrary && value.is_object && value.name.find("HttpClient") == std::string::npos &&
                            value.name.find("WebApplicationFactory") == std::string::npos;
      return value.kind == Kind::kObject || value.kind == Kind::kType || is_other;
    });
  }

  /// `new HttpRequestMessage(HttpMethod.Post, url)`
  void read_message(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    if (kit_.sources.of(file)->calls().argument_count(call) < 2) return;
    add(file, call, {.library = kDotNetHttp, .verb = verb_of(kit_, kit_.values.argument(file, call, 0), ""), .file = file, .call = call}, 1,
        found);
  }

  /// `new RestRequest("/users", Method.Post)`
  void read_rest_request(FileId file, CallNumber call, std::vector<CodeRequest>& found) {
    const CodeVerb verb = verb_of(kit_, kit_.values.argument(file, call, 1), "GET");
    add(file, call, {.library = kRestSharp, .verb = verb, .file = file, .call = call}, 0, found);
  }

  /// Addresses that are not whole stand below what the client was made with, somewhere else as a rule.
  void add(FileId file, CallNumber call, const CodeRequest& like, std::size_t place, std::vector<CodeRequest>& found) {
    std::vector<PieceText> addresses = kit_.texts.of(kit_.values.argument(file, call, place));
    const PieceText base = PieceText::unknown("BaseAddress");
    add_requests(like, below_client({base}, std::move(addresses)), found);
  }

  ClientKit& kit_;
};

}  // namespace

std::unique_ptr<Libraries> make_dotnet_libraries(ClientKit& kit) { return std::make_unique<DotNetClients>(kit); }

}  // namespace grove::graph::web
