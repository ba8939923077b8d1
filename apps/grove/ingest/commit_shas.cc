#include "apps/grove/ingest/commit_shas.h"

#include <nlohmann/json.hpp>

#include "base/file.h"

namespace grove::cli {
namespace {

constexpr std::uint64_t kLargestFile = 16U << 20U;

}  // namespace

Result<std::map<std::string, std::string>> CommitShas::read() const {
  const auto text = read_file(path(), kLargestFile);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::map<std::string, std::string>{};
  if (!text) return std::unexpected(text.error());
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  const auto is_text = [](const auto& value) { return value.is_string(); };
  if (!json.is_object() || !std::ranges::all_of(json, is_text))
    return fail(ErrorCode::kCorrupt, "cannot read " + path() + ": it is not what `grove ingest` writes", "All is built anew.");
  return json.get<std::map<std::string, std::string>>();
}

Result<std::optional<std::string>> CommitShas::of(const std::string& name) const {
  GROVE_ASSIGN_OR_RETURN(const auto all, read());
  const auto found = all.find(name);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

Status CommitShas::note(const std::string& name, const std::string& commit) const {
  GROVE_RETURN_IF_ERROR(create_directories(folder_));
  auto all = read();
  if (!all && all.error().code != ErrorCode::kCorrupt) return std::unexpected(all.error());
  if (!all) all.emplace();
  (*all)[name] = commit;
  const std::string text = nlohmann::json(*all).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  return write_file(path(), text, Durability::kProcess);
}

}  // namespace grove::cli
