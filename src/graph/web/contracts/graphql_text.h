#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::graph::web {

/// A query, mutation or subscription with the fields of the root type that it asks for.
struct GraphQlOperation {
  std::string verb;  ///< `QUERY`, `MUTATION`, `SUBSCRIPTION`.
  std::string name;  ///< Empty where it has none.
  std::vector<std::string> fields = {};
};

/// A field of a root type as a schema declares it.
struct GraphQlField {
  std::string verb, name;
};

/// What a GraphQL document says, operations or a schema.
struct GraphQlDocument {
  std::vector<GraphQlOperation> operations = {};
  std::vector<GraphQlField> declared = {};
};

/// Reads a document as far as root fields go (GraphQL specification, section 2). Takes any text; what is no GraphQL says nothing. Linear.
GraphQlDocument parse_graphql(std::string_view text);

/// `QUERY` of `Query` and `query`; empty for the names of other types.
std::string_view root_verb(std::string_view type);

}  // namespace grove::graph::web
