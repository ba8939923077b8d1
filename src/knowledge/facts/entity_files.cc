#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/facts/entities.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {

Result<std::vector<Split>> read_splits(const std::string& path) {
  std::vector<Split> splits;
  const auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::kNotFound) return splits;
  if (!text) return std::unexpected(text.error());
  std::size_t number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    GROVE_ASSIGN_OR_RETURN(const Json json, parse_object(line, fmt::format("line {} of {}", number, path)));
    Split read{.class_name = text_at(json, "class"),
               .label = text_at(json, "label"),
               .chunk_ids = texts_at(json, "chunks"),
               .as = text_at(json, "as")};
    if (read.class_name.empty() || read.label.empty() || read.chunk_ids.empty() || read.as.empty())
      return fail(ErrorCode::kCorrupt, fmt::format("line {} of {} needs `class`, `label`, `chunks` and `as`", number, path));
    splits.push_back(std::move(read));
  }
  return splits;
}

std::string merges_json(std::span<const EntityMerge> merges) {
  std::string lines;
  for (const EntityMerge& merge : merges) {
    Json json = {
        {"iri", merge.iri}, {"class", merge.class_name}, {"labels", merge.labels}, {"reason", "same id hint"}, {"id_hint", merge.id_hint}};
    json["chunks"] = merge.chunk_ids;
    lines += compact(json) + '\n';
  }
  return lines;
}

}  // namespace grove::knowledge
