#include "knowledge/ingest/source_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

/// What a link within a folder leads to is read under its own name.
bool stays_in(const std::string& folder, const fs::path& link) {
  std::error_code unreadable;
  const fs::path root = fs::canonical(folder, unreadable), target = fs::canonical(link, unreadable);
  return !target.empty() && std::ranges::mismatch(root, target).in1 == root.end();
}

Result<std::vector<SourceFile>> files_below(const std::string& folder) {
  std::vector<SourceFile> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_symlink(unreadable)) {
      if (stays_in(folder, entry->path())) continue;
      files.push_back({.path = tidy_path(entry->path().string()), .named = SourceFile::Named::kByFolder, .is_link = true});
    } else if (entry->is_regular_file(unreadable)) {
      files.push_back({.path = tidy_path(entry->path().string()), .named = SourceFile::Named::kByFolder});
    }
  }
  if (error) return fail(ErrorCode::kIo, "cannot list " + folder + ": " + error.message());
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

}  // namespace

std::string tidy_path(const std::string& path) { return fs::path(path).lexically_normal().string(); }

Result<std::vector<SourceFile>> source_files(const std::vector<std::string>& paths) {
  std::vector<SourceFile> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return fail(ErrorCode::kNotFound, "there is no file or folder " + path);
    if (!fs::is_directory(status)) {
      files.push_back({.path = tidy_path(path)});
      continue;
    }
    GROVE_ASSIGN_OR_RETURN(std::vector<SourceFile> below, files_below(path));
    files.insert(files.end(), std::make_move_iterator(below.begin()), std::make_move_iterator(below.end()));
  }
  return files;
}

}  // namespace grove::knowledge
