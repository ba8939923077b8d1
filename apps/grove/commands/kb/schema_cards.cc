#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/catalog_options.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "knowledge/catalog/aligned_baselines.h"
#include "knowledge/catalog/baseline_iris.h"
#include "knowledge/catalog/compose.h"
#include "knowledge/export_schema.h"
#include "knowledge/merge.h"
#include "serve/json/writer.h"

// Schema cards: made of baselines, grown by proposals, written as an ontology.
namespace grove::cli {
namespace {

using knowledge::SchemaCard;

constexpr OptionSpec kOut = {.name = "out", .value = "FILE", .help = "Where it is written", .completion = Completion::kFile};
constexpr OptionSpec name_space_option(std::string_view fallback) {
  return {.name = "namespace", .value = "IRI", .help = "What terms without an IRI of their own begin with", .fallback = fallback};
}
constexpr OptionSpec kNameSpace = name_space_option("the card's, else http://ontorag.dev/ns/");
constexpr OptionSpec kProposal = {
    .name = "proposal", .value = "FILE", .help = "A proposal, or its alignment", .completion = Completion::kFile};

constexpr OptionSpec kInitOptions[] = {
    {.name = "baselines", .value = "A,B", .help = "Slugs of the catalog, the most important first", .type = OptionType::kList},
    kCatalogOption,
    kOut,
    name_space_option(knowledge::kDefaultNameSpace),
};
constexpr OptionSpec kBuildOptions[] = {
    {.name = "previous", .value = "FILE", .help = "The card that grows; none: a new one", .completion = Completion::kFile},
    kProposal,
    kCatalogOption,
    kOut,
    kNameSpace,
};
constexpr OptionSpec kExportOptions[] = {
    kProposal,
    {.name = "schema-card",
     .value = "FILE",
     .help = "The card to write, with what the proposal adds to it",
     .completion = Completion::kFile},
    kCatalogOption,
    kOut,
    kNameSpace,
};

std::string counts_json(const std::string& out, const SchemaCard& card) {
  serve::JsonWriter json;
  json.begin_object().field("out", out).field("version", card.version).field("namespace", card.name_space);
  json.field("classes", card.classes.size()).field("datatype_properties", card.datatype_properties.size());
  json.field("object_properties", card.object_properties.size()).field("events", card.events.size());
  json.field("aliases", card.aliases.size()).array_field("warnings", card.warnings).end_object();
  return json.take() + '\n';
}

std::string counts_text(const std::string& out, const SchemaCard& card) {
  return fmt::format("{}: {} classes, {} datatype properties, {} object properties, {} events; {} warnings\n", printable_line(out),
                     card.classes.size(), card.datatype_properties.size(), card.object_properties.size(), card.events.size(),
                     card.warnings.size());
}

Result<int> tell(const std::string& out, const SchemaCard& card, const Console& console) {
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? counts_json(out, card) : counts_text(out, card)));
  return 0;
}

Result<int> run_init(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"out"}));
  const std::string out = invocation.text("out");
  const knowledge::ComposeRequest request{.slugs = knowledge::comma_separated(invocation.list("baselines")),
                                          .target_name_space = invocation.text("namespace")};
  GROVE_ASSIGN_OR_RETURN(const SchemaCard card, knowledge::compose(catalog_of(invocation), request, system_clock()));
  GROVE_RETURN_IF_ERROR(write_result(out, knowledge::schema_card_json(card)));
  return tell(out, card, session.console());
}

/// The card in a file, or a new one of the namespace.
Result<SchemaCard> card_in(const std::string& file, const std::string& name_space) {
  if (file.empty())
    return knowledge::empty_card(name_space.empty() ? std::string(knowledge::kDefaultNameSpace) : name_space, system_clock());
  GROVE_ASSIGN_OR_RETURN(SchemaCard card, knowledge::read_schema_card(file));
  if (!name_space.empty()) card.name_space = name_space;
  return card;
}

