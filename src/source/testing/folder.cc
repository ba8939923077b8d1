#include "source/testing/folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/text.h"

namespace grove::source::testing {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& argument) { return "'" + replace_all(argument, "'", "'\\''") + "'"; }

}  // namespace

void SourceFolder::write(std::string_view name, std::string_view bytes) const {
  const fs::path file = *this / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

void SourceFolder::link(std::string_view name, std::string_view target) const {
  const fs::path file = *this / name;
  fs::create_directories(file.parent_path());
  fs::create_symlink(target, file);
}

std::string SourceFolder::git(const std::vector<std::string>& arguments) const {
  std::string command =
      "cd " + quoted(path()) +
      " && env -i PATH=\"$PATH\" HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t "
      "GIT_COMMITTER_EMAIL=t@t git -c protocol.file.allow=always -c core.quotePath=false -c init.defaultBranch=main";
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  FILE* const pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = ::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) output.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  // check-ignore answers 1 where nothing is ignored.
  EXPECT_TRUE(status == 0 || arguments.front() == "check-ignore") << command;
  return output;
}

void SourceFolder::init() const { git({"init", "-q"}); }

void SourceFolder::commit_all() const {
  git({"add", "-A"});
  git({"commit", "-q", "--allow-empty", "-m", "all"});
}

std::vector<FileEntry> list(const FileSource& source) {
  std::vector<FileEntry> entries;
  const Status status = source.list([&entries](FileEntry entry) { entries.push_back(std::move(entry)); }, CancelToken());
  EXPECT_TRUE(status) << describe(status.error());
  return entries;
}

std::vector<std::string> readable(const std::vector<FileEntry>& entries) {
  std::vector<std::string> paths;
  for (const FileEntry& entry : entries)
    if (entry.state == FileState::kIndexed) paths.push_back(entry.path);
  return paths;
}

std::map<std::string, std::string> skipped(const std::vector<FileEntry>& entries) {
  std::map<std::string, std::string> reasons;
  for (const FileEntry& entry : entries)
    if (entry.state != FileState::kIndexed) reasons[entry.path] = entry.reason;
  return reasons;
}

std::vector<FileEntry> list_folder(const std::string& root, const SourceLimits& limits) {
  const auto source = open_working_tree(root, limits);
  EXPECT_TRUE(source) << describe(source.error());
  return source ? list(**source) : std::vector<FileEntry>{};
}

}  // namespace grove::source::testing
