#include "engine/jobs.h"
#include "fuzz/fuzz_input.h"
#include "serve/mcp/tools/paging.h"
#include "serve/testing/fake_engine.h"

// A cursor that a client gives back, before the part that names its call and after it. Whatever it says, the page holds its limits, and the
// cursor for what follows is read again as the place that it names.
namespace grove::fuzz {
namespace {

using namespace grove::serve::mcp;

struct World {
  serve::FakeEngine engine;
  engine::Jobs jobs{{.queued = 4, .at_once = 1, .ended = 8}};
  Announcements announcements;
  ToolBackend backend{engine, jobs, announcements, "/"};
  Exchange exchange{{}, Message{}};

  Result<Page> page(const std::string& cursor) {
    arguments.put("query", std::string("x"));
    if (!cursor.empty()) arguments.put("cursor", cursor);
    return Page::begin({backend, "search_codebases", arguments, exchange});
  }
  serve::FieldValues arguments;
};

/// What follows the place in a cursor of this call.
std::string identity(World& world) {
  auto page = world.page("");
  require(page.has_value());
  const Json answer = page->finish("items", Json::object(), 1);
  const std::string cursor = answer["next_cursor"];
  return cursor.substr(cursor.find('-'));
}

void check(World& world, const std::string& cursor, std::string_view code) {
  auto page = world.page(cursor);
  if (!page) return;
  const std::size_t skip = page->skip();
  for (int i = 0; i < 40; ++i) {
    if (!page->add({{"code", code}, {"number", i}})) break;
  }
  require(page->count() > 0);
  const std::size_t total = skip > SIZE_MAX - 100 ? SIZE_MAX : skip + 100;
  const std::size_t count = page->count();
  const Json answer = page->finish("items", Json::object(), total);
  if (!answer.contains("next_cursor")) return;
  const auto next = world.page(answer["next_cursor"]);
  require(next && next->skip() == skip + count);
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static grove::fuzz::World world;
  static const std::string identity = grove::fuzz::identity(world);
  const std::string text(grove::fuzz::as_text(data, size));
  const std::string place = text.substr(0, text.find('\n'));
  grove::fuzz::check(world, place, text);
  grove::fuzz::check(world, place + identity, text);
  return 0;
}
