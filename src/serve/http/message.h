#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/http/body_stream.h"

namespace grove::serve {

/// A request that arrived whole, independent of the library that read it.
struct HttpRequest {
  std::string method;  ///< Upper case as sent: "GET".
  std::string target;  ///< As sent: "/api/v1/repos?x=1".
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  std::string peer = {};  ///< Address of the client.

  /// The first value of a header, by name in any case; "" where there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::shared_ptr<BodyStream> stream = nullptr;  ///< Instead of `body`.
};

/// In the log and the figures, for a client that left before its answer: no standard status says so, this one is customary.
inline constexpr unsigned kClientGone = 499;

/// The standard phrase of a status code (RFC 9110): "Not Found".
std::string_view reason_phrase(unsigned status);

/// Whether a Content-Type lets a body be JSON: none says nothing else.
bool may_be_json(std::string_view content_type);

/// A target taken apart and percent-decoded.
struct Target {
  std::vector<std::string> parts;                          ///< Of the path: "/a/b%2Fc" → "a", "b/c"
  std::vector<std::pair<std::string, std::string>> query;  ///< In order; those with a broken escape are left out.
  bool valid = true;                                       ///< False where an escape is broken or the path does not begin with a slash.
};
Target parse_target(std::string_view target);

}  // namespace grove::serve
