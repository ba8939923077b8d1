#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "engine/engine.h"
#include "engine/unit_code.h"

namespace grove::engine {

/// Which file of which repository a person means.
struct FileInRepository {
  Repository repository;
  std::string path;
};
/// kNotFound where no repository has such a file, kInvalidArgument where several have.
Result<FileInRepository> find_file(const OutlineRequest& request, const std::vector<Repository>& repositories);

/// What the file says now, whether or not it was indexed.
Result<Outline> outline_of(const FileInRepository& file, UnitReader& reader, const CancelToken& cancel);

/// Symbols nested as they are in the file; of a file without symbols its sections.
std::vector<OutlineItem> outline_items(const Facts& facts, std::string_view text);

}  // namespace grove::engine
