#include "engine/searching.h"

#include <fmt/format.h>

#include "base/text.h"

namespace grove::engine {

Status check_query(std::string_view query) {
  constexpr std::size_t kLongestQuery = 10'000;
  if (trim(query).empty()) return fail(ErrorCode::kInvalidArgument, "the query is empty", "Say what to look for.");
  if (query.size() > kLongestQuery) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("the query is longer than {} bytes", kLongestQuery), "Say it in fewer words.");
  }
  return {};
}

search::UnitText TextsOnDisk::read(const search::Scope& scope, index::UnitRef ref, const CancelToken& cancel) const {
  UnitCode code = reader_.read({scope.repository, *scope.index, ref}, cancel);
  return {.code = std::move(code.code), .doc = std::move(code.docstring)};
}

}  // namespace grove::engine
