#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"

namespace grove::http {

struct HttpRequest {
  std::string url;
  std::vector<std::string> headers;                       ///< "Name: value". May hold secrets; they go nowhere but into the request.
  std::optional<std::string> body;                        ///< Set: POST, unless `method` says otherwise. None: GET.
  std::optional<std::chrono::milliseconds> timeout = {};  ///< Where it is shorter than the client's limit.
  std::size_t tokens = 0;                                 ///< About how many a server counts for it (Pacer).
  std::string method = {};                                ///< "PUT", "DELETE".
};

struct HttpResponse {
  int status = 0;
  std::string body;
  std::optional<std::chrono::seconds> retry_after;  ///< From Retry-After, seconds or date.
  std::map<std::string, std::string> headers = {};  ///< Names in lower case; of those sent twice the last. May repeat secrets.

  /// Empty where it was not sent.
  std::string_view header(const std::string& lower_name) const;
};

/// A file to fetch, from a byte on.
struct HttpDownload {
  std::string url;
  std::uint64_t offset = 0;
  std::string validator =
      {};  ///< Of the file that the bytes before `offset` are from (If-Range, RFC 9110, 13.1.5): the rest of another one is not sent.
  std::uint64_t whole = 0;  ///< Size of that file; 0 where unknown.
  /// Called once before the first part: the validator of the file that comes, "" where it has none, and its size, 0 where unknown. An
  /// error ends the download. May be empty.
  std::function<Status(const std::string& validator, std::uint64_t whole)> begun = {};
  /// The parts in order, if the status is 200 or 206; `total` is the whole file's size, 0 where unknown. `first` is where the part stands
  /// in the file: a server that cannot resume starts at 0. An error ends the download.
  std::function<Status(std::string_view part, std::uint64_t first, std::uint64_t total)> sink;
};

struct HttpLimits {
  std::chrono::milliseconds connect = std::chrono::seconds(5);
  std::chrono::milliseconds whole = std::chrono::minutes(5);  ///< Of a request; a download has none.
  std::chrono::seconds stall = std::chrono::seconds(60);      ///< A download without a byte for so long fails.
  std::size_t body_bytes = std::size_t{256} << 20U;           ///< Of an answer held in memory.
};

/// Speaks HTTP and HTTPS through libcurl. Connections are kept and reused; certificates are checked; requests are never redirected (their
/// headers hold keys), downloads are. A loopback address is never asked through a proxy. Thread-safe.
class HttpClient {
 public:
  explicit HttpClient(const HttpLimits& limits = {});
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Any status is an answer. kUnavailable where there is none (no such host, nobody listens), kIo where the connection broke;
  /// kTimeout, kResourceLimit, kCancelled.
  Result<HttpResponse> send(const HttpRequest& request, const CancelToken& cancel);
  /// The status; any is an answer. The errors of `send`, and that of the sink; kConflict where the server would go on with other bytes than
  /// those asked for: the download has to begin anew.
  Result<int> download(const HttpDownload& request, const CancelToken& cancel);

 private:
  class Handle;
  class Pool;

  HttpLimits limits_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace grove::http
