#include <filesystem>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/commands/kb/model.h"
#include "base/file.h"
#include "knowledge/propose/align.h"

// How proposed terms stand to those of a baseline.
namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "proposal", .value = "FILE", .help = "Proposal that `grove kb extract-schema` made", .completion = Completion::kFile},
    {.name = "baseline", .value = "FILE", .help = "Schema card of the baseline", .completion = Completion::kFile},
    {.name = "out", .value = "FILE", .help = "Alignment to write, or to go on with", .completion = Completion::kFile},
    kModelOption,
    kBaseUrlOption,
    kApiKeyOption,
    kJobsOption,
    kDryRunOption,
    kContextOption,
    kAnswerTokensOption,
    kPriceInOption,
    kPriceOutOption,
    kRetryFailedOption,
    kCacheOption};

/// What an interrupted run left; nothing decided where there is no such file.
Result<knowledge::Alignment> begun(const std::string& path) {
  const auto text = read_file(path);
  if (!text && text.error().code == ErrorCode::kNotFound) return knowledge::Alignment{};
  if (!text) return std::unexpected(text.error());
  GROVE_ASSIGN_OR_RETURN(knowledge::Alignment alignment, knowledge::parse_alignment(*text, path));
  if (!alignment.partial) return knowledge::Alignment{};
  return alignment;
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_RETURN_IF_ERROR(require(invocation, {"proposal", "baseline", "out"}));
  const std::string path = invocation.text("proposal");
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  GROVE_ASSIGN_OR_RETURN(const knowledge::Proposal proposal, knowledge::parse_proposal(text, path));
  GROVE_ASSIGN_OR_RETURN(const knowledge::SchemaCard baseline, knowledge::read_schema_card(invocation.text("baseline")));
  GROVE_ASSIGN_OR_RETURN(const auto model, KbModel::open(invocation, session));
  const std::string out = invocation.text("out");
  knowledge::AlignRequest request{.proposal = proposal, .baseline = baseline};
  GROVE_ASSIGN_OR_RETURN(request.done, begun(out));
  // A whole alignment gives way only once the model has decided something.
  std::error_code ignored;
  const bool is_kept = request.done.classes.empty() && request.done.datatype_properties.empty() && request.done.object_properties.empty() &&
                       std::filesystem::is_regular_file(out, ignored);
  request.save = [&](const knowledge::Alignment& alignment) {
    return is_kept && !knowledge::has_decisions(alignment) ? Status{} : write_result(out, knowledge::alignment_json(alignment));
  };
  const auto questions = knowledge::alignment_questions(request);
  if (invocation.has("dry-run")) {
    GROVE_RETURN_IF_ERROR(print_estimate(questions, *model, session));
    return 0;
  }
  GROVE_ASSIGN_OR_RETURN(const auto aligned, knowledge::align_terms(request, model->run("aligning")));
  KbReport report{.out = out, .questions = questions.size(), .spent = aligned.spent, .failures_file = beside(out, "failures")};
  GROVE_RETURN_IF_ERROR(write_failures(report.failures_file, aligned.failures));
  if (!aligned.failures.empty() && !knowledge::has_decisions(aligned.alignment)) GROVE_RETURN_IF_ERROR(keep_what_is_there(out));
  std::uint64_t reused = 0, extended = 0, added = 0;
  for (const auto* list : {&aligned.alignment.classes, &aligned.alignment.datatype_properties, &aligned.alignment.object_properties})
    for (const knowledge::AlignedTerm& term : *list)
      ++(term.action == knowledge::AlignAction::kReuse ? reused : term.action == knowledge::AlignAction::kExtend ? extended : added);
  report.counts = {{"reused", reused}, {"extended", extended}, {"new", added}};
  return print_report(report, session);
}

}  // namespace

const CommandSpec kKbAlignSchemaCommand = {
    .name = "kb align-schema",
    .summary = "Have a language model put proposed terms to those of a baseline",
    .description =
        "For each proposed class and property the model decides whether a term of the baseline takes its place (reuse), is above it\n"
        "(extend), or neither (new), with a reason. What it writes takes the proposal's place in the next steps. It is saved after\n"
        "each category; a file that is not complete (`_partial`) is gone on with.",
    .options = kOptions,
    .examples = "grove kb align-schema --proposal proposal.json --baseline card.json --out alignment.json",
    .run = run,
};

}  // namespace grove::cli
