#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "engine/data_directory.h"
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

/// kNotFound for a file that is no part of what is indexed of its repository: what ignore rules name, Git's own files, links. What it says
/// is nobody's business; a new file that the index doesn't know yet is part of it.
Status check_listed(const FileInRepository& file, const DataDirectory& directory, UnitReader& reader, const CancelToken& cancel);

/// What the file says now, whether or not it was indexed.
Result<Outline> outline_of(const FileInRepository& file, UnitReader& reader, const CancelToken& cancel);

/// Symbols nested as they are in the file; of a file without symbols its sections.
std::vector<OutlineItem> outline_items(const Facts& facts, std::string_view text);

}  // namespace grove::engine
