#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rdf/term.h"

namespace grove::rdf {

/// What RDF is written in: the W3C recommendations of these names.
enum class Syntax { kTurtle, kNTriples, kNQuads, kTriG, kRdfXml, kJsonLd };

/// By media type (parameters are ignored), or by the ending of a file's name. Nothing where none of ours is meant.
std::optional<Syntax> syntax_of_media_type(std::string_view media_type);
std::optional<Syntax> syntax_of_file(std::string_view path);
std::string_view media_type(Syntax syntax);

struct ParseRequest {
  std::string_view text;
  Syntax syntax = Syntax::kTurtle;
  std::string base_iri = {};           ///< Empty: relative IRIs are errors.
  std::string blank_node_prefix = {};  ///< Keeps the blank nodes of two files apart: they are labelled b0, b1, … after it, in their order.
};

/// Hands out every statement in the order of the text. kInvalidArgument names line and column; what came before was handed out.
Status parse(const ParseRequest& request, const std::function<void(Quad&&)>& sink);
Result<std::vector<Quad>> parse(const ParseRequest& request);
/// The prefixes that a text of Turtle, TriG or RDF/XML declares, in its order.
Result<std::vector<Prefix>> prefixes_of(const ParseRequest& request);

struct SerializeRequest {
  Syntax syntax = Syntax::kTurtle;
  std::vector<Prefix> prefixes = {};
};

/// The same statements in the same order give the same bytes. Turtle and TriG use those of the prefixes that they need, keep the statements
/// of a subject together, and write blank nodes that stand in one place there. kInvalidArgument where a term is none, or where the syntax
/// can't say a statement (a named graph in Turtle, a predicate without a name in RDF/XML).
Result<std::string> serialize(std::span<const Quad> quads, const SerializeRequest& request);

}  // namespace grove::rdf
