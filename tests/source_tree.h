#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grove::house {

/// One text file of this project.
struct SourceFile {
  std::string path;  ///< Relative to the project's root, with `/`.
  std::string text;
};

/// An include directive: `"corpus/corpus.h"` or `<vector>`.
struct Include {
  std::string target;
  bool quoted = false;
  int line = 0;
};

/// A row of a Markdown table: the words in backticks of each cell.
using TableRow = std::vector<std::vector<std::string>>;

/// The root of the project under test.
std::filesystem::path project_root();

/// Every text file of the project, sorted by path; build output, dependencies, weights and what Git keeps for itself are left out.
const std::vector<SourceFile>& project_files();

/// Those with one of these endings under one of these folders.
std::vector<SourceFile> project_files(const std::vector<std::string_view>& folders, const std::vector<std::string_view>& endings);

/// The text of one file; empty when there is none.
std::string read_project_file(std::string_view path);

std::vector<std::string> lines_of(std::string_view text);

std::vector<Include> includes_of(const SourceFile& file);

/// The body rows of the first Markdown table after a line that contains `marker`.
std::vector<TableRow> table_after(std::string_view markdown, std::string_view marker);

}  // namespace grove::house
