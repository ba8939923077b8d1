#include "http/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"

namespace grove::http {
namespace {

constexpr std::chrono::milliseconds kShortest{1};  // libcurl reads 0 as no limit at all

std::string host_of(const std::string& url) {
  CURLU* const parts = curl_url();
  char* host = nullptr;
  std::string result;
  if (curl_url_set(parts, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK && curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK) {
    result = host;
    curl_free(host);
  }
  curl_url_cleanup(parts);
  return result;
}

bool is_loopback(const std::string& host) { return host == "localhost" || host == "[::1]" || host.starts_with("127."); }

/// Scheme and host, without a user's name and password or a query that may hold a key.
std::string place_of(const std::string& url) {
  const std::size_t scheme = url.find("://");
  return (scheme == std::string::npos ? "" : url.substr(0, scheme + 3)) + host_of(url);
}

struct HeaderList {
  curl_slist* list = nullptr;

  HeaderList() = default;
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;
  ~HeaderList() { curl_slist_free_all(list); }
  void add(const std::string& header) { list = curl_slist_append(list, header.c_str()); }
};

int poll_cancel(void* token, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const CancelToken*>(token)->cancelled() ? 1 : 0;
}

struct Answer {
  std::string body;
  std::size_t limit = 0;
  bool too_large = false;
};

std::size_t keep_body(char* data, std::size_t, std::size_t size, void* target) {
  auto& answer = *static_cast<Answer*>(target);
  if (answer.body.size() + size > answer.limit) {
    answer.too_large = true;
    return 0;
  }
  answer.body.append(data, size);
  return size;
}

/// A download under way.
struct Transfer {
  CURL* curl = nullptr;
  const HttpDownload* request = nullptr;
  std::uint64_t at = 0;
  std::uint64_t total = 0;
  bool started = false;
  Status status = {};
};

std::string header_of(CURL* curl, const char* name) {
  curl_header* header = nullptr;
  return curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? std::string(header->value) : std::string();
}

/// A validator that proves bytes to be the same, so that a weak ETag is none.
std::string validator_of(CURL* curl) {
  const std::string tag = header_of(curl, "ETag");
  return tag.starts_with('"') ? tag : header_of(curl, "Last-Modified");
}

/// "bytes 5-9/10" → 5 and 10; 0 for a size that is not told. Nothing for what is no such header.
struct ContentRange {
  std::optional<std::uint64_t> first;
  std::uint64_t whole = 0;
};
std::optional<ContentRange> content_range_of(CURL* curl) {
  const std::string text = header_of(curl, "Content-Range");
  const auto slash = text.find('/');
  if (!text.starts_with("bytes ") || slash == std::string::npos) return std::nullopt;
  const auto number = [&](std::size_t at) -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
  };
  return ContentRange{number(6), number(slash + 1).value_or(0)};
}

std::unexpected<Error> other_bytes() { return fail(ErrorCode::kConflict, "the server sends other bytes than those that were asked for"); }

/// What a 206 or 200 says before its body.
Status begin_transfer(Transfer& transfer, long code) {
  const HttpDownload& request = *transfer.request;
  if (code == 206) {
    const auto range = content_range_of(transfer.curl);
    const bool fits = range && range->first == request.offset && (range->whole == 0 || request.whole == 0 || range->whole == request.whole);
    if (!fits) return other_bytes();
    transfer.at = request.offset;
    transfer.total = range->whole;
  }
  curl_off_t length = -1;
  curl_easy_getinfo(transfer.curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  if (transfer.total == 0 && length > 0) transfer.total = transfer.at + static_cast<std::uint64_t>(length);
  return request.begun ? request.begun(validator_of(transfer.curl), transfer.total) : Status{};
}

std::size_t pass_part(char* data, std::size_t, std::size_t size, void* target) {
  auto& transfer = *static_cast<Transfer*>(target);
  long code = 0;
  curl_easy_getinfo(transfer.curl, CURLINFO_RESPONSE_CODE, &code);
  if (code != 200 && code != 206) return size;  // the body of a refusal
  if (!std::exchange(transfer.started, true)) transfer.status = begin_transfer(transfer, code);
  if (transfer.status) transfer.status = transfer.request->sink({data, size}, transfer.at, transfer.total);
  if (!transfer.status) return 0;
  transfer.at += size;
  return size;
}

Error transport_error(CURLcode code, const std::string& place) {
  switch (code) {
    case CURLE_ABORTED_BY_CALLBACK: return {ErrorCode::kCancelled, "interrupted", {}};
    case CURLE_OPERATION_TIMEDOUT: return {ErrorCode::kTimeout, "no answer from " + place + " in time", {}};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return {ErrorCode::kInvalidArgument, "\"" + place + "\" is not an address that can be asked", "write http://… or https://…"};
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP3:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE: return {ErrorCode::kIo, "the connection to " + place + " broke: " + curl_easy_strerror(code), {}};
    default: return {ErrorCode::kUnavailable, "no answer from " + place + ": " + curl_easy_strerror(code), {}};
  }
}

/// Of the last answer, as many as fit a sane one.
std::map<std::string, std::string> headers_of(CURL* curl) {
  constexpr std::size_t kMost = 128;
  std::map<std::string, std::string> headers;
  curl_header* header = nullptr;
  while (headers.size() < kMost && (header = curl_easy_nextheader(curl, CURLH_HEADER, -1, header)) != nullptr)
    headers[to_lower_ascii(header->name)] = header->value;
  return headers;
}

/// libcurl is set up once, before any thread uses it.
bool curl_is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

void set_common(CURL* curl, const std::string& url, const HttpLimits& limits, const CancelToken& cancel) {
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, poll_cancel);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, const_cast<CancelToken*>(&cancel));
  if (is_loopback(host_of(url))) curl_easy_setopt(curl, CURLOPT_PROXY, "");
}

}  // namespace

