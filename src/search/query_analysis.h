#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/tuning.h"

namespace grove::search {

/// What kind of answer a query wants; decides the weights of the channels. Found from the query's form alone, without a model.
enum class Intent {
  kSymbol,        ///< An identifier or two: `verify_token`, `Rack::Response`, `HttpClient`.
  kPath,          ///< A file or folder: `src/auth/service.py`.
  kSemantic,      ///< Words for what code does.
  kArchitecture,  ///< How parts work together: "how requests are dispatched".
};
std::string_view intent_name(Intent intent);

struct QueryTerm {
  std::string term;    ///< As the tokenizer makes it.
  double weight = 1;   ///< Before inverse document frequency.
  bool whole = false;  ///< A whole identifier of more than one part.
};

struct QueryAnalysis {
  Intent intent = Intent::kSemantic;
  std::vector<QueryTerm> terms;          ///< Each once.
  std::vector<std::string> identifiers;  ///< As written, without qualifiers' separators lost: `Rack::Response`, `verify_token`.
  bool asks_for_tests = false;           ///< Tests are what is looked for; they are not ranked down.
  bool asks_for_examples = false;
  bool asks_for_documents = false;
  bool asks_for_compatibility = false;
};

/// Pure.
QueryAnalysis analyze_query(std::string_view query, const Tuning& tuning);

}  // namespace grove::search
