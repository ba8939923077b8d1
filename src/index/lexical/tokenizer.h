#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::index {

/// Which part of a unit a token stands in; BM25F weighs them differently.
enum class Field : unsigned char { kName, kQualifiedName, kPath, kSignature, kDoc, kBody };
inline constexpr int kFieldCount = 6;

/// Terms of a text, in order: every identifier whole (`verify_token`, lower-cased, joined by what joins it) and its parts (camelCase,
/// snake_case, digits apart), words stemmed lightly, CJK as bigrams, other scripts case-folded. `emit` is called with a view that is valid
/// during the call. The same function makes the terms of texts and of queries.
template <class Emit>
void tokenize(std::string_view text, Emit&& emit);

/// The terms of a query, each once, in order of appearance.
std::vector<std::string> query_terms(std::string_view query);

}  // namespace grove::index
