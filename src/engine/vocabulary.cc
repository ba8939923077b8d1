#include "engine/vocabulary.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/nearest.h"
#include "base/text.h"

namespace grove::engine {
namespace {

std::unexpected<Error> unknown(std::string_view what, std::string_view name, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = fmt::format("Known: {}.", join(known, ", "));
  return fail(ErrorCode::kInvalidArgument, fmt::format("there is no {} `{}`", what, name), hint);
}

}  // namespace

Result<Kind> kind_asked_for(std::string_view name) {
  if (const auto kind = kind_of_name(name)) return *kind;
  std::vector<std::string> known;
  for (int i = 0; i < kKindCount; ++i) known.emplace_back(kind_name(static_cast<Kind>(i)));
  return unknown("kind", name, known);
}

Result<Language> language_asked_for(std::string_view name) {
  if (const auto language = language_of_name(name)) return *language;
  std::vector<std::string> known;
  for (int i = 0; i < kLanguageCount; ++i) known.emplace_back(language_name(static_cast<Language>(i)));
  return unknown("language", name, known);
}

}  // namespace grove::engine
