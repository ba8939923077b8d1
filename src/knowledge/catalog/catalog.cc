#include "knowledge/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/text.h"
#include "knowledge/json/items.h"
#include "knowledge/ontology/read_ontology.h"

namespace grove::knowledge {
namespace {

constexpr std::size_t kLongestSlug = 64;
constexpr std::array<std::string_view, 6> kEntryKeys = {"slug", "label", "namespace", "description", "path", "tags"};

std::string manifest_path(const std::string& folder) { return folder + "/catalog.json"; }
std::string file_name(std::string_view slug) { return std::string(slug) + ".ttl"; }

Result<CatalogEntry> read_entry(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "slug", place));
  CatalogEntry entry{.slug = text_at(object, "slug"),
                     .label = text_at(object, "label"),
                     .name_space = text_at(object, "namespace"),
                     .description = text_at(object, "description"),
                     .path = {},
                     .tags = texts_at(object, "tags"),
                     .extra = extra_members(object, kEntryKeys)};
  GROVE_RETURN_IF_ERROR(check_slug(entry.slug));
  entry.path = file_name(entry.slug);  // never what the file says: it could lead anywhere
  return entry;
}

/// `catalog.json`
struct Manifest {
  std::vector<CatalogEntry> entries;
  std::string extra = {};  ///< Further keys, as one JSON object; empty for none.
};

std::string manifest_json(const Manifest& manifest) {
  Json list = Json::array();
  for (const CatalogEntry& one : manifest.entries) {
    Json object = {{"slug", one.slug}, {"label", one.label}, {"namespace", one.name_space}, {"description", one.description},
                   {"path", one.path}, {"tags", one.tags}};
    add_extra(object, one.extra);
    list.push_back(std::move(object));
  }
  Json object = {{"ontologies", std::move(list)}};
  add_extra(object, manifest.extra);
  return pretty(object);
}

Result<Manifest> parse_manifest(std::string_view text, const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(text, "catalog " + path));
  auto entries = read_items<CatalogEntry>(object, "ontologies", read_entry);
  if (!entries) return fail(ErrorCode::kCorrupt, fmt::format("catalog {} can't be read: {}", path, entries.error().message));
  std::ranges::sort(*entries, {}, &CatalogEntry::slug);
  constexpr std::array<std::string_view, 1> kKeys = {"ontologies"};
  return Manifest{.entries = std::move(*entries), .extra = extra_members(object, kKeys)};
}

/// An empty one where there is no file.
Result<Manifest> read_manifest(const std::string& folder) {
  const std::string path = manifest_path(folder);
  const auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::kNotFound) return Manifest{};
  if (!text) return std::unexpected(text.error());
  return parse_manifest(*text, path);
}

Result<std::string> as_turtle(const Registration& registration, const std::vector<rdf::Quad>& quads) {
  if (registration.syntax == rdf::Syntax::kTurtle && registration.base_iri.empty()) return std::string(registration.text);
  std::vector<rdf::Quad> triples = quads;
  for (rdf::Quad& quad : triples) quad.graph.reset();
  std::vector<rdf::Prefix> prefixes;
  const rdf::ParseRequest request{.text = registration.text, .syntax = registration.syntax, .base_iri = registration.base_iri};
  if (auto declared = rdf::prefixes_of(request)) prefixes = std::move(*declared);
  return rdf::serialize(triples, {.syntax = rdf::Syntax::kTurtle, .prefixes = std::move(prefixes)});
}

}  // namespace

Status check_slug(std::string_view slug) {
  const auto fine = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  const bool begins_well = !slug.empty() && slug.front() != '-' && slug.front() != '_';
  if (begins_well && slug.size() <= kLongestSlug && std::ranges::all_of(slug, fine)) return {};
  return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no slug", slug),
              fmt::format("take lower-case letters, digits, - and _, beginning with a letter or digit, {} at most", kLongestSlug));
}

std::vector<std::string> comma_separated(const std::vector<std::string>& values) {
  std::vector<std::string> pieces;
  for (const std::string& value : values)
    for (const std::string_view piece : split(value, ','))
      if (!trim(piece).empty()) pieces.emplace_back(trim(piece));
  return pieces;
}

Result<std::vector<CatalogEntry>> Catalog::entries() const {
  GROVE_ASSIGN_OR_RETURN(Manifest manifest, read_manifest(folder_));
  return std::move(manifest.entries);
}

Result<CatalogEntry> Catalog::entry(std::string_view slug) const {
  GROVE_ASSIGN_OR_RETURN(const std::vector<CatalogEntry> all, entries());
  std::vector<std::string> slugs;
  for (const CatalogEntry& one : all) {
    if (one.slug == slug) return one;
    slugs.push_back(one.slug);
  }
  return fail(ErrorCode::kNotFound, fmt::format("the catalog {} has no ontology \"{}\"", folder_, slug),
              slugs.empty() ? "register one with `grove kb register-ontology SLUG FILE`" : "it has " + join(slugs, ", "));
}

Result<CatalogEntry> Catalog::add(const Registration& registration) const {
  GROVE_RETURN_IF_ERROR(check_slug(registration.slug));
  const rdf::ParseRequest request{.text = registration.text, .syntax = registration.syntax, .base_iri = registration.base_iri};
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, rdf::parse(request));
  const SchemaCard card = card_of_ontology(quads, registration.slug);
  if (card.classes.empty() && card.datatype_properties.empty() && card.object_properties.empty())
    return fail(ErrorCode::kInvalidArgument, fmt::format("{} declares no class and no property", registration.slug),
                "give an ontology in OWL or RDFS");
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, as_turtle(registration, quads));
  const OntologyHead head = head_of(quads);
  const auto or_else = [](const std::string& given, const std::string& otherwise) { return given.empty() ? otherwise : given; };
  const CatalogEntry entry{.slug = registration.slug,
                           .label = or_else(registration.label, or_else(head.label, registration.slug)),
                           .name_space = head.name_space,
                           .description = or_else(registration.description, head.description),
                           .path = file_name(registration.slug),
                           .tags = registration.tags};
  GROVE_RETURN_IF_ERROR(create_directories(folder_));
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, FolderLock::take(folder_));
  GROVE_ASSIGN_OR_RETURN(Manifest manifest, read_manifest(folder_));
  std::erase_if(manifest.entries, [&](const CatalogEntry& one) { return one.slug == entry.slug; });
  manifest.entries.push_back(entry);
  std::ranges::sort(manifest.entries, {}, &CatalogEntry::slug);
  GROVE_RETURN_IF_ERROR(write_file(folder_ + '/' + entry.path, turtle));
  GROVE_RETURN_IF_ERROR(write_file(manifest_path(folder_), manifest_json(manifest)));
  return entry;
}

Result<std::vector<rdf::Quad>> Catalog::ontology(std::string_view slug) const {
  GROVE_RETURN_IF_ERROR(check_slug(slug));
  GROVE_ASSIGN_OR_RETURN(const CatalogEntry one, entry(slug));
  const std::string path = folder_ + '/' + one.path;
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  auto quads = rdf::parse({.text = text, .syntax = rdf::Syntax::kTurtle});
  if (!quads) return std::unexpected(std::move(quads).error().within("cannot read " + path));
  return quads;
}

}  // namespace grove::knowledge
