#include "ingest/testing/folder_edits.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace grove::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::array kExtensions = {".py", ".java", ".c", ".md", ".txt", ".yaml", ".json"};

std::string as_utf16(const std::string& text) {
  std::string bytes = "\xff\xfe";
  for (const char letter : text) {
    bytes += letter;
    bytes += '\0';
  }
  return bytes;
}

}  // namespace

std::string FolderEdits::any_path() {
  std::string path;
  for (unsigned depth = below(3); depth > 0; --depth) path += fmt::format("d{}/", below(3));
  return path + fmt::format("f{}{}", below(6), kExtensions[below(kExtensions.size())]);
}

std::string FolderEdits::any_text() {
  std::string text = fmt::format("# heading {}\n", below(20));
  for (unsigned i = 0; i < below(5); ++i)
    text += fmt::format("def handle_{0}(value):\n    \"\"\"Handles {0}.\"\"\"\n    return helper_{1}(value)\n\n", below(20), below(20));
  text += fmt::format("key: {}\nint f(void) {{ return {}; }}\n", below(20), below(20));
  return text;
}

void FolderEdits::write(const std::string& path, const std::string& bytes) {
  std::error_code error;
  const fs::path file = fs::path(root_) / path;
  fs::create_directories(file.parent_path(), error);
  if (fs::is_symlink(file, error)) fs::remove(file, error);
  std::ofstream(file, std::ios::binary) << bytes;
  last_ = "write " + path;
}

void FolderEdits::remove(const std::string& path) {
  std::error_code error;
  fs::remove_all(fs::path(root_) / path, error);
  last_ = "remove " + path;
}

void FolderEdits::rename(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_directories((fs::path(root_) / to).parent_path(), error);
  fs::rename(fs::path(root_) / from, fs::path(root_) / to, error);
  touched_.push_back(to);
  last_ = "rename " + from + " to " + to;
}

void FolderEdits::link(const std::string& path, const std::string& target) {
  std::error_code error;
  const fs::path file = fs::path(root_) / path;
  fs::create_directories(file.parent_path(), error);
  fs::remove(file, error);
  fs::create_symlink(target, file, error);
  last_ = "link " + path + " to " + target;
}

void FolderEdits::create_folder() {
  const std::string folder = "new" + std::to_string(below(4));
  touched_ = {folder};
  for (const char* name : {"/a.py", "/sub/b.md", "/sub/node_modules/c.js", "/empty.txt"}) {
    const bool written = below(3) > 0;
    if (written) write(folder + name, any_text());
  }
  last_ = "create folder " + folder;
}

void FolderEdits::ignore_something() {
  static constexpr std::array kRules = {"", "*.txt\n", "d1/\n", "f1.*\n!f1.py\n"};
  touched_ = {".gitignore"};
  write(".gitignore", kRules[below(kRules.size())]);
}

void FolderEdits::apply_one() {
  const std::string path = any_path();
  touched_ = {path};
  last_ = "nothing";
  const fs::path file = fs::path(root_) / path;
  std::error_code error;
  switch (below(16)) {
    case 0: return remove(path);
    case 1: return remove(fs::path(path).has_parent_path() ? touched_[0] = fs::path(path).parent_path().string() : path);
    case 2: return rename(path, any_path());
    case 3: return link(path, fs::path(any_path()).filename().string());
    case 4: return link(path, "/etc");
    case 5: return write(path, as_utf16(any_text()));
    case 6: return write(path, "\xef\xbb\xbf" + any_text());
    case 7: return write(path, "caf\xe9 in Latin-1, d\xe9j\xe0 vu\n" + any_text());
    case 8: return write(path, std::string("\0\1\2binary", 9));
    case 9: return write(path, "");
    case 12: return ignore_something();
    case 13: return create_folder();
    case 10: {
      fs::permissions(file, fs::perms::owner_exec, below(2) == 0 ? fs::perm_options::add : fs::perm_options::remove, error);
      last_ = "chmod " + path;
      return;
    }
    case 11: {
      const fs::file_time_type now = fs::file_time_type::clock::now();
      if (fs::is_regular_file(file, error)) fs::last_write_time(file, now, error);
      last_ = "touch " + path;
      return;
    }
    default: return write(path, any_text());
  }
}

}  // namespace grove::ingest
