#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace grove::oracles {

/// How Grove did in one case of an oracle.
struct CaseScore {
  std::string name;
  std::size_t right = 0;            ///< What the oracle says, and Grove too.
  std::vector<std::string> wrong;   ///< What Grove says, and the oracle denies.
  std::vector<std::string> missed;  ///< What the oracle says, and Grove doesn't.
};

/// Cases of one kind.
struct SuiteScore {
  std::string name;
  bool names_all = true;  ///< Whether the oracle names everything there is, so that precision means something.
  std::vector<CaseScore> cases;

  std::size_t right() const;
  std::size_t wrong() const;
  std::size_t missed() const;
  /// Of what Grove says, the share that is right; 1 where it says nothing.
  double precision() const;
  /// Of what the oracle says, the share that Grove says too; 1 where it says nothing.
  double recall() const;
};

/// One line for the whole, then with `detail` what is wrong (`+`) and what is missing (`-`), case by case.
enum class Detail { kTotals, kCases };
std::string report(const SuiteScore& suite, Detail detail);

}  // namespace grove::oracles
