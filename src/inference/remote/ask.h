#pragma once

#include <memory>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "http/retry.h"
#include "inference/remote/embedding_api.h"

namespace grove::inference {

/// A server with models, and what is known of talking with it.
struct ModelServer {
  std::shared_ptr<http::HttpClient> client;
  std::shared_ptr<http::Pacer> pacer;
  ApiNames names;
  std::string secret;  ///< Blotted out wherever the server repeats it.
};

/// One question to it.
struct Question {
  std::string doing;  ///< "cannot embed with NAME of SERVER"; begins every error.
  const http::HttpRequest& request;
  const http::RetryPolicy& retry;
};

/// A client for such servers. No answer of theirs comes near its limits: a request asks for a hundred vectors at most.
std::shared_ptr<http::HttpClient> model_server_client();

/// The answer as JSON text where its status is 200. Else an error that is complete: what was asked, what is wrong, what to do.
Result<std::string> ask(const ModelServer& server, const Question& question, const CancelToken& cancel);

}  // namespace grove::inference
