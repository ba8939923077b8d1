#pragma once

#include <string>

#include "base/result.h"
#include "http/http_client.h"
#include "inference/remote/embedding_api.h"

namespace grove::inference {

/// What was asked of a server, for errors.
struct Asking {
  std::string doing;  ///< "cannot embed with NAME of SERVER"
  const ApiNames& names;
  const std::string& secret;  ///< Blotted out wherever a server repeats it.
};

/// What an answer of another status than 200 means, and what to do.
Error refusal_of(const Asking& asking, const http::HttpResponse& response);

}  // namespace grove::inference
