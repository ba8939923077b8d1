#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/graph.h"
#include "index/unit_index.h"
#include "model/repository.h"
#include "search/models.h"
#include "search/tuning.h"

namespace grove::search {

enum class Mode : std::uint8_t { kHybrid, kKeyword, kSemantic };
/// Whether a reranker reads the best results again.
enum class Rerank : std::uint8_t { kOff, kOn };

struct SearchRequest {
  std::string query;
  Mode mode = Mode::kHybrid;
  Rerank rerank = Rerank::kOff;
  std::size_t limit = 10;
  index::UnitFilter filter;
  bool explain = false;
  Tuning tuning;  ///< Weights of the ranking; for measurements, never from a client.
};

/// A repository that may answer.
struct Scope {
  Repository repository;
  std::shared_ptr<const index::UnitIndex> index;
  double weight = 1;  ///< 0.85 per hop of expansion.
  std::shared_ptr<const graph::Graph> graph =
      {};  ///< Null where there is none. `graph::find_symbol` and `call_in_degree` cost about a microsecond.
};

/// What each channel said of a hit; 0 where it said nothing, else the rank from 1.
struct Ranks {
  std::uint32_t lexical = 0;
  std::uint32_t vector = 0;
  std::uint32_t graph = 0;
  std::uint32_t name = 0;
  std::uint32_t rerank = 0;
};

struct Hit {
  std::size_t scope = 0;  ///< Index into the scopes searched.
  index::UnitRef ref;
  double score = 0;
  Ranks ranks;
  std::vector<std::string> matched_terms;
};

/// One operator of the plan, as it ran.
struct PlanStep {
  std::string name;    ///< "terms", "vector", "fuse", …
  std::string detail;  ///< For people: weights, terms, limits.
  std::size_t in = 0;
  std::size_t out = 0;
  double took_ms = 0;
};

struct SearchAnswer {
  std::vector<Hit> hits;
  std::string intent;  ///< What the question wants: "flow", "endpoint", "class", "config", "default".
  std::string form;    ///< Of the query, which decides the weights: "symbol", "path", "semantic", "architecture".
  std::vector<PlanStep> plan;
  std::vector<std::string> warnings;  ///< What was asked for and did not happen, one sentence each.
  double took_ms = 0;
};

/// Which units answer this question best. Stateless and thread-safe.
Result<SearchAnswer> search(const SearchRequest& request, const std::vector<Scope>& scopes, const Models& models,
                            const CancelToken& cancel);

}  // namespace grove::search
