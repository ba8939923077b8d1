#include "engine/jobs.h"
#include "fuzz/fuzz_input.h"
#include "serve/mcp/profiles.h"
#include "serve/mcp/server.h"
#include "serve/testing/fake_engine.h"

// One message of MCP, in whichever era it claims to be. Every request gets one answer: a JSON-RPC response with its id that reads back as
// what was meant, and has a result or an error.
namespace grove::fuzz {
namespace {

using serve::mcp::Json;

struct World {
  serve::FakeEngine engine;
  engine::Jobs jobs{{.queued = 4, .at_once = 1, .ended = 8}};
  serve::mcp::Announcements announcements;
  serve::mcp::ToolBackend backend{engine, jobs, announcements, "/"};
  serve::mcp::Server server{serve::mcp::make_profiles(backend, {}), announcements};
};

void check_answer(const Json& answer, const Json& id) {
  const auto again = serve::mcp::parse_json(serve::mcp::to_text(answer));
  require(again.has_value() && again->is_object());
  require((*again)["id"] == id);
  require(again->contains("result") != again->contains("error"));
}

void answer(World& world, const serve::mcp::Message& request) {
  using namespace serve::mcp;
  const Profile& profile = *world.server.profile("");
  // Long work belongs to threads of its own.
  if (world.server.pace(profile, request) == Pace::kLong || world.server.pace(profile, request) == Pace::kOpenEnded) return;
  Asker asker;
  if (is_stateless(request)) {
    auto envelope = world.server.admit(request);
    if (!envelope) return check_answer(error_response(request.id, envelope.error()), request.id);
    asker.revision = kNewest;
  } else {
    asker.session = std::make_shared<Session>("s");
  }
  Exchange exchange(std::move(asker), request);
  check_answer(world.server.answer(profile, request, exchange).message, request.id);
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove;
  static fuzz::World world;
  auto value = serve::mcp::parse_json(fuzz::as_text(data, size));
  if (!value) return 0;
  const auto message = serve::mcp::read_message(*std::move(value));
  if (!message) {
    fuzz::check_answer(serve::mcp::error_response(message.error().id, message.error().error), message.error().id);
  } else if (message->kind == serve::mcp::Message::Kind::kRequest) {
    fuzz::answer(world, *message);
  }
  return 0;
}
