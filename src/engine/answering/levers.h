#pragma once

#include "engine/answering/ranking.h"

namespace grove::engine {

/// The unit of a type, by its file and qualified name.
std::optional<index::UnitRef> type_named(const search::Scope& scope, std::string_view path, std::string_view qualified);

/// The smallest type of a unit's file that a callable stands in; nothing for others.
std::optional<index::UnitRef> type_around(const index::UnitIndex& index, index::UnitRef ref);

/// What answers stand for one thing: path and type of a unit, path and controller of a request.
std::string subject_of(const Candidate& candidate, const AnswerSources& sources);

/// Raises what the best answers call, and adds what the best flows go through.
void spread_over_calls(const AnswerSources& sources, std::vector<Candidate>& ranked);

/// Adds the types that call any function of the types of some names.
void add_callers(const AnswerSources& sources, const std::vector<std::string>& names, std::vector<Candidate>& ranked);

/// Puts the best-fitting request in front where none stands among the first three.
void seed_flow(std::vector<Candidate>& ranked);

/// Maximal marginal relevance (Carbonell and Goldstein, 1998) by subject, file and folder, and at most two answers of one subject.
void diversify(const AnswerSources& sources, std::vector<Candidate>& ranked, std::size_t limit);

/// Descending by score; equal ones by place.
void sort_candidates(const AnswerSources& sources, std::vector<Candidate>& candidates);

/// Adds a candidate's score to that of the same one, or the candidate.
void add_score(std::vector<Candidate>& candidates, Candidate candidate);

}  // namespace grove::engine
