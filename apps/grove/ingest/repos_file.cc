#include "apps/grove/ingest/repos_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include "base/nearest.h"
#include "engine/repositories.h"

namespace grove::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShape = "docs/ingest.md shows what it looks like.";
constexpr auto kKeys = std::to_array<std::string_view>({"url", "branch", "name", "subpath"});

/// Reads one file.
class Reader {
 public:
  explicit Reader(const std::string& place) : place_(place) {}

  Result<std::vector<ReposEntry>> read(const YAML::Node& root) const {
    if (!root.IsMap()) return wrong(root, "`repos:` with a list of repositories is expected");
    GROVE_ASSIGN_OR_RETURN(const YAML::Node list, list_of(root));
    std::vector<ReposEntry> entries;
    for (const YAML::Node& node : list) entries.push_back(entry(node));
    return entries;
  }

 private:
  std::string at(const YAML::Node& node) const { return fmt::format("{}, line {}", place_, std::max(node.Mark().line, 0) + 1); }
  std::unexpected<Error> wrong(const YAML::Node& node, std::string_view what, std::string hint = kShape) const {
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot read {}: {}", at(node), what), std::move(hint));
  }

  std::unexpected<Error> unknown(const YAML::Node& key, std::span<const std::string_view> known) const {
    const std::string near = did_you_mean(key.Scalar(), std::vector<std::string>(known.begin(), known.end()));
    return wrong(key, fmt::format("unknown key `{}`", key.Scalar()), near.empty() ? kShape : near);
  }

  Result<YAML::Node> list_of(const YAML::Node& root) const {
    static constexpr auto kTop = std::to_array<std::string_view>({"repos"});
    YAML::Node list;
    for (const auto& item : root) {
      const YAML::Node& key = item.first;
      if (key.Scalar() != kTop.front()) return unknown(key, kTop);
      list.reset(item.second);
    }
    if (!list.IsSequence()) return wrong(list.IsDefined() && !list.IsNull() ? list : root, "`repos` is no list");
    return list;
  }

  ReposEntry entry(const YAML::Node& node) const {
    ReposEntry entry{.label = at(node), .wanted = wanted(node)};
    if (!node.IsMap()) return entry;
    for (const char* key : {"url", "name"}) {
      const YAML::Node value = node[key];
      if (value.IsDefined() && value.IsScalar() && !value.Scalar().empty()) entry.label = engine::shown_location(value.Scalar());
    }
    return entry;
  }

  Result<WantedRepository> wanted(const YAML::Node& node) const {
    if (!node.IsMap()) return wrong(node, "a repository is a mapping with a `url`");
    std::map<std::string, std::string, std::less<>> values;
    for (const auto& item : node) {
      const YAML::Node& key = item.first;
      const YAML::Node& value = item.second;
      if (!key.IsScalar() || std::ranges::find(kKeys, key.Scalar()) == kKeys.end()) return unknown(key, kKeys);
      if (!value.IsScalar() && !value.IsNull()) return wrong(key, fmt::format("`{}` is no text", key.Scalar()));
      if (!values.try_emplace(key.Scalar(), value.IsNull() ? std::string() : value.Scalar()).second)
        return wrong(key, fmt::format("`{}` stands there twice", key.Scalar()));
    }
    if (values["url"].empty()) return wrong(node, "the repository has no `url`");
    return WantedRepository{
        .name = values["name"], .url = from_here(values["url"]), .branch = values["branch"], .subpath = values["subpath"]};
  }

  std::string from_here(const std::string& url) const {
    if (engine::is_remote(url)) return url;
    return (fs::path(place_).parent_path() / url).lexically_normal().string();
  }

  const std::string& place_;
};

void refuse_repetitions(std::vector<ReposEntry>& entries) {
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    if (!entry->wanted) continue;
    const WantedRepository& wanted = *entry->wanted;
    const bool is_known = std::any_of(entries.begin(), entry, [&](const ReposEntry& earlier) {
      if (!earlier.wanted) return false;
      if (!wanted.name.empty() || !earlier.wanted->name.empty()) return wanted.name == earlier.wanted->name;
      return wanted.url == earlier.wanted->url && wanted.subpath == earlier.wanted->subpath;
    });
    if (is_known)
      entry->wanted = fail(ErrorCode::kInvalidArgument, fmt::format("{} stands there twice", entry->label), "Give one another name.");
  }
}

}  // namespace

Result<std::vector<ReposEntry>> parse_repos_file(std::string_view text, const std::string& place) {
  try {
    const YAML::Node root = YAML::Load(std::string(text));
    auto entries = Reader(place).read(root);
    if (entries) refuse_repetitions(*entries);
    return entries;
  } catch (const YAML::Exception& error) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot read {}: line {}, column {}: {}", place, error.mark.line + 1, error.mark.column + 1, error.msg),
                kShape);
  }
}

}  // namespace grove::cli