/// Idle connections, each with libcurl's state. Thread-safe.
class HttpClient::Pool {
 public:
  ~Pool() {
    for (CURL* const handle : idle_) curl_easy_cleanup(handle);
  }
  CURL* take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return curl_is_ready() ? curl_easy_init() : nullptr;
    CURL* const handle = idle_.back();
    idle_.pop_back();
    return handle;
  }
  void give_back(CURL* handle) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(handle);
  }

 private:
  std::mutex mutex_;
  std::vector<CURL*> idle_;
};

/// A connection on loan from the pool.
class HttpClient::Handle {
 public:
  explicit Handle(Pool& pool) : pool_(pool), curl_(pool.take()) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (curl_ != nullptr) pool_.give_back(curl_);
  }
  CURL* get() const { return curl_; }

 private:
  Pool& pool_;
  CURL* curl_;
};

std::string_view HttpResponse::header(const std::string& lower_name) const {
  const auto found = headers.find(lower_name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

HttpClient::HttpClient(const HttpLimits& limits) : limits_(limits), pool_(std::make_unique<Pool>()) {}
HttpClient::~HttpClient() = default;

Result<HttpResponse> HttpClient::send(const HttpRequest& request, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  const Handle handle(*pool_);
  CURL* const curl = handle.get();
  if (curl == nullptr) return fail(ErrorCode::kInternal, "libcurl cannot be set up");
  set_common(curl, request.url, limits_, cancel);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
                   static_cast<long>(std::max(std::min(limits_.whole, request.timeout.value_or(limits_.whole)), kShortest).count()));
  HeaderList headers;
  for (const std::string& header : request.headers) headers.add(header);
  headers.add("Expect:");  // no round trip before a body
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.list);
  if (request.body) {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body->data());
  }
  if (!request.method.empty()) curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  Answer answer{.body = {}, .limit = limits_.body_bytes};
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
  const CURLcode code = curl_easy_perform(curl);
  if (answer.too_large) return fail(ErrorCode::kResourceLimit, "the answer of " + place_of(request.url) + " is too large");
  if (code != CURLE_OK) return std::unexpected(transport_error(code, place_of(request.url)));

  HttpResponse response;
  long status = 0;
  curl_off_t retry_after = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
  response.status = static_cast<int>(status);
  if (retry_after > 0) response.retry_after = std::chrono::seconds(retry_after);
  response.headers = headers_of(curl);
  response.body = std::move(answer.body);
  return response;
}

Result<int> HttpClient::download(const HttpDownload& request, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  const Handle handle(*pool_);
  CURL* const curl = handle.get();
  if (curl == nullptr) return fail(ErrorCode::kInternal, "libcurl cannot be set up");
  set_common(curl, request.url, limits_, cancel);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 5L);
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, request.url.starts_with("https:") ? "https" : "http,https");
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits_.stall.count()));
  const std::string range = std::to_string(request.offset) + "-";
  HeaderList headers;
  if (request.offset > 0) {
    curl_easy_setopt(curl, CURLOPT_RANGE, range.c_str());
    if (!request.validator.empty()) headers.add("If-Range: " + request.validator);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.list);
  }
  Transfer transfer{.curl = curl, .request = &request};
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, pass_part);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
  const CURLcode code = curl_easy_perform(curl);
  if (!transfer.status) return std::unexpected(std::move(transfer.status).error());
  if (code != CURLE_OK) return std::unexpected(transport_error(code, place_of(request.url)));
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  constexpr long kRangeBeyondTheEnd = 416;
  if (status == kRangeBeyondTheEnd && request.offset > 0) {
    const auto range = content_range_of(curl);
    if (range && range->whole != 0 && range->whole != request.offset) return other_bytes();
  }
  return static_cast<int>(status);
}

}  // namespace grove::http
