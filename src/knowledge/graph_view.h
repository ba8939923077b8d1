#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rdf/term.h"

namespace grove::knowledge {

namespace names {
inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kRdfs = "http://www.w3.org/2000/01/rdf-schema#";
inline constexpr std::string_view kOwl = "http://www.w3.org/2002/07/owl#";
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kShacl = "http://www.w3.org/ns/shacl#";
inline constexpr std::string_view kSkos = "http://www.w3.org/2004/02/skos/core#";
inline constexpr std::string_view kDcterms = "http://purl.org/dc/terms/";
inline constexpr std::string_view kProv = "http://www.w3.org/ns/prov#";
inline constexpr std::string_view kSchema = "https://schema.org/";
inline constexpr std::string_view kSchemaHttp = "http://schema.org/";  ///< As older files write it.
inline constexpr std::string_view kVann = "http://purl.org/vocab/vann/";
}  // namespace names

/// A name in one of these namespaces, as an IRI.
rdf::Term named(std::string_view name_space, std::string_view local);

/// The statements of a graph by subject and by object. Borrows them; graph names are not looked at. Immutable, so any thread may ask.
class GraphView {
 public:
  explicit GraphView(std::span<const rdf::Quad> quads);

  /// In the order of the statements, each once.
  std::vector<rdf::Term> objects(const rdf::Term& subject, const rdf::Term& predicate) const;
  std::vector<rdf::Term> subjects(const rdf::Term& predicate, const rdf::Term& object) const;
  /// All statements about a subject.
  std::span<const rdf::Quad* const> about(const rdf::Term& subject) const;
  /// All statements that end in it.
  std::span<const rdf::Quad* const> pointing_to(const rdf::Term& object) const;
  bool has(const rdf::Term& subject, const rdf::Term& predicate, const rdf::Term& object) const;
  bool is_a(const rdf::Term& subject, const rdf::Term& type) const;
  /// The members of an RDF list; what is no list, or runs in a circle, ends where it stops being one.
  std::vector<rdf::Term> list(rdf::Term head) const;
  std::span<const rdf::Quad> quads() const { return quads_; }

 private:
  using Index = std::map<rdf::Term, std::vector<const rdf::Quad*>>;
  std::span<const rdf::Quad> quads_;
  Index by_subject_;
  Index by_object_;
};

}  // namespace grove::knowledge
