#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/catalog_options.h"
#include "apps/grove/session.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"
#include "knowledge/catalog/catalog.h"
#include "knowledge/ontology/read_ontology.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "SLUG", .help = "What the catalog calls it: lower-case letters, digits, - and _"},
                                       {.name = "FILE", .help = "The ontology", .completion = Completion::kFile}};
constexpr OptionSpec kOptions[] = {
    kCatalogOption,
    {.name = "label", .value = "TEXT", .help = "Its name for people (else its own)"},
    {.name = "description", .value = "TEXT", .help = "What it is about (else its own)"},
    {.name = "tags", .value = "A,B", .help = "Words to find it by", .type = OptionType::kList},
    {.name = "base", .value = "IRI", .help = "What relative IRIs in it are relative to"},
};

Result<rdf::Syntax> syntax_of(const std::string& file) {
  if (const auto syntax = rdf::syntax_of_file(file)) return *syntax;
  return fail(ErrorCode::kInvalidArgument, fmt::format("the ending of {} names no syntax of RDF", printable_line(file)),
              "name it .ttl, .rdf, .owl, .nt, .nq or .jsonld");
}

std::string shown(const knowledge::CatalogEntry& entry, const knowledge::SchemaCard& card) {
  return fmt::format("registered {} ({}): {} classes, {} datatype properties, {} object properties\n", entry.slug,
                     printable_line(entry.name_space), card.classes.size(), card.datatype_properties.size(), card.object_properties.size());
}

std::string json_of(const knowledge::CatalogEntry& entry, const knowledge::SchemaCard& card) {
  serve::JsonWriter json;
  json.begin_object().field("slug", entry.slug).field("label", entry.label).field("namespace", entry.name_space);
  json.field("description", entry.description).field("path", entry.path).array_field("tags", entry.tags);
  json.field("classes", card.classes.size()).field("datatype_properties", card.datatype_properties.size());
  json.field("object_properties", card.object_properties.size()).end_object();
  return json.take() + '\n';
}

Result<int> run(const Invocation& invocation, Session& session) {
  const std::string& file = invocation.arguments[1];
  GROVE_RETURN_IF_ERROR(knowledge::check_slug(invocation.arguments[0]));
  GROVE_ASSIGN_OR_RETURN(const rdf::Syntax syntax, syntax_of(file));
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(file));
  const knowledge::Catalog catalog = catalog_of(invocation);
  auto entry = catalog.add({.slug = invocation.arguments[0],
                            .text = text,
                            .syntax = syntax,
                            .base_iri = invocation.text("base"),
                            .label = invocation.text("label"),
                            .description = invocation.text("description"),
                            .tags = knowledge::comma_separated(invocation.list("tags"))});
  if (!entry) {
    Error error = std::move(entry).error();
    if (error.code == ErrorCode::kInvalidArgument) error.code = ErrorCode::kCorrupt;  // the file is wrong, not the command
    return std::unexpected(std::move(error).within("cannot register " + printable_line(file)));
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> quads, catalog.ontology(entry->slug));
  const knowledge::SchemaCard card = knowledge::card_of_ontology(quads, entry->slug);
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? json_of(*entry, card) : shown(*entry, card)));
  return 0;
}

}  // namespace

const CommandSpec kKbRegisterOntologyCommand = {
    .name = "kb register-ontology",
    .summary = "Put an ontology into the catalog of baselines",
    .description =
        "Reads OWL and RDFS in Turtle, RDF/XML, N-Triples, N-Quads or JSON-LD, told apart by the file's ending. Its namespace, name and\n"
        "description are read from it. An ontology of the same slug is replaced; what it imports is not fetched.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove kb register-ontology foaf ontologies/foaf.ttl --label \"Friend of a Friend\" --tags social,people",
    .run = run,
};

}  // namespace grove::cli
