#include "knowledge/answers/lenient_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "knowledge/answers/lenient_parser.h"

namespace grove::knowledge {
namespace {

struct Found {
  Json value;
  std::set<std::string> repairs;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// An answer may try to begin an object in its prose ("the set {a, b}") this often.
constexpr int kMostAttempts = 64;

struct Candidates {
  std::vector<Found> objects;
  std::optional<Error> error;  ///< Of the text that looked most like an object.
};

/// All objects that stand in the text for themselves, not within another value.
Candidates objects_of(std::string_view text) {
  Candidates found;
  std::size_t at = text.find('{');
  std::size_t furthest = 0;
  for (int attempt = 0; attempt < kMostAttempts && at != std::string_view::npos; ++attempt) {
    LenientParser parser(text, at);
    auto value = parser.value();
    if (value) {
      found.objects.push_back({std::move(*value), parser.repairs(), at, parser.offset()});
    } else if (!found.error || parser.offset() - at > furthest) {
      furthest = parser.offset() - at;
      found.error = std::move(value).error();
    }
    // What lies within a broken object is no answer by itself.
    at = text.find('{', value ? parser.offset() : std::max(parser.offset(), at + 1));
  }
  return found;
}

bool is_only_space(std::string_view text) { return trim(text).empty(); }

}  // namespace

Result<ModelJson> read_model_json(std::string_view answer, std::string_view required) {
  Candidates candidates = objects_of(answer);
  // A member that is null has been left out: it says neither that there is nothing nor what there is.
  bool has_null = false;
  std::erase_if(candidates.objects, [&](const Found& found) {
    const auto member = found.value.find(std::string(required));
    has_null = has_null || (member != found.value.end() && member->is_null());
    return member == found.value.end() || member->is_null();
  });
  // A copy of the same object is no second answer.
  std::vector<Found>& objects = candidates.objects;
  while (objects.size() > 1 && objects.back().value == objects.front().value) objects.pop_back();
  if (objects.size() > 1) return fail(ErrorCode::kCorrupt, "it has several JSON objects, and it is not clear which of them is the answer");
  if (objects.empty()) {
    if (has_null) return fail(ErrorCode::kCorrupt, fmt::format("the member \"{}\" of its JSON object is null", required));
    if (candidates.error) return fail(ErrorCode::kCorrupt, candidates.error->message);
    return fail(ErrorCode::kCorrupt, fmt::format("it has no JSON object with the member \"{}\"", required));
  }
  Found& only = objects.front();
  ModelJson read{.json = compact(only.value), .repairs = {only.repairs.begin(), only.repairs.end()}};
  if (!is_only_space(answer.substr(0, only.begin)) || !is_only_space(answer.substr(only.end)))
    read.repairs.emplace_back("text around the JSON");
  return read;
}

}  // namespace grove::knowledge
