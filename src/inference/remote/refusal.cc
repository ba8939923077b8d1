#include "inference/remote/refusal.h"

#include "inference/remote/json_answer.h"

namespace grove::inference {

Error refusal_of(const Asking& asking, const http::HttpResponse& response) {
  const std::string complaint = read_complaint(response.body, asking.secret);
  Error error{.code = ErrorCode::kUnavailable,
              .message = asking.doing + ": status " + std::to_string(response.status) + ", " + complaint,
              .hint = {}};
  switch (response.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308: error.hint = "it sends on to another address, and keys are not sent there: set that address, if it is the right one"; break;
    case 400:
    case 413:
    case 422: error.code = ErrorCode::kInvalidArgument; break;
    case 401:
    case 403: error.hint = asking.names.no_access_hint; break;
    case 404:
      error.code = ErrorCode::kNotFound;
      error.hint = asking.names.no_model_hint;
      break;
    case 429: error.hint = "wait until the limit of requests is over, or ask for a higher one"; break;
    default: error.hint = response.status >= 500 ? "try again later; the server is at fault" : "";
  }
  return error;
}

}  // namespace grove::inference
