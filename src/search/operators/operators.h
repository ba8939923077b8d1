#pragma once

#include <memory>

#include "search/state.h"

namespace grove::search {

/// Proposes the units in which the query's words weigh most (BM25F), of each scope.
std::unique_ptr<Operator> make_term_scan(std::size_t limit);
/// Proposes the units that define the identifiers of the query; near names only where no exact one exists.
std::unique_ptr<Operator> make_name_lookup(std::size_t limit);
/// Proposes the entities whose label or an alias is the whole query, case and diacritical marks aside.
std::unique_ptr<Operator> make_entity_names(std::size_t limit);
/// Puts those before everything else.
std::unique_ptr<Operator> make_entities_first();
/// Proposes the units nearest to the query's vector.
std::unique_ptr<Operator> make_vector_scan(std::size_t limit);
/// Completes the candidates: gathers their files, the words of each whole file, and the scores that a channel left out.
std::unique_ptr<Operator> make_file_context(std::size_t file_limit);
/// Joins the channels into one score. Weighted sum of scores normalised by each channel's best (Bruch, Gai, Ingber: "An Analysis of Fusion
/// Functions for Hybrid Retrieval", 2022), the dense weight by the query's intent.
std::unique_ptr<Operator> make_fusion();
/// Raises and lowers scores by what names and paths say. Drops candidates that can't be among the `wanted` best any more.
std::unique_ptr<Operator> make_signals(std::size_t wanted);
/// Orders the candidates; further units of one file count less each.
std::unique_ptr<Operator> make_diversity();
/// Has the reranker read the first `depth` candidates with the query and blends its judgement with their scores; the order of the others
/// stays. Names and paths are left to the first stage. Where the reranker is missing, fails or takes too long, nothing changes and a
/// warning says so.
std::unique_ptr<Operator> make_rerank(std::size_t depth);
/// Keeps the first `limit`.
std::unique_ptr<Operator> make_limit(std::size_t limit);

}  // namespace grove::search
