#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/commands/kb/model.h"
#include "base/file.h"
#include "knowledge/propose/propose.h"

// Which terms documents need that a schema card lacks.
namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    kChunksOption,  kSchemaCardOption, {.name = "out", .value = "FILE", .help = "Proposal to write", .completion = Completion::kFile},
    kModelOption,   kBaseUrlOption,    kApiKeyOption,
    kJobsOption,    kSlimCardOption,   kDryRunOption,
    kLimitOption,   kContextOption,    kAnswerTokensOption,
    kPriceInOption, kPriceOutOption,   kRetryFailedOption,
    kCacheOption};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"chunks", "schema-card", "out"}));
  GROVE_ASSIGN_OR_RETURN(const std::vector<knowledge::ChunkDto> all, chunks_of(invocation));
  const auto chunks = limited(invocation, all);
  GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard card, knowledge::read_schema_card(invocation.text("schema-card")));
  GROVE_ASSIGN_OR_RETURN(const auto model, KbModel::open(invocation, session));
  const auto questions = knowledge::proposal_questions(chunks, {card, card_scope(invocation)});
  if (invocation.has("dry-run")) {
    GROVE_RETURN_IF_ERROR(print_estimate(questions, *model, session));
    return 0;
  }
  GROVE_ASSIGN_OR_RETURN(const auto proposed, knowledge::propose_terms(chunks, questions, model->run("proposing")));
  const knowledge::Proposal proposal = knowledge::aggregate(proposed.answers);
  const std::string out = invocation.text("out");
  KbReport report{.out = out, .questions = questions.size(), .spent = proposed.spent, .failures_file = beside(out, "failures")};
  GROVE_RETURN_IF_ERROR(write_failures(report.failures_file, proposed.failures));
  if (proposed.answers.empty() && !proposed.failures.empty()) GROVE_RETURN_IF_ERROR(keep_what_is_there(out));
  GROVE_RETURN_IF_ERROR(write_result(out, knowledge::proposal_json(proposal)));
  const knowledge::ProposedTerms& terms = proposal.terms;
  report.counts = {{"classes", terms.classes.size()},
                   {"datatype_properties", terms.datatype_properties.size()},
                   {"object_properties", terms.object_properties.size()},
                   {"events", terms.events.size()}};
  return print_report(report, session);
}

}  // namespace

const CommandSpec kKbExtractSchemaCommand = {
    .name = "kb extract-schema",
    .summary = "Have a language model propose terms that documents need",
    .description =
        "Shows the model each chunk with the schema card, and asks which classes, properties and events the chunk needs that the\n"
        "card lacks. The proposals of all chunks become one, which `grove kb build-schema-card` merges into a card. What is proposed\n"
        "has quotes that stand in the chunk. Answers are kept: interrupted, it goes on where it was.",
    .arguments = kMoreChunks,
    .options = kOptions,
    .examples =
        "grove kb extract-schema --chunks data/dto/chunks/doc_x.jsonl --schema-card card.json --out proposal.json\n"
        "grove kb extract-schema --chunks doc_x.jsonl --schema-card card.json --out proposal.json --dry-run",
    .run = run,
};

}  // namespace grove::cli
