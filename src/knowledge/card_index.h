#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "knowledge/schema_card.h"
#include "rdf/term.h"

namespace grove::knowledge {

/// Names are equal when these are: trimmed, in lower case.
std::string normal_name(std::string_view name);

/// Finds terms of a card by name. Borrows the card; immutable, so any thread may ask.
class CardIndex {
 public:
  explicit CardIndex(const SchemaCard& card);

  const SchemaCard& card() const { return card_; }
  /// Null where the card has none.
  const CardClass* find_class(std::string_view name) const;
  /// The property that applies to a class by that name: its own, else the nearest ancestor's, else one of anything. Null for none.
  const CardProperty* datatype_property(std::string_view class_name, std::string_view name) const;
  const CardProperty* object_property(std::string_view class_name, std::string_view name) const;
  /// The one whose identity is exactly (domain, name).
  const CardProperty* datatype_property_of(std::string_view domain, std::string_view name) const;
  const CardProperty* object_property_of(std::string_view domain, std::string_view name) const;
  /// Whether a class is `ancestor` or below it. Cycles do no harm.
  bool is_a(std::string_view class_name, std::string_view ancestor) const;

  /// Its own IRI, else the namespace and its name. kInvalidArgument where that is no IRI.
  Result<rdf::Term> iri_of(const CardClass& item) const;
  Result<rdf::Term> iri_of(const CardProperty& item) const;
  Result<rdf::Term> iri_of(const CardEvent& item) const;
  /// Of a class by name, external ones included; kNotFound for none.
  Result<rdf::Term> class_iri(std::string_view name) const;

 private:
  using PropertyMap = std::map<std::pair<std::string, std::string>, const CardProperty*>;
  const CardProperty* nearest(const PropertyMap& map, std::string_view class_name, std::string_view name) const;
  /// The class and all above it, nearest first, by normal name.
  std::vector<std::string> lineage(std::string_view class_name) const;

  const SchemaCard& card_;
  std::map<std::string, const CardClass*> classes_;
  std::map<std::string, const ExternalClass*> external_;
  PropertyMap datatype_;
  PropertyMap object_;
};

}  // namespace grove::knowledge
