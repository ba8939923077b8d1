#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "knowledge/graph_view.h"
#include "knowledge/shacl/card_check.h"
#include "knowledge/shacl/card_shapes.h"
#include "rdf/syntax.h"
#include "serve/json/writer.h"

// What a card allows, as shapes, and whether graphs keep to it.
namespace grove::cli {
namespace {

using knowledge::ShaclReport;
using knowledge::ShaclResult;

constexpr OptionSpec kShapesOptions[] = {
    kSchemaCardOption, {.name = "out", .value = "FILE", .help = "Turtle to write; without it, stdout", .completion = Completion::kFile}};

Result<int> run_shapes(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"schema-card"}));
  GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard card, knowledge::read_schema_card(invocation.text("schema-card")));
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, knowledge::shapes_turtle(card));
  const std::string out = invocation.text("out");
  const Console& console = session.console();
  if (!out.empty()) GROVE_RETURN_IF_ERROR(write_result(out, turtle));
  serve::JsonWriter json;
  json.begin_object().field_unless_empty("out", out);
  if (out.empty()) json.field("turtle", turtle);
  json.end_object();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? json.take() + '\n' : out.empty() ? turtle : out + '\n'));
  return 0;
}

constexpr ArgumentSpec kData[] = {{.name = "DATA",
                                   .help = "Files of RDF to check, taken together",
                                   .count = ArgumentSpec::Count::kAtLeastOne,
                                   .completion = Completion::kFile}};
constexpr OptionSpec kValidateOptions[] = {
    {.name = "shapes", .value = "FILE", .help = "SHACL shapes, as RDF", .completion = Completion::kFile},
    {.name = "schema-card", .value = "FILE", .help = "Schema card whose shapes they have to fit", .completion = Completion::kFile},
    {.name = "out", .value = "FILE", .help = "Report to write, as Turtle", .completion = Completion::kFile}};

/// The graph of several files. A blank node is one file's alone, whatever it is called there.
Result<std::vector<rdf::Quad>> read_graphs(const std::vector<std::string>& files) {
  std::vector<rdf::Quad> all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    GROVE_ASSIGN_OR_RETURN(std::vector<rdf::Quad> quads, read_quads(files[i]));
    for (rdf::Quad& quad : quads) {
      for (rdf::Term* const term : {&quad.subject, &quad.object})
        if (term->kind == rdf::Term::Kind::kBlank) term->value = fmt::format("f{}-{}", i, term->value);
      all.push_back(std::move(quad));
    }
  }
  return all;
}

Result<ShaclReport> checked(const Invocation& invocation, const CancelToken& cancel) {
  const std::string shapes_file = invocation.text("shapes"), card_file = invocation.text("schema-card");
  if (shapes_file.empty() == card_file.empty())
    return fail(ErrorCode::kInvalidArgument, "it has to be known what to check the graph against",
                "give --shapes FILE or --schema-card FILE, one of them");
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> data, read_graphs(invocation.arguments));
  if (!card_file.empty()) {
    GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard card, knowledge::read_schema_card(card_file));
    return knowledge::check_against_card(data, card, cancel);
  }
  GROVE_ASSIGN_OR_RETURN(const std::vector<rdf::Quad> shapes, read_quads(shapes_file));
  auto report = knowledge::validate({.shapes = shapes, .data = data}, cancel);
  if (!report) return std::unexpected(Error(report.error()).within("cannot use the shapes of " + shapes_file));
  return report;
}

std::string report_json(const ShaclReport& report) {
  serve::JsonWriter json;
  json.begin_object().field("conforms", report.conforms).key("results").begin_array();
  for (const ShaclResult& one : report.results) {
    json.begin_object().field("focus", one.focus.value);
    if (one.path) json.field("path", knowledge::path_text(*one.path));
    if (one.value) json.field("value", one.value->value);
    json.field("severity", one.severity.value).field("component", one.component.value).field("shape", one.source_shape.value);
    json.key("messages").begin_array();
    for (const rdf::Term& message : one.messages) json.value(message.value);
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.take() + '\n';
}

Result<int> run_validate(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const ShaclReport report, checked(invocation, session.cancel()));
  if (const std::string out = invocation.text("out"); !out.empty()) {
    GROVE_ASSIGN_OR_RETURN(const std::string turtle, knowledge::report_turtle(report));
    GROVE_RETURN_IF_ERROR(write_result(out, turtle));
  }
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? report_json(report) : printable(knowledge::report_text(report))));
  return report.conforms ? 0 : 1;
}

}  // namespace

const CommandSpec kKbShapesCommand = {
    .name = "kb shapes",
    .summary = "Write what a schema card allows as SHACL shapes",
    .description =
        "For each property a shape that says which classes may have it, and which datatype, class or values it may hold. Nothing is\n"
        "required that the card doesn't require.",
    .options = kShapesOptions,
    .examples = "grove kb shapes --schema-card data/schema/schema_card.json --out shapes.ttl",
    .run = run_shapes,
};

const CommandSpec kKbValidateCommand = {
    .name = "kb validate",
    .summary = "Check graphs against SHACL shapes, or against a schema card",
    .description =
        "SHACL Core. Says each violation in a line, writes the W3C's report with --out, and ends with exit code 1 where the graph does\n"
        "not conform.",
    .arguments = kData,
    .options = kValidateOptions,
    .examples =
        "grove kb validate doc_x.ttl --schema-card card.json\n"
        "grove kb validate world.ttl schema.ttl --shapes shapes.ttl --out report.ttl",
    .run = run_validate,
};

}  // namespace grove::cli
