#pragma once

#include <filesystem>
#include <vector>

#include "oracles/score.h"

namespace grove::oracles {

/// Each takes the checkout of an oracle and gives the suites in it; none where what it looks for isn't there.

/// PyCG (`micro-benchmark/snippets`) and SWARM-CG (`benchmarks/LANGUAGE/…`): a `callgraph.json` beside the files of each case. Calls
/// written in lambdas count as calls of the function around them; targets outside of the case's files don't count.
std::vector<SuiteScore> score_call_graph_files(const std::filesystem::path& checkout);
/// JCG (`jcg_testcases/src/main/resources/LANGUAGE/*.md`): calls that have to be there; direct ones only.
std::vector<SuiteScore> score_jcg(const std::filesystem::path& checkout);
/// SCIP's indexers: snapshots, sources with what each name means beneath. Names that are defined in the same project.
std::vector<SuiteScore> score_scip(const std::filesystem::path& checkout);
/// Universal Ctags (`Units/**/*.d`): definitions, by name and line.
std::vector<SuiteScore> score_ctags(const std::filesystem::path& checkout);
/// A repository of services: its calls between top-level folders whose build files don't name each other are all wrong.
std::vector<SuiteScore> score_services(const std::filesystem::path& checkout);

}  // namespace grove::oracles
