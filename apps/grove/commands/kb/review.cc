#include "knowledge/review/review.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/review_dialog.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "base/text.h"
#include "knowledge/stages/dataset_folder.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

using knowledge::Decision;
using knowledge::Judgement;
using knowledge::Review;
using knowledge::TermChange;
using knowledge::Verdict;

constexpr ArgumentSpec kArguments[] = {{.name = "DATASET",
                                        .help = "Folder of a dataset: its files under ontology/ are taken",
                                        .count = ArgumentSpec::Count::kOptional,
                                        .completion = Completion::kDirectory}};
constexpr OptionSpec kOptions[] = {
    {.name = "approved",
     .value = "FILE",
     .help = "The approved card, which grows",
     .fallback = "DATASET/ontology/schema_card.json",
     .completion = Completion::kFile},
    {.name = "proposed",
     .value = "FILE",
     .help = "The proposed card",
     .fallback = "DATASET/ontology/schema_card.proposed.json",
     .completion = Completion::kFile},
    {.name = "evidence",
     .value = "FILE",
     .help = "The proposal or alignment with the quotes",
     .fallback = "DATASET/ontology/proposal.json",
     .completion = Completion::kFile},
    {.name = "decisions",
     .value = "FILE",
     .help = "The log of decisions",
     .fallback = "decisions.jsonl beside the approved card",
     .completion = Completion::kFile},
    {.name = "accept", .value = "TERM", .help = "Accept a change, by what this command calls the term", .type = OptionType::kList},
    {.name = "reject", .value = "TERM", .help = "Reject a change", .type = OptionType::kList},
    {.name = "accept-all", .help = "Accept all that is open, after what is rejected", .type = OptionType::kFlag},
    {.name = "take-back", .value = "TERM", .help = "Undo the last decision about a term", .type = OptionType::kList},
    {.name = "by", .value = "NAME", .help = "Who decides", .fallback = "the name of the user"},
    {.name = "reason", .value = "TEXT", .help = "Why"},
};

Result<knowledge::ReviewFiles> files_of(const Invocation& invocation) {
  const std::string folder =
      invocation.arguments.empty() ? std::string() : knowledge::DatasetFolder(invocation.arguments.front()).path("ontology/");
  knowledge::ReviewFiles files{.approved = invocation.text("approved"),
                               .proposed = invocation.text("proposed"),
                               .evidence = invocation.text("evidence"),
                               .decisions = invocation.text("decisions")};
  if (folder.empty() && (files.approved.empty() || files.proposed.empty()))
    return fail(ErrorCode::kInvalidArgument, "no cards are named", "name a dataset, or give --approved and --proposed");
  if (files.approved.empty()) files.approved = folder + "schema_card.json";
  if (files.proposed.empty()) files.proposed = folder + "schema_card.proposed.json";
  const bool has_proposal = !folder.empty() && std::filesystem::exists(folder + "proposal.json");
  if (files.evidence.empty() && has_proposal) files.evidence = folder + "proposal.json";
  if (files.decisions.empty()) {
    const std::string_view beside = parent_path(files.approved);
    files.decisions = (beside.empty() ? std::string() : std::string(beside) + '/') + "decisions.jsonl";
  }
  return files;
}

Judgement judgement_of(const Invocation& invocation, Verdict verdict) {
  const char* user = std::getenv("USER");
  return {.verdict = verdict, .by = invocation.text("by", user != nullptr ? user : ""), .reason = invocation.text("reason")};
}

bool decides_by_options(const Invocation& invocation) {
  return invocation.has("accept") || invocation.has("reject") || invocation.has("accept-all") || invocation.has("take-back");
}

/// The pending terms of an option, each once.
Result<std::vector<std::string>> terms_of(const Review& review, const Invocation& invocation, std::string_view option) {
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> terms, review.find_pending(invocation.list(option)));
  std::ranges::sort(terms);
  const auto twice = std::ranges::unique(terms);
  terms.erase(twice.begin(), twice.end());
  return terms;
}

