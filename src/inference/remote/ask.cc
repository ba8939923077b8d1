#include "inference/remote/ask.h"

#include <utility>

#include "base/printable.h"
#include "base/text.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/refusal.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

/// A page of a proxy or of a wrong address. What looks like JSON is read, whatever it is called.
bool is_other_than_json(const http::HttpResponse& response) {
  const std::string_view type = response.header("content-type");
  const std::string_view body = trim(response.body);
  return !type.empty() && !type.contains("json") && !body.starts_with('{') && !body.starts_with('[');
}

}  // namespace

std::shared_ptr<http::HttpClient> model_server_client() {
  http::HttpLimits limits;
  limits.body_bytes = std::size_t{32} << 20U;
  return std::make_shared<http::HttpClient>(limits);
}

Result<std::string> ask(const ModelServer& server, const Question& question, const CancelToken& cancel) {
  auto response = http::send_with_retries({*server.client, question.retry, server.pacer.get()}, question.request, cancel);
  if (!response) {
    Error error = std::move(response).error();
    if (error.code == ErrorCode::kUnavailable && error.hint.empty()) error.hint = server.names.unreachable_hint;
    return std::unexpected(std::move(error).within(question.doing));
  }
  if (response->status != 200)
    return std::unexpected(refusal_of({.doing = question.doing, .names = server.names, .secret = server.secret}, *response));
  if (is_other_than_json(*response)) {
    constexpr std::size_t kLongestType = 60;
    const std::string said = without_secret(std::string(response->header("content-type")), server.secret);
    const std::string type = printable_line(cut_text(said, kLongestType));
    return fail(ErrorCode::kUnavailable, question.doing + ": it sent " + type + " where JSON belongs", server.names.unreachable_hint);
  }
  return std::move(response->body);
}

}  // namespace grove::inference
