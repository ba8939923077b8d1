#include "serve/model_answer.h"

#include <algorithm>
#include <cstdint>

#include "serve/mcp/protocol/json.h"

namespace grove::serve {
namespace {

using mcp::Json;

std::uint64_t number(const Json& object, std::string_view key) {
  const Json* const value = mcp::member(object, key);
  return value != nullptr && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
}

std::uint32_t small(const Json& object, std::string_view key) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number(object, key), UINT32_MAX));
}

bool flag(const Json& object, std::string_view key) {
  const Json* const value = mcp::member(object, key);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

const Json& list(const Json& object, std::string_view key) {
  static const Json kNone = Json::array();
  const Json* const value = mcp::member(object, key);
  return value != nullptr && value->is_array() ? *value : kNone;
}

std::optional<std::chrono::seconds> seconds(const Json& object, std::string_view key) {
  const Json* const value = mcp::member(object, key);
  if (value == nullptr || !value->is_number_unsigned()) return std::nullopt;
  return std::chrono::seconds(small(object, key));
}

engine::ModelReport::Use use_of(const Json& shown) {
  engine::ModelReport::Use use{
      .repository = mcp::text_member(shown, "name"), .units = number(shown, "units"), .vectors = number(shown, "vectors")};
  for (const Json& model : list(shown, "vector_models")) {
    use.models.push_back({.provider = mcp::text_member(model, "provider"),
                          .model = mcp::text_member(model, "model"),
                          .dimensions = small(model, "dimensions"),
                          .units = number(model, "vectors"),
                          .is_present = flag(model, "in_use")});
  }
  return use;
}

engine::ModelReport::Reranker reranker_of(const Json& shown) {
  return {.provider = mcp::text_member(shown, "provider"),
          .model = mcp::text_member(shown, "model"),
          .available = flag(shown, "available"),
          .resident = flag(shown, "resident"),
          .is_default = flag(shown, "auto"),
          .active = small(shown, "active_operations"),
          .keep_alive = mcp::text_member(shown, "keep_alive"),
          .releases_in = seconds(shown, "releases_in_s"),
          .problem = mcp::text_member(shown, "problem")};
}

}  // namespace

std::optional<engine::ModelReport> read_model_answer(std::string_view body) {
  const auto read = mcp::parse_json(body);
  if (!read || !read->is_object()) return std::nullopt;
  const Json& shown = *read;
  engine::ModelReport report;
  report.model = {.provider = mcp::text_member(shown, "provider"),
                  .model = mcp::text_member(shown, "model"),
                  .dimensions = small(shown, "dimensions"),
                  .fingerprint = mcp::text_member(shown, "fingerprint")};
  report.available = flag(shown, "available");
  report.resident = flag(shown, "resident");
  report.problem = mcp::text_member(shown, "problem");
  report.active = small(shown, "active_operations");
  report.keep_alive = mcp::text_member(shown, "keep_alive");
  report.releases_in = seconds(shown, "releases_in_s");
  for (const Json& use : list(shown, "repositories")) report.repositories.push_back(use_of(use));
  for (const Json& model : list(shown, "stored"))
    report.stored.push_back({mcp::text_member(model, "name"), mcp::text_member(model, "path"), number(model, "bytes")});
  const Json* const reranker = mcp::member(shown, "reranker");
  if (reranker != nullptr && reranker->is_object()) report.reranker = reranker_of(*reranker);
  return report;
}

}  // namespace grove::serve
