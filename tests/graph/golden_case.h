#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace grove::graph {

using Texts = std::vector<std::pair<std::string, std::string>>;  // by path

/// A little repository: `== path` before each file, a line `---`, then what is found in it.
struct GoldenCase {
  Texts files;
  std::string source, expected;
};

inline GoldenCase read_case(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream whole;
  whole << in.rdbuf();
  const std::string text = whole.str();
  GoldenCase found;
  const std::size_t separator = text.rfind("\n---\n");
  found.source = text.substr(0, separator == std::string::npos ? text.size() : separator + 1);
  if (separator != std::string::npos) found.expected = text.substr(separator + 5);
  std::istringstream lines(found.source);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("== "))
      found.files.emplace_back(line.substr(3), "");
    else if (!found.files.empty())
      found.files.back().second += line + "\n";
  }
  return found;
}

}  // namespace grove::graph
