#include "inference/remote/remote_reranker.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/utf8.h"
#include "inference/pricing.h"
#include "inference/remote/ask.h"
#include "inference/remote/rerank_api.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

constexpr std::size_t kLongestText = 8'000;  // bytes; the least of these servers' limits is 512 tokens, and all of them cut
constexpr std::size_t kLongestQuery = 2'000;

struct RerankServer {
  const RerankFormat* format;
  RerankerInfo info;
  Address address;
  ModelServer server;
  http::RetryPolicy retry;
};

class RemoteReranker final : public Reranker {
 public:
  explicit RemoteReranker(RerankServer server) : of_(std::move(server)) {}

  const RerankerInfo& info() const override { return of_.info; }

  Status score(std::string_view query, std::span<const Passage> passages, std::span<float> scores, const CancelToken& cancel) override {
    GROVE_CONTRACT(scores.size() == passages.size());
    const std::string question = to_valid_utf8(cut_text(query, kLongestQuery));
    std::vector<std::string> texts;
    for (const Passage& passage : passages) texts.push_back(to_valid_utf8(cut_text(lay_out(passage), kLongestText)));
    for (std::size_t first = 0; first < texts.size(); first += of_.format->most_texts) {
      const std::size_t count = std::min(of_.format->most_texts, texts.size() - first);
      GROVE_RETURN_IF_ERROR(score_some(question, std::span(texts).subspan(first, count), scores.subspan(first, count), cancel));
    }
    return cancel.check();
  }

 private:
  Status score_some(const std::string& query, std::span<const std::string> texts, std::span<float> scores, const CancelToken& cancel) {
    http::HttpRequest request = rerank_request({*of_.format, of_.address, of_.info.model}, query, texts);
    for (const std::string& text : texts) request.tokens += estimated_tokens(text.size() + query.size());
    const std::string doing = "cannot rerank with " + of_.info.model + " of " + of_.server.names.title;
    GROVE_ASSIGN_OR_RETURN(const std::string body, ask(of_.server, {doing, request, of_.retry}, cancel));
    const auto read = read_scores(*of_.format, body, texts.size());
    if (!read) return std::unexpected(Error(read.error()).within(doing));
    std::ranges::copy(*read, scores.begin());
    return {};
  }

  RerankServer of_;
};

ApiNames names_of(const RerankFormat& format) {
  const std::string variable(format.place.base_url_variable);
  return {.provider = std::string(format.place.name),
          .title = std::string(format.title),
          .unreachable_hint = "check that it runs, and the address in GROVE_RERANK_URL or " + variable,
          .no_model_hint = "choose a reranker that the server offers, and an address that /rerank can be added to",
          .no_access_hint = "set " + std::string(format.place.key_variables[0]) + " to a valid key"};
}

}  // namespace

bool is_rerank_provider(std::string_view provider) { return find_rerank_format(provider) != nullptr; }

Result<RerankerSource> find_remote_reranker(const RemoteRerankRequest& request) {
  const RerankFormat* const format = find_rerank_format(request.provider);
  const bool unnamed = format != nullptr && format->named.empty() && request.model.empty();
  if (format == nullptr || (!unnamed && !is_plain_name(request.model))) {
    return fail(ErrorCode::kInvalidArgument,
                "cannot rerank with \"" + request.provider + ":" + request.model + "\": that is no name of a model",
                "write " + rerank_providers());
  }
  RerankServer server{
      .format = format,
      .info = {.provider = request.provider, .model = unnamed ? request.provider : request.model, .passages_at_once = format->most_texts},
      .address = {},
      .server = {.client = model_server_client(),
                 .pacer = std::make_shared<http::Pacer>(request.rates, system_clock()),
                 .names = names_of(*format),
                 .secret = {}},
      .retry = request.retry};
  const std::string doing = "cannot rerank with " + server.info.model + " of " + server.server.names.title;
  GROVE_ASSIGN_OR_RETURN(server.address, find_address(format->place, request.base_url, request.environment, doing));
  server.server.secret = server.address.key;
  return RerankerSource{.info = server.info,
                        .load = [server]() -> Result<std::unique_ptr<Reranker>> { return std::make_unique<RemoteReranker>(server); }};
}

}  // namespace grove::inference
