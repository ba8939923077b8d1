#include "tests/source_tree.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace grove::house {
namespace fs = std::filesystem;
namespace {

constexpr std::array kSkippedFolders = {".git", "build", "node_modules", "vendor", "crates", ".unpack", ".cache"};

bool is_skipped(const std::string& name) { return std::ranges::find(kSkippedFolders, name) != kSkippedFolders.end(); }

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_binary(std::string_view text) { return text.substr(0, 4096).find('\0') != std::string_view::npos; }

// A folder that nothing is committed of, as a data directory of Grove is.
bool ignores_itself(const fs::path& folder) { return read_file(folder / ".gitignore").starts_with("*\n"); }

std::vector<SourceFile> read_all() {
  std::vector<SourceFile> files;
  const fs::path root = project_root();
  for (fs::recursive_directory_iterator it(root), end; it != end; ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (is_skipped(name) || ignores_itself(it->path()))) it.disable_recursion_pending();
    if (!it->is_regular_file() || it->is_symlink() || is_skipped(name)) continue;
    std::string text = read_file(it->path());
    if (!is_binary(text)) files.push_back({it->path().lexically_relative(root).generic_string(), std::move(text)});
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

// The words between backticks of one table cell.
std::vector<std::string> words_in_backticks(std::string_view cell) {
  std::vector<std::string> words;
  while (true) {
    const auto open = cell.find('`');
    if (open == std::string_view::npos) return words;
    const auto close = cell.find('`', open + 1);
    if (close == std::string_view::npos) return words;
    words.emplace_back(cell.substr(open + 1, close - open - 1));
    cell.remove_prefix(close + 1);
  }
}

TableRow parse_row(std::string_view line) {
  TableRow row;
  line.remove_prefix(1);
  for (auto bar = line.find('|'); bar != std::string_view::npos; bar = line.find('|')) {
    row.push_back(words_in_backticks(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  return row;
}

}  // namespace

fs::path project_root() { return GROVE_SOURCE_DIR; }

const std::vector<SourceFile>& project_files() {
  static const std::vector<SourceFile> files = read_all();
  return files;
}

std::vector<SourceFile> project_files(const std::vector<std::string_view>& folders, const std::vector<std::string_view>& endings) {
  std::vector<SourceFile> found;
  for (const SourceFile& file : project_files()) {
    const bool inside = std::ranges::any_of(folders, [&](auto folder) { return file.path.starts_with(std::string(folder) + "/"); });
    if (inside && std::ranges::any_of(endings, [&](auto ending) { return file.path.ends_with(ending); })) found.push_back(file);
  }
  return found;
}

std::string read_project_file(std::string_view path) { return read_file(project_root() / path); }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<Include> includes_of(const SourceFile& file) {
  std::vector<Include> includes;
  int number = 0;
  for (const std::string& line : lines_of(file.text)) {
    ++number;
    if (!line.starts_with("#include ")) continue;
    const auto open = line.find_first_of("\"<");
    if (open == std::string::npos) continue;
    const auto close = line.find_first_of("\">", open + 1);
    includes.push_back({line.substr(open + 1, close - open - 1), line[open] == '"', number});
  }
  return includes;
}

std::vector<TableRow> table_after(std::string_view markdown, std::string_view marker) {
  std::vector<TableRow> rows;
  const auto begin = markdown.find(marker);
  if (begin == std::string_view::npos) return rows;
  bool in_table = false;
  for (const std::string& line : lines_of(markdown.substr(begin))) {
    if (!line.starts_with("|")) {
      if (in_table) break;
      continue;
    }
    in_table = true;
    TableRow row = parse_row(line);
    if (!row.empty() && !row.front().empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace grove::house
