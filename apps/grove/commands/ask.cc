#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/standing.h"
#include "apps/grove/terminal/hit_place.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/answer_shapes.h"
#include "serve/json/shapes.h"

// Questions in plain words.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "QUESTION", .help = "In plain words; several need no quotes", .count = ArgumentSpec::Count::kAtLeastOne}};
constexpr OptionSpec kOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "mode",
     .value = "M",
     .help = "By words and meaning, words alone or meaning alone",
     .type = OptionType::kChoice,
     .choices = "hybrid|keyword|semantic",
     .fallback = "hybrid"},
    {.name = "limit",
     .value = "N",
     .help = "Most places that the answer rests on",
     .type = OptionType::kInteger,
     .fallback = "10",
     .least = 1,
     .most = 100}};

std::string place_text(const engine::AnswerHit& hit, const engine::Answer& answer, const Console& console) {
  const engine::UnitHit& unit = hit.unit;
  const std::string& name = unit.qualified_name.empty() ? unit.name : unit.qualified_name;
  const std::string request = hit.flow.route.empty() ? "" : fmt::format("{} {}  ", hit.flow.http_method, printable_line(hit.flow.route));
  return fmt::format("[{}] {} {}{}  {}{}\n", unit.rank, console.faint(hit.chunk_type), console.bold(request), printable_line(name),
                     console.cyan((answer.scope.size() > 1 ? printable_line(unit.repository) + ":" : "") + shown_file(unit)),
                     console.faint(shown_place(unit)));
}

/// On one line.
std::string join_words(std::string_view text) {
  std::string line;
  for (const std::string_view word : split_words(text)) line += (line.empty() ? "" : " ") + std::string(word);
  return line;
}

/// A longer flow is for `grove flow` to show.
constexpr std::size_t kShownSteps = 12;

std::string steps_text(const engine::AnswerHit& hit, const Console& console) {
  std::string text;
  const std::size_t all = hit.flow.steps.size();
  const std::size_t some = all > kShownSteps + 1 ? kShownSteps : all;
  for (std::size_t i = 0; i < some; ++i) {
    const engine::FlowStepHit& step = hit.flow.steps[i];
    text += fmt::format("    {}. {} {}  {}\n", i + 1, console.faint(fmt::format("[{}]", step.layer)), printable_line(step.symbol),
                        console.faint(fmt::format("{}:{}", printable_line(step.path), step.line)));
  }
  if (some < all)
    text += fmt::format("    … {} more: `grove flow '{} {}'`\n", all - some, hit.flow.http_method, printable_line(hit.flow.route));
  return text;
}

/// Places first, the steps of flows below theirs; then what the places say, or a model's answer.
std::string shown(const engine::Answer& answer, const Console& console) {
  std::string text;
  if (!answer.model.empty()) text += printable(answer.text) + "\n\n";
  for (const engine::AnswerHit& hit : answer.hits) {
    text += place_text(hit, answer, console);
    for (const engine::ServiceEdge& edge : hit.service_edges)
      text += fmt::format("    {} calls {} {}\n", printable_line(edge.from), printable_line(edge.to), console.faint(edge.kind));
    if (!hit.quote.empty()) text += fmt::format("    “{}”\n", printable_line(join_words(hit.quote)));
    if (hit.chunk_type == "flow") text += steps_text(hit, console);
  }
  if (answer.model.empty() && !answer.context.empty()) text += "\n" + printable(answer.context);
  return text;
}

Result<int> run_ask(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const engine::Question question{.text = join(invocation.arguments, " "),
                                  .scope = {.repositories = invocation.list("repo"), .groups = invocation.list("group")},
                                  .limit = static_cast<std::size_t>(invocation.integer("limit", 10)),
                                  .mode = serve::mode_of_name(invocation.text("mode"))};
  GROVE_ASSIGN_OR_RETURN(const engine::Answer answer, engine->answer(question, session.cancel()));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::answer_json(question, answer) + '\n' : shown(answer, console)));
  note_warnings(answer.warnings, console);
  if (answer.scope.empty() && answer.warnings.empty() && !console.json())
    console.note("There is nothing to ask yet: `grove index PATH` adds a repository.");
  if (!answer.scope.empty() && answer.hits.empty()) console.note("Nothing found.");
  if (answer.hits.size() < answer.total && answer.intent == "endpoint")
    console.note(
        fmt::format("grove: {} of {} shown; --limit shows more, `grove endpoints` lists them all", answer.hits.size(), answer.total));
  note_standing(invocation, session);
  return 0;
}

}  // namespace

const CommandSpec kAskCommand = {
    .name = "ask",
    .summary = "Answer a question from code, endpoints, flows, configuration and documents, with citations",
    .description = "What the question wants (a flow, endpoints, a class, configuration) decides what comes first.",
    .arguments = kArguments,
    .options = kOptions,
    .examples =
        "grove ask \"walk me through what happens when a user places an order\"\ngrove ask What REST endpoints does this expose?\n"
        "grove ask \"which database is configured\" --repo shop --json",
    .run = run_ask,
};

}  // namespace grove::cli
