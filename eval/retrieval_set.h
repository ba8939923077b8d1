#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace grove::eval {

/// One labelled query: the files that answer it.
struct LabelledQuery {
  std::string text;
  std::string category;
  std::vector<std::string> targets;
};

/// One repository of a retrieval set, at the folder that is indexed.
struct LabelledRepository {
  std::string name;
  std::string folder;  ///< Absolute.
  std::vector<LabelledQuery> queries;
};

/// Reads `repos.tsv` and `queries/*.json` of a set; repositories whose checkout is missing below `corpora` are named in `missing`.
struct RetrievalSet {
  std::vector<LabelledRepository> repositories;
  std::vector<std::string> missing;
};
Result<RetrievalSet> read_retrieval_set(const std::string& set, const std::string& corpora);

/// NDCG@10 with binary gain, of files in order against the targets; a target is met by a path equal to it or ending in it.
double ndcg_at_10(const std::vector<std::string>& files, const std::vector<std::string>& targets);

/// Mean difference of paired scores and its 95 % interval by bootstrap over the pairs (Efron; percentile method, fixed seed).
struct PairedDifference {
  double mean = 0;
  double low = 0;
  double high = 0;
  std::size_t better = 0;
  std::size_t worse = 0;
};
PairedDifference paired_bootstrap(const std::vector<double>& base, const std::vector<double>& other);

}  // namespace grove::eval
