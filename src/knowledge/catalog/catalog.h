#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rdf/syntax.h"

namespace grove::knowledge {

/// Where the catalog lies unless somebody says otherwise, below the folder that a program was started in.
inline constexpr std::string_view kDefaultCatalog = "data/ontologies";

/// An ontology that the catalog holds.
struct CatalogEntry {
  std::string slug;
  std::string label;
  std::string name_space;
  std::string description;
  std::string path;  ///< Within the catalog's folder: `<slug>.ttl`.
  std::vector<std::string> tags;
  std::string extra = {};  ///< Further keys of the file, as one JSON object; empty for none.
};

struct Registration {
  std::string slug;
  std::string_view text;  ///< Of the ontology.
  rdf::Syntax syntax = rdf::Syntax::kTurtle;
  std::string base_iri = {};     ///< Empty: relative IRIs are errors.
  std::string label = {};        ///< Empty: the ontology's own, else the slug.
  std::string description = {};  ///< Empty: the ontology's own.
  std::vector<std::string> tags = {};
};

/// Names that are given one by one or between commas, as `a, b`: the trimmed pieces that aren't empty.
std::vector<std::string> comma_separated(const std::vector<std::string>& values);

/// Ontologies in a folder: `catalog.json` and one Turtle file each. Reads its files anew for each call. Any number of processes may
/// read and add at once; the last writer of a slug wins.
class Catalog {
 public:
  /// The folder needn't be there before something is registered.
  explicit Catalog(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  /// Sorted by slug; none where there is no catalog yet. kCorrupt where `catalog.json` is none.
  Result<std::vector<CatalogEntry>> entries() const;
  /// kNotFound names the slugs there are.
  Result<CatalogEntry> entry(std::string_view slug) const;
  /// Keeps the ontology as Turtle (as it is written, where it is Turtle) and enters it, in the place of one of the same slug.
  /// kInvalidArgument where the slug is none, the text is no RDF of that syntax, or nothing in it is a class or property.
  Result<CatalogEntry> add(const Registration& registration) const;
  /// The statements of an ontology.
  Result<std::vector<rdf::Quad>> ontology(std::string_view slug) const;

 private:
  std::string folder_;
};

/// Lower-case letters, digits, `-` and `_`, up to 64, beginning with a letter or digit: what can be a file's name anywhere and leaves no
/// folder. kInvalidArgument says so.
Status check_slug(std::string_view slug);

}  // namespace grove::knowledge
