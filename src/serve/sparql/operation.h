#pragma once

#include <expected>
#include <string>
#include <variant>
#include <vector>

#include "rdf/triple_store.h"
#include "serve/http/message.h"

namespace grove::serve::sparql {

/// A query as a client sent it (SPARQL 1.1 Protocol, section 2.1).
struct QueryOperation {
  std::string text;
  rdf::QueryDataset dataset = {};
};

/// An update as a client sent it (section 2.2).
struct UpdateOperation {
  std::string text;
  std::vector<std::string> using_graphs = {}, using_named_graphs = {};
};

/// GET without parameters: the client asks what the service is (SPARQL 1.1 Service Description, section 2).
struct DescriptionOperation {};

using Operation = std::variant<QueryOperation, UpdateOperation, DescriptionOperation>;

/// What a request to the endpoint asks for: by GET, by a POST of a form, by a POST of the text itself, or of JSON
/// (`{"query": "…"}`). An answer that says what is wrong where it is none of those.
std::expected<Operation, HttpResponse> read_operation(const HttpRequest& request);

}  // namespace grove::serve::sparql
