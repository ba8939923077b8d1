#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

/// The `origin` of what a model proposed and no baseline has.
inline constexpr std::string_view kInducedOrigin = "induced";

struct CardClass {
  std::string name;
  std::string description;
  std::string origin;                         ///< Slug of the baseline that brought it, or `kInducedOrigin`.
  std::string iri = {};                       ///< Its own; empty: the card's namespace and its name.
  std::vector<std::string> subclass_of = {};  ///< Names of classes, of the card or of its `external_classes`.
  std::string extra = {};                     ///< Further keys of its file, as one JSON object; empty for none.
  friend bool operator==(const CardClass&, const CardClass&) = default;
};

/// What a property with literals may hold.
enum class DatatypeRange : std::uint8_t { kString, kNumber, kInteger, kBoolean, kDate, kDateTime, kEnum, kAny };

/// Identity of a property is (domain, name); where it applies to several classes, (each of them, name).
struct CardProperty {
  std::string name;
  std::string domain;  ///< Name of a class; empty: of anything.
  std::string range;   ///< Object properties: name of a class, empty for anything. Datatype properties: name of a DatatypeRange.
  std::string description;
  std::string origin;
  std::string iri = {};                   ///< Its own; empty: the card's namespace and its name.
  std::vector<std::string> domains = {};  ///< All classes it applies to where they are several, `domain` among them: any one is enough.
  std::vector<std::string> ranges = {};   ///< Object properties: the same for what it may point to.
  std::vector<std::string> subproperty_of = {};  ///< IRIs.
  std::vector<std::string> values = {};          ///< Of an enum: what it may be; empty: any text.
  std::string extra = {};
  friend bool operator==(const CardProperty&, const CardProperty&) = default;

  /// `domains`, or `domain` alone, or one empty name.
  std::vector<std::string> applies_to() const;
  /// `ranges`, or `range` alone.
  std::vector<std::string> points_to() const;
};

struct CardEvent {
  std::string name;
  std::vector<std::string> actors;
  std::vector<std::string> effects;
  std::string description;
  std::string origin;
  std::string iri = {};
  std::string extra = {};
  friend bool operator==(const CardEvent&, const CardEvent&) = default;
};

/// Names that mean the same.
struct CardAlias {
  std::vector<std::string> names;
  std::string rationale;
  std::string origin;
  std::string extra = {};
  friend bool operator==(const CardAlias&, const CardAlias&) = default;
};

/// A class that baselines speak of and none of them defines.
struct ExternalClass {
  std::string name;
  std::string iri;
  friend bool operator==(const ExternalClass&, const ExternalClass&) = default;
};

/// What may be asserted: the ontology that people approve and extraction keeps to. A plain value; lists are in the order of their file.
struct SchemaCard {
  std::string version;     ///< When it was made, `2026-02-12T10:00:00Z`.
  std::string name_space;  ///< `namespace` of the file: what terms without an IRI of their own begin with.
  std::vector<CardClass> classes;
  std::vector<CardProperty> datatype_properties;
  std::vector<CardProperty> object_properties;
  std::vector<CardEvent> events;
  std::vector<CardAlias> aliases;
  std::vector<std::string> warnings;
  std::vector<ExternalClass> external_classes = {};
  std::string extra = {};
  friend bool operator==(const SchemaCard&, const SchemaCard&) = default;
};

/// `string`, `number`, …
std::string_view range_name(DatatypeRange range);
/// Of what files, models and ontologies write: the eight names, IRIs and prefixed names of XML Schema's types (`xsd:dateTime`), and what
/// people call them (`text`, `float`, `timestamp`). What nobody knows is kAny.
DatatypeRange datatype_range(std::string_view text);
/// What literals of that range are typed with: number is xsd:decimal; any and enum are xsd:string.
std::string_view range_datatype(DatatypeRange range);

/// Reads the JSON of a schema card, also one made by other programs: missing fields and nulls are empty, keys that aren't ours are kept.
/// `file` is what messages call it. kCorrupt says where and how the text is no schema card.
Result<SchemaCard> parse_schema_card(std::string_view json, std::string_view file);
/// Keys in the order of the documented format, two spaces, a line feed at the end. Equal cards give equal bytes.
std::string schema_card_json(const SchemaCard& card);

/// A whole file; kNotFound where there is none.
Result<SchemaCard> read_schema_card(const std::string& path);
/// Replaced whole, or not at all.
Status write_schema_card(const std::string& path, const SchemaCard& card);

}  // namespace grove::knowledge
