#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "oracles/suites.h"

// How right the symbol graph is, beside public oracles: `make eval` calls it where GROVE_ORACLES names a folder with their checkouts.
namespace {

using namespace grove::oracles;
namespace fs = std::filesystem;

struct Oracle {
  const char* folder;
  std::vector<SuiteScore> (*score)(const fs::path&);
};

constexpr Oracle kOracles[] = {
    {"PyCG", score_call_graph_files}, {"SWARM-CG", score_call_graph_files}, {"JCG", score_jcg},      {"scip-java", score_scip},
    {"scip-typescript", score_scip},  {"scip-python", score_scip},          {"scip-go", score_scip}, {"scip-clang", score_scip},
    {"ctags", score_ctags},           {"train-ticket", score_services},
};

}  // namespace

int main(int count, char** arguments) {
  CLI::App app("Scores the symbol graph against public oracles: precision and recall of each suite.");
  std::string folder;
  std::string only;
  bool cases = false;
  app.add_option("--oracles", folder, "Folder with a checkout of each oracle, named like the project")->required();
  app.add_option("--suite", only, "Only suites whose name contains this");
  app.add_flag("--cases", cases, "Also what is wrong (+) and what is missing (-), case by case");
  CLI11_PARSE(app, count, arguments);
  for (const Oracle& oracle : kOracles) {
    const fs::path checkout = fs::path(folder) / oracle.folder;
    if (!fs::is_directory(checkout)) {
      fmt::print("{}: not there, left out\n", oracle.folder);
      continue;
    }
    for (const SuiteScore& suite : oracle.score(checkout))
      if (suite.name.find(only) != std::string::npos) fmt::print("{}", report(suite, cases ? Detail::kCases : Detail::kTotals));
  }
}
