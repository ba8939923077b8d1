#include <nlohmann/json.hpp>

#include "engine/jobs.h"
#include "fuzz/fuzz_input.h"
#include "serve/mcp/host.h"
#include "serve/rest/api.h"
#include "serve/testing/fake_engine.h"

// A request as it leaves the HTTP parser: the first line is method and target, the lines up to an empty one are headers, the rest is the
// body. Whatever it says, the answer is one of ours: never a bug's, and JSON where it says so.
namespace grove::fuzz {
namespace {

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

serve::HttpRequest read_request(std::string_view text) {
  serve::HttpRequest request;
  const std::string_view first = take_line(text);
  const auto space = first.find(' ');
  request.method = first.substr(0, space);
  request.target = space == std::string_view::npos ? std::string_view("/") : first.substr(space + 1);
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    const auto colon = line.find(':');
    request.headers.emplace_back(line.substr(0, colon), colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1));
  }
  request.body = text;
  return request;
}

class SilentLog final : public Log {
 public:
  void write(LogLevel level, std::string_view) override { require(level != LogLevel::kError); }
};

void check(const serve::HttpResponse& response) {
  constexpr unsigned kQueueIsFull = 503;
  require(response.status >= 200 && (response.status < 500 || response.status == kQueueIsFull));
  if (response.stream != nullptr) return;
  if (response.content_type.starts_with("application/json")) require(nlohmann::json::accept(response.body));
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove;
  static serve::FakeEngine fake;
  static engine::Jobs jobs({.queued = 4, .at_once = 1, .ended = 8});
  static fuzz::SilentLog log;
  static serve::mcp::Host mcp(fake, jobs, log, {});
  static serve::RestApi api({fake, jobs, mcp}, serve::Guard{"127.0.0.1", "swordfish", {"grove.example"}}, log);
  const serve::HttpRequest request = fuzz::read_request(fuzz::as_text(data, size));
  if (const auto refused = api.refuse(request)) fuzz::check(*refused);
  (void)api.lane(request);
  const serve::HttpResponse response = api.handle(request, CancelToken());
  fuzz::check(response);
  api.answered(request, response, 0.5);
  return 0;
}
