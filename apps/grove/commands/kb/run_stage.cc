#include "knowledge/stages/run_stage.h"

#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/chunk_files.h"
#include "apps/grove/commands/kb/dataset_embedder.h"
#include "apps/grove/commands/kb/model.h"
#include "base/printable.h"
#include "document/document_reader.h"
#include "knowledge/stages/build_dataset.h"

// The stages of a dataset's folder.
namespace grove::cli {
namespace {

using knowledge::StageContext;
using knowledge::StageReport;

constexpr ArgumentSpec kArguments[] = {
    {.name = "STAGE", .help = "`propose` or `extract`"},
    {.name = "DIR", .help = "Dataset: a folder with manifest.json and content/sources/", .completion = Completion::kDirectory}};
constexpr OptionSpec kOptions[] = {{.name = "full", .help = "Read all documents again, not only new ones", .type = OptionType::kFlag},
                                   kModelOption,
                                   kBaseUrlOption,
                                   kApiKeyOption,
                                   kJobsOption,
                                   kSlimCardOption,
                                   kLimitOption,
                                   kContextOption,
                                   kAnswerTokensOption,
                                   kPriceInOption,
                                   kPriceOutOption,
                                   kRetryFailedOption,
                                   kCacheOption};

/// `failures`: the file that has the questions without an answer.
Result<int> print_stage(const StageReport& report, const std::string& folder, const std::string& failures, Session& session) {
  for (const std::string& note : report.notes) session.console().note(printable_line(note));
  if (report.left > 0) session.console().note(fmt::format("{} chunks are left for a run with a higher --limit, or none", report.left));
  KbReport shown{.out = folder, .questions = report.questions, .spent = report.spent, .failures_file = failures};
  shown.counts = {{"documents", report.documents}, {"pending", report.pending}, {"withdrawn", report.withdrawn}};
  shown.counts.insert(shown.counts.end(), report.counts.begin(), report.counts.end());
  return print_report(shown, session);
}

Result<int> run(const Invocation& invocation, Session& session) {
  const std::string& name = invocation.arguments.front();
  if (name != "propose" && name != "extract")
    return fail(ErrorCode::kInvalidArgument, fmt::format("there is no stage `{}`", name), "The stages are propose and extract.");
  const knowledge::DatasetFolder folder(invocation.arguments[1]);
  GROVE_ASSIGN_OR_RETURN(const knowledge::DatasetManifest manifest, folder.manifest());
  GROVE_ASSIGN_OR_RETURN(const auto model, KbModel::open(invocation, session, manifest.wishes));
  const auto reader = document::open_builtin_reader({});
  StageContext context{.folder = folder,
                       .reader = *reader,
                       .clock = system_clock(),
                       .run = model->run("asking"),
                       .depth = invocation.has("full") ? StageContext::Depth::kFull : StageContext::Depth::kNew,
                       .scope = card_scope(invocation)};
  if (invocation.has("limit")) context.limit = static_cast<std::size_t>(invocation.integer("limit", 0));
  const bool extracts = name == "extract";
  GROVE_ASSIGN_OR_RETURN(const StageReport report,
                         extracts ? knowledge::run_extract_stage(context) : knowledge::run_propose_stage(context));
  if (extracts) {
    GROVE_ASSIGN_OR_RETURN(const auto embedder, dataset_embedder(session));
    const knowledge::BuildRequest build{.folder = folder, .clock = system_clock(), .embedder = embedder.get()};
    if (auto built = knowledge::build_dataset(build, session.cancel()); !built) return std::unexpected(built.error());
  }
  const std::string failures = fmt::format("{}/ontology/{}.failures.jsonl", folder.root(), name);
  GROVE_ASSIGN_OR_RETURN(const int exit_code, print_stage(report, folder.root(), failures, session));
  return report.unread > 0 ? 1 : exit_code;
}

}  // namespace

const CommandSpec kKbRunStageCommand = {
    .name = "kb run-stage",
    .summary = "Run a stage over a dataset: propose a card, or extract facts",
    .description =
        "propose ingests what is new below content/sources, has the model propose terms for it, aligns them with the baselines that the\n"
        "manifest names, and leaves ontology/schema_card.proposed.json for a person to review. extract works with\n"
        "ontology/schema_card.json, else with the proposed card, and completes the dataset as build-dataset does. Only new documents\n"
        "reach the model; another card means that all are read again. Facts of documents that changed or are gone are withdrawn.\n"
        "Files that can't be read are told, the others are done, and the command ends with 1.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove kb run-stage propose ./my-dataset\ngrove kb run-stage extract ./my-dataset --full",
    .run = run,
};

}  // namespace grove::cli