Status decide_by_options(Review& review, const Invocation& invocation) {
  // All names are looked up before anything is decided.
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> rejected, terms_of(review, invocation, "reject"));
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> accepted, terms_of(review, invocation, "accept"));
  for (const std::string& term : rejected)
    if (std::ranges::binary_search(accepted, term))
      return fail(ErrorCode::kInvalidArgument, fmt::format("{} is accepted and rejected at once", term), "decide for one");
  for (const std::string& term : invocation.list("take-back"))
    GROVE_RETURN_IF_ERROR(review.take_back(term, judgement_of(invocation, Verdict::kTakenBack)));
  if (!rejected.empty()) GROVE_RETURN_IF_ERROR(review.decide(rejected, judgement_of(invocation, Verdict::kRejected)));
  if (!accepted.empty()) GROVE_RETURN_IF_ERROR(review.decide(accepted, judgement_of(invocation, Verdict::kAccepted)));
  if (!invocation.has("accept-all")) return {};
  std::vector<std::string> rest;
  for (const TermChange& change : review.pending()) rest.push_back(change.id);
  return rest.empty() ? Status{} : review.decide(rest, judgement_of(invocation, Verdict::kAccepted));
}

void write_change(const TermChange& change, serve::JsonWriter& json) {
  json.begin_object().field("term", change.id).field("change", change_name(change.kind));
  json.key("fields").begin_array();
  for (const knowledge::FieldChange& field : change.fields)
    json.begin_object().field("field", field.field).field("before", field.before).field("after", field.after).end_object();
  json.end_array().key("evidence").begin_array();
  for (const knowledge::Evidence& one : change.evidence)
    json.begin_object().field("chunk_id", one.chunk_id).field("quote", one.quote).end_object();
  json.end_array();
  json.key("before").raw(change.before.empty() ? "null" : change.before).key("after").raw(change.after.empty() ? "null" : change.after);
  json.end_object();
}

void write_decision(const Decision& one, serve::JsonWriter& json) {
  json.begin_object().field("term", one.term).field("change", change_name(one.change)).field("verdict", verdict_name(one.verdict));
  json.field("by", one.by).field("at", one.at).field("reason", one.reason).end_object();
}

std::string json_of(const Review& review) {
  serve::JsonWriter json;
  json.begin_object().key("pending").begin_array();
  for (const TermChange& change : review.pending()) write_change(change, json);
  json.end_array().key("decisions").begin_array();
  for (const Decision& one : review.decisions()) write_decision(one, json);
  json.end_array().end_object();
  return json.take() + '\n';
}

std::string summary(const Review& review) {
  return fmt::format("{} changes are open, {} decisions were made\n", review.pending().size(), review.decisions().size());
}

std::string listing(const Review& review, const Console& console) {
  std::string text;
  for (const TermChange& change : review.pending()) text += change_text(change, console);
  return text + summary(review);
}

bool at_a_terminal() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1; }

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(knowledge::ReviewFiles files, files_of(invocation));
  GROVE_ASSIGN_OR_RETURN(Review review, Review::open(std::move(files), system_clock()));
  const Console& console = session.console();
  const bool by_options = decides_by_options(invocation);
  if (by_options) GROVE_RETURN_IF_ERROR(decide_by_options(review, invocation));
  if (console.json()) {
    GROVE_RETURN_IF_ERROR(console.print(json_of(review)));
    return 0;
  }
  const bool by_keys = !by_options && at_a_terminal() && !review.pending().empty();
  if (by_keys) {
    const Judgement who = judgement_of(invocation, Verdict::kAccepted);
    GROVE_RETURN_IF_ERROR(review_by_keys(review, {.by = who.by, .reason = who.reason}, std::cin, std::cout, console));
  }
  GROVE_RETURN_IF_ERROR(console.print(by_keys || by_options ? summary(review) : listing(review, console)));
  return 0;
}

}  // namespace

const CommandSpec kKbReviewCommand = {
    .name = "kb review",
    .summary = "Decide term by term what of a proposed schema card is approved",
    .description =
        "Shows what the proposed card has otherwise than the approved one, each term with the quotes that it rests on. At a terminal it "
        "asks\n"
        "for each: y accept, n reject, a and d the same for all that follow, s later, q end, ? help. Scripts decide by options, and read\n"
        "what is open with --json. Every decision is logged with who, when and why, in a log that is never shortened and as RDF beside "
        "it.\n"
        "What was rejected is asked again only when it is proposed otherwise.",
    .arguments = kArguments,
    .options = kOptions,
    .examples =
        "grove kb review my-dataset\ngrove kb review my-dataset --json\n"
        "grove kb review my-dataset --accept class:Invoice --reject Person.nickname --by Ada --reason \"not ours\"\n"
        "grove kb review my-dataset --take-back class:Invoice --by Ada",
    .run = run,
};

}  // namespace grove::cli
