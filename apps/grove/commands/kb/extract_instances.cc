#include <fmt/format.h>

#include <filesystem>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/commands/kb/model.h"
#include "base/file.h"
#include "base/printable.h"
#include "knowledge/facts/extract.h"
#include "knowledge/facts/instance_graph.h"
#include "knowledge/shacl/card_check.h"
#include "rdf/syntax.h"

// Facts with their quotes.
namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    kChunksOption,
    kSchemaCardOption,
    {.name = "out-ttl", .value = "FILE", .help = "Turtle to write; rejects and merges are left beside it", .completion = Completion::kFile},
    {.name = "splits",
     .value = "FILE",
     .help = "Decisions that keep things apart, one JSON object a line",
     .completion = Completion::kFile},
    kModelOption,
    kBaseUrlOption,
    kApiKeyOption,
    kJobsOption,
    kSlimCardOption,
    kDryRunOption,
    kLimitOption,
    kContextOption,
    kAnswerTokensOption,
    kPriceInOption,
    kPriceOutOption,
    kRetryFailedOption,
    kCacheOption};

struct Checking {
  const knowledge::SchemaCard& card;
  const CancelToken& cancel;
};

/// A file of lines, or none where there are no lines.
Status write_lines(const std::string& path, const std::string& lines) {
  return lines.empty() ? remove_file(path) : write_file(path, lines);
}

/// Returns how often the facts do what the card's shapes forbid; the report stands beside the facts, if there is anything to say.
Result<std::size_t> write_graph(const std::string& path, const knowledge::GraphRequest& request, const Checking& checking) {
  GROVE_ASSIGN_OR_RETURN(const auto graphs, knowledge::instance_graphs(request));
  const std::vector<rdf::Quad> facts = knowledge::union_of(graphs);
  GROVE_ASSIGN_OR_RETURN(const std::string turtle, rdf::serialize(facts, {.syntax = rdf::Syntax::kTurtle,
                                                                          .prefixes = knowledge::instance_prefixes(request.name_space)}));
  GROVE_RETURN_IF_ERROR(write_result(path, turtle));
  GROVE_ASSIGN_OR_RETURN(const knowledge::ShaclReport report, knowledge::check_against_card(facts, checking.card, checking.cancel));
  GROVE_ASSIGN_OR_RETURN(const std::string text, knowledge::report_turtle(report));
  GROVE_RETURN_IF_ERROR(write_lines(beside(path, "validation", "ttl"), report.results.empty() ? std::string() : text));
  return report.results.size();
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"chunks", "schema-card", "out-ttl"}));
  GROVE_ASSIGN_OR_RETURN(const std::vector<knowledge::ChunkDto> all, chunks_of(invocation));
  const auto chunks = limited(invocation, all);
  GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard card, knowledge::read_schema_card(invocation.text("schema-card")));
  std::vector<knowledge::Split> splits;
  if (invocation.has("splits")) {
    GROVE_ASSIGN_OR_RETURN(splits, knowledge::read_splits(invocation.text("splits")));
  }
  GROVE_ASSIGN_OR_RETURN(const auto model, KbModel::open(invocation, session));
  const auto questions = knowledge::statement_questions(chunks, {card, card_scope(invocation)});
  if (invocation.has("dry-run")) {
    GROVE_RETURN_IF_ERROR(print_estimate(questions, *model, session));
    return 0;
  }
  GROVE_ASSIGN_OR_RETURN(const auto stated, knowledge::extract_statements(questions, model->run("extracting")));
  GROVE_ASSIGN_OR_RETURN(const knowledge::Facts facts,
                         knowledge::assemble_facts({.chunks = chunks, .statements = stated.answers, .card = card, .splits = splits}));
  const std::string out = invocation.text("out-ttl");
  if (stated.answers.empty() && !stated.failures.empty()) {
    GROVE_RETURN_IF_ERROR(write_failures(beside(out, "failures"), stated.failures));
    GROVE_RETURN_IF_ERROR(keep_what_is_there(out));
  }
  const auto documents = documents_of(invocation, all);
  GROVE_ASSIGN_OR_RETURN(const std::size_t violations,
                         write_graph(out, {.facts = facts, .chunks = chunks, .documents = documents, .name_space = card.name_space},
                                     {card, session.cancel()}));
  KbReport report{.out = out, .questions = questions.size(), .spent = stated.spent, .failures_file = beside(out, "failures")};
  GROVE_RETURN_IF_ERROR(write_failures(report.failures_file, stated.failures));
  GROVE_RETURN_IF_ERROR(write_lines(beside(out, "rejects"), knowledge::rejects_json(facts.rejects)));
  GROVE_RETURN_IF_ERROR(write_lines(beside(out, "merges"), knowledge::merges_json(facts.merges)));
  for (const std::string& warning : facts.warnings) session.console().note(printable_line(warning));
  report.counts = {{"entities", facts.entities.size()}, {"facts", facts.facts.size()},   {"mentions", facts.mentions.size()},
                   {"rejects", facts.rejects.size()},   {"merges", facts.merges.size()}, {"violations", violations}};
  if (violations > 0)
    session.console().note(fmt::format("facts do not fit the shapes of the schema card; {} says which", beside(out, "validation", "ttl")));
  return print_report(report, session);
}

}  // namespace

const CommandSpec kKbExtractInstancesCommand = {
    .name = "kb extract-instances",
    .summary = "Have a language model read facts out of documents, each with its quote",
    .description =
        "Asks the model for instances of the card's classes in each chunk. What it says becomes a fact only if the card has the terms\n"
        "and the quote stands in the chunk, letter by letter; all else goes to OUT.rejects.jsonl with the reason. Names of one thing\n"
        "are brought together, which OUT.merges.jsonl lists and --splits undoes. Chunks without an answer are in OUT.failures.jsonl.\n"
        "Facts that don't fit the card's shapes are kept, and told in OUT.validation.ttl, a SHACL report.",
    .arguments = kMoreChunks,
    .options = kOptions,
    .examples = "grove kb extract-instances --chunks data/dto/chunks/doc_x.jsonl --schema-card card.json --out-ttl doc_x.ttl -j 8",
    .run = run,
};

}  // namespace grove::cli
