#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace grove::search {

/// Every weight of the ranking: field, default, what it does. Measured by `make eval`, whose ablations set one at a time to its neutral
/// value.
#define GROVE_TUNING(X)                                                                                                                 \
  X(name_precision, 0.35, 1.0, "beta of the F-measure of name matches: under 1, covering the name counts more than covering the query") \
  X(file_share, 0.7, 0.0, "share of the whole file's words in a unit's lexical score")                                                  \
  X(file_saturation, 4.6, 4.6, "k1 of the file's summed term frequencies")                                                              \
  X(file_dense, 0.5, 0.0, "share of the file's best three units in a unit's vector score")                                              \
  X(dense_semantic, 0.57, 0.0, "share of the vector score for questions in words")                                                      \
  X(dense_passage, 0.25, 0.0, "share of the vector score for passages of documents, whatever the question")                             \
  X(heading_match, 0.5, 0.0, "bonus for a passage whose heading is made of the query's words")                                          \
  X(dense_architecture, 0.12, 0.0, "share of the vector score for how-questions")                                                       \
  X(dense_symbol, 0.05, 0.0, "share of the vector score for identifiers")                                                               \
  X(name_match, 0.25, 0.0, "bonus for a symbol's name made of the query's words")                                                       \
  X(stem_match, 0.5, 0.0, "bonus for a file's name made of the query's words")                                                          \
  X(folder_match, 0.15, 0.0, "bonus for folders named by the query's words")                                                            \
  X(in_degree, 0.1, 0.0, "bonus for what is called from many places")                                                                   \
  X(definition, 0.4, 0.0, "bonus for the definition of an identifier of the query")                                                     \
  X(case_mismatch, 0.6, 1.0, "factor for a definition written in another case")                                                         \
  X(inner_definition, 0.7, 1.0, "factor for a definition inside a unit of another name")                                                \
  X(callable_definition, 0.9, 1.0, "factor for functions against types of the same name")                                               \
  X(test_penalty, 0.4, 1.0, "factor for tests, unless the query asks for them")                                                         \
  X(example_penalty, 0.5, 1.0, "factor for examples, benchmarks, fixtures and samples")                                                 \
  X(compat_penalty, 0.6, 1.0, "factor for compatibility and legacy copies")                                                             \
  X(older_version, 0.6, 1.0, "factor for `v1/` where the same folder has a `v2/` that answers too")                                     \
  X(reexport_penalty, 0.6, 1.0, "factor for files that only pass on what others define")                                                \
  X(declaration_penalty, 0.8, 1.0, "factor for prototypes and type declarations of code that stands elsewhere")                         \
  X(document_penalty, 0.5, 1.0, "factor for prose and configuration when code is asked for")                                            \
  X(file_repeat, 0.9, 1.0, "factor for each further unit of a file already listed")                                                     \
  X(rerank_share, 0.3, 0.0, "share of the reranker, where one is asked for, in the score of questions")                                 \
  X(stopword_weight, 0.0, 1.0, "weight of words that carry no topic")                                                                   \
  X(meta_weight, 0.5, 1.0, "weight of words about code in general: implementation, class, function")                                    \
  X(whole_weight, 1.7, 1.0, "weight of identifiers whole, against their parts")

/// The weights of one search. Plain values; copied per request.
struct Tuning {
#define GROVE_TUNING_FIELD(name, standard, neutral, meaning) double name = standard;
  GROVE_TUNING(GROVE_TUNING_FIELD)
#undef GROVE_TUNING_FIELD
};

/// One row of the table, for tools that set, print and ablate weights by name.
struct TuningField {
  std::string_view name;
  double Tuning::* member;
  double standard;
  double neutral;  ///< The value at which the signal does nothing.
  std::string_view meaning;
};
const std::vector<TuningField>& tuning_fields();

}  // namespace grove::search
