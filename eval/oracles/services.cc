#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

#include "base/file.h"
#include "oracles/folder_graph.h"
#include "oracles/suites.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;
constexpr const char* kBuildFiles[] = {"pom.xml", "build.gradle",   "build.gradle.kts", "package.json",
                                       "go.mod",  "pyproject.toml", "requirements.txt", "Dockerfile"};

std::string top_of(const std::string& path) { return path.substr(0, path.find('/')); }

/// What the build files of each service say, by its folder.
std::map<std::string, std::string> services_in(const fs::path& checkout) {
  std::map<std::string, std::string> services;
  for (const fs::directory_entry& entry : fs::directory_iterator(checkout)) {
    for (const char* name : kBuildFiles)
      if (const auto text = read_file((entry.path() / name).string())) services[entry.path().filename().string()] += *text + "\n";
  }
  return services;
}

}  // namespace

std::vector<SuiteScore> score_services(const fs::path& checkout) {
  const std::map<std::string, std::string> services = services_in(checkout);
  if (services.size() < 2) return {};
  SuiteScore suite{.name = fmt::format("calls in {} services", services.size()), .names_all = true, .cases = {}};
  std::map<std::string, CaseScore> by_service;
  for (const GraphUse& use : graph_of(read_sources(checkout)).uses) {
    if (use.role != Role::kCall || !use.to) continue;
    const auto from = services.find(top_of(use.path));
    const auto to = services.find(top_of(use.to->path));
    if (from == services.end() && to == services.end()) continue;
    CaseScore& score = by_service[top_of(use.path)];
    const bool shares =
        from != services.end() && (from->first == top_of(use.to->path) || from->second.find(top_of(use.to->path)) != std::string::npos);
    if (shares)
      ++score.right;
    else
      score.wrong.push_back(fmt::format("{}:{} {} → {} {}", use.path, use.line, use.name, use.to->qualified_name, use.to->path));
  }
  for (auto& [name, score] : by_service) {
    score.name = name;
    suite.cases.push_back(std::move(score));
  }
  return {std::move(suite)};
}

}  // namespace grove::oracles
