#include "inference/remote/json_answer.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxDimensions = 65'536;  // far beyond any model; a larger number is nonsense

std::unexpected<Error> unexpected_answer(const char* what) { return fail(ErrorCode::kUnavailable, std::string("the answer ") + what); }

const std::string* find_text(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get_ptr<const std::string*>() : nullptr;
}

std::string one_line(std::string_view text) {
  constexpr std::size_t kMaxComplaintBytes = 300;
  std::string line(cut_text(text, kMaxComplaintBytes));
  std::ranges::replace_if(line, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return line;
}

/// Discarded where it is no JSON, or too deep.
json parse(std::string_view body) { return is_nested_too_deep(body) ? json(json::value_t::discarded) : json::parse(body, nullptr, false); }

Result<std::vector<float>> read_vector(const json& array) {
  if (!array.is_array() || array.empty()) return unexpected_answer("has no vector where one belongs");
  std::vector<float> vector;
  vector.reserve(array.size());
  for (const json& number : array) {
    if (!number.is_number()) return unexpected_answer("has a vector with something else than numbers");
    vector.push_back(number.get<float>());
  }
  return vector;
}

/// Where the i-th item of the list belongs.
std::size_t place_of(const json& item, std::size_t i) {
  if (!item.is_object()) return i;
  const auto index = item.find("index");
  return index != item.end() && index->is_number_unsigned() ? index->get<std::size_t>() : i;
}

}  // namespace

bool is_nested_too_deep(std::string_view body) {
  constexpr int kDeepest = 64;
  int depth = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (is_text && c == '\\') ++i;
    if (c == '"') is_text = !is_text;
    if (is_text) continue;
    if ((c == '[' || c == '{') && ++depth > kDeepest) return true;
    if (c == ']' || c == '}') --depth;
  }
  return false;
}

Result<std::vector<std::vector<float>>> read_vectors(std::string_view body, const VectorPlace& place) {
  const json answer = parse(body);
  if (!answer.is_object()) return unexpected_answer("is no JSON object");
  const auto list = answer.find(place.list);
  if (list == answer.end() || !list->is_array()) return unexpected_answer("has no list of vectors");
  const std::string_view key = place.item;
  std::vector<std::vector<float>> vectors(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    const json& item = (*list)[i];
    if (!key.empty() && (!item.is_object() || !item.contains(key))) return unexpected_answer("has an entry without a vector");
    const std::size_t row = place_of(item, i);
    if (row >= vectors.size() || !vectors[row].empty()) return unexpected_answer("numbers its vectors wrongly");
    GROVE_ASSIGN_OR_RETURN(vectors[row], read_vector(key.empty() ? item : item[key]));
  }
  return vectors;
}

std::uint32_t read_ollama_dimensions(std::string_view body) {
  const json answer = parse(body);
  if (!answer.is_object()) return 0;
  const auto details = answer.find("model_info");
  if (details == answer.end() || !details->is_object()) return 0;
  for (const auto& [key, value] : details->items()) {
    if (!key.ends_with(".embedding_length") || !value.is_number_unsigned()) continue;
    const auto dimensions = value.get<std::uint64_t>();
    if (dimensions > 0 && dimensions <= kMaxDimensions) return static_cast<std::uint32_t>(dimensions);
  }
  return 0;
}

std::string read_ollama_digest(std::string_view body, std::string_view model) {
  const json answer = parse(body);
  if (!answer.is_object()) return {};
  const auto models = answer.find("models");
  if (models == answer.end() || !models->is_array()) return {};
  for (const json& entry : *models) {
    if (!entry.is_object()) continue;
    const std::string* const name = find_text(entry, "name");
    const std::string* const digest = find_text(entry, "digest");
    if (name == nullptr || digest == nullptr) continue;
    if (*name == model || *name == std::string(model) + ":latest") return *digest;
  }
  return {};
}

std::string without_secret(std::string text, std::string_view secret) {
  return secret.empty() ? text : replace_all(std::move(text), secret, "…");
}

std::string read_complaint(std::string_view body, std::string_view secret) {
  const json value = parse(body);
  const std::string* text = nullptr;
  if (value.is_object()) {
    for (const char* key : {"error", "detail", "message"}) {
      if (text == nullptr) text = find_text(value, key);
    }
    const auto error = value.find("error");
    if (error != value.end() && error->is_object()) text = find_text(*error, "message");
  }
  return one_line(without_secret(text == nullptr ? std::string(body) : *text, secret));
}

}  // namespace grove::inference