Result<int> run_build(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"proposal", "out"}));
  const std::string out = invocation.text("out");
  GROVE_ASSIGN_OR_RETURN(SchemaCard previous, card_in(invocation.text("previous"), invocation.text("namespace")));
  GROVE_RETURN_IF_ERROR(knowledge::add_baseline_iris(previous, catalog_of(invocation)));
  GROVE_ASSIGN_OR_RETURN(const knowledge::ProposalOrAlignment proposal, knowledge::read_proposal_or_alignment(invocation.text("proposal")));
  const SchemaCard card = knowledge::merge(previous, proposal, system_clock());
  GROVE_RETURN_IF_ERROR(write_result(out, knowledge::schema_card_json(card)));
  return tell(out, card, session.console());
}

/// What a proposal alone comes to. The terms that an alignment reuses or extends are looked up in the catalog.
Result<SchemaCard> card_of_proposal(const knowledge::ProposalOrAlignment& proposal, const Invocation& invocation) {
  GROVE_ASSIGN_OR_RETURN(SchemaCard card, card_in("", invocation.text("namespace")));
  const auto* const alignment = std::get_if<knowledge::Alignment>(&proposal);
  if (alignment == nullptr) return card;
  GROVE_ASSIGN_OR_RETURN(SchemaCard baselines, knowledge::aligned_baselines(catalog_of(invocation), *alignment, system_clock()));
  baselines.name_space = std::move(card.name_space);
  return baselines;
}

Result<int> run_export(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"out"}));
  const std::string out = invocation.text("out");
  const std::string card_file = invocation.text("schema-card");
  const std::string proposal_file = invocation.text("proposal");
  if (card_file.empty() && proposal_file.empty())
    return fail(ErrorCode::kInvalidArgument, "there is nothing to export", "give --schema-card, --proposal, or both");
  SchemaCard card;
  if (!card_file.empty()) {
    GROVE_ASSIGN_OR_RETURN(card, card_in(card_file, invocation.text("namespace")));
  }
  if (!proposal_file.empty()) {
    GROVE_ASSIGN_OR_RETURN(const knowledge::ProposalOrAlignment proposal, knowledge::read_proposal_or_alignment(proposal_file));
    if (card_file.empty()) {
      GROVE_ASSIGN_OR_RETURN(card, card_of_proposal(proposal, invocation));
    }
    card = knowledge::merge(card, proposal, system_clock());
  }
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, knowledge::schema_turtle(card));
  GROVE_RETURN_IF_ERROR(write_result(out, turtle));
  return tell(out, card, session.console());
}

}  // namespace

const CommandSpec kKbInitSchemaCardCommand = {
    .name = "kb init-schema-card",
    .summary = "Make a schema card of baselines",
    .description = "Takes the classes and properties of ontologies of the catalog together, each with its origin and its own IRI.",
    .options = kInitOptions,
    .examples = "grove kb init-schema-card --baselines foaf,prov --namespace http://my.org/ns/ --out data/schema/schema_card.json",
    .run = run_init,
};

const CommandSpec kKbBuildSchemaCardCommand = {
    .name = "kb build-schema-card",
    .summary = "Merge a proposal into a schema card",
    .description =
        "Terms are joined by name, properties by domain and name; the longer description wins, and origins stay. The same files give the\n"
        "same card. Terms of baselines that have no IRI, as in cards of other programs, get the one that the catalog has. Nothing is\n"
        "approved by that: `grove kb review` decides term by term.",
    .options = kBuildOptions,
    .examples = "grove kb build-schema-card --previous card.json --proposal alignment.json --out card.next.json",
    .run = run_build,
};

const CommandSpec kKbExportSchemaTtlCommand = {
    .name = "kb export-schema-ttl",
    .summary = "Write a schema card or a proposal as an ontology in Turtle",
    .description =
        "Terms of baselines keep their IRIs: those of the card, or for an alignment alone those that the catalog has. A property of "
        "several\n"
        "classes says so by schema:domainIncludes, since several rdfs:domain would mean all of them at once.",
    .options = kExportOptions,
    .examples =
        "grove kb export-schema-ttl --schema-card data/schema/schema_card.json --out schema.ttl\n"
        "grove kb export-schema-ttl --proposal alignment.json --namespace http://my.org/ns/ --out staging.ttl",
    .run = run_export,
};

}  // namespace grove::cli
