#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/standing.h"
#include "apps/grove/terminal/hit_place.h"
#include "apps/grove/terminal/snippet.h"
#include "base/printable.h"
#include "base/text.h"
#include "engine/vocabulary.h"
#include "serve/json/shapes.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "QUERY", .help = "A name, words or a question; several words need no quotes", .count = ArgumentSpec::Count::kAtLeastOne}};
constexpr OptionSpec kOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "expand",
     .value = "E",
     .help = "Also search what the repositories named depend on (upstream), what depends on them (downstream), or both",
     .type = OptionType::kChoice,
     .choices = "none|upstream|downstream|both",
     .fallback = "none"},
    {.name = "expand-depth",
     .value = "N",
     .help = "How many steps of dependency to follow",
     .type = OptionType::kInteger,
     .fallback = "1",
     .least = 0,
     .most = 10},
    {.name = "mode",
     .value = "M",
     .help = "By words and meaning, words alone or meaning alone",
     .type = OptionType::kChoice,
     .choices = "hybrid|keyword|semantic",
     .fallback = "hybrid"},
    {.name = "kind",
     .value = "K",
     .help = "Only units of this kind (function, class, section, document, entity, …)",
     .type = OptionType::kList},
    {.name = "language", .value = "L", .help = "Only files in this language", .type = OptionType::kList},
    {.name = "path", .value = "GLOB", .help = "Only files whose path meets this pattern: '*.py', 'src/**/api'"},
    {.name = "limit", .value = "N", .help = "Most results", .type = OptionType::kInteger, .fallback = "10", .least = 1, .most = 1000},
    {.name = "rerank",
     .value = "R",
     .help = "Whether the configured reranker reads the best results again; auto: as GROVE_RERANK says",
     .type = OptionType::kChoice,
     .choices = "auto|on|off",
     .fallback = "auto"},
    {.name = "explain", .help = "Show the plan: every step with its counts and times", .type = OptionType::kFlag},
};

Result<engine::SearchCommand> read_command(const Invocation& invocation) {
  engine::SearchCommand command;
  command.request.query = join(invocation.arguments, " ");
  command.request.limit = static_cast<std::size_t>(invocation.integer("limit", 10));
  command.request.explain = invocation.has("explain");
  command.scope = {.repositories = invocation.list("repo"),
                   .groups = invocation.list("group"),
                   .expand = engine::expand_of_name(invocation.text("expand")),
                   .depth = static_cast<std::uint32_t>(invocation.integer("expand-depth", 1))};
  command.request.mode = serve::mode_of_name(invocation.text("mode"));
  const std::string rerank = invocation.text("rerank", "auto");
  if (rerank == "on") command.rerank = engine::SearchCommand::Rerank::kOn;
  if (rerank == "off") command.rerank = engine::SearchCommand::Rerank::kOff;
  for (const std::string& name : invocation.list("kind")) {
    GROVE_ASSIGN_OR_RETURN(const Kind kind, engine::kind_asked_for(name));
    command.request.filter.kinds.push_back(kind);
  }
  for (const std::string& name : invocation.list("language")) {
    GROVE_ASSIGN_OR_RETURN(const Language language, engine::language_asked_for(name));
    command.request.filter.languages.push_back(language);
  }
  command.request.filter.path_glob = invocation.text("path");
  return command;
}

std::string joined_iris(const std::vector<std::string>& iris) {
  std::vector<std::string> shown;
  for (const std::string& iri : iris) shown.push_back(printable_line(iri));
  return join(shown, ", ");
}

/// What a dataset says of an entity, and which passages speak of it.
std::string entity_text(const engine::EntityCard& entity, const Console& console) {
  std::string out = "      " + printable_line(entity.iri) + '\n';
  if (!entity.types.empty()) out += "      " + console.faint("is a ") + joined_iris(entity.types) + '\n';
  if (!entity.aliases.empty()) out += "      " + console.faint("also ") + joined_iris(entity.aliases) + '\n';
  for (const engine::EntityCard::Mention& mention : entity.mentions) {
    out += fmt::format("      {} {} {}  {}\n", console.faint("in"), printable_line(mention.place.document),
                       console.faint(printable_line(engine::page_text(mention.place))), printable_line(mention.text));
  }
  if (entity.total_mentions > entity.mentions.size())
    out += "      " + console.faint(fmt::format("and {} more", entity.total_mentions - entity.mentions.size())) + '\n';
  return out;
}

std::string hit_text(const engine::UnitHit& hit, const engine::SearchResult& result, const Console& console) {
  const std::string& name = hit.qualified_name.empty() || hit.entity ? hit.name : hit.qualified_name;
  const std::string place = (result.scope.size() > 1 ? printable_line(hit.repository) + ":" : "") + shown_file(hit);
  std::string out = fmt::format("{:>2}  {}{}  {} {}", hit.rank, console.cyan(place), console.faint(shown_place(hit)),
                                console.faint(kind_name(hit.kind)), console.bold(printable_line(name)));
  if (hit.relation)
    out += "  " + console.faint(fmt::format("({}, {} {})", engine::direction_name(hit.relation->direction), hit.relation->hops,
                                            hit.relation->hops == 1 ? "step" : "steps"));
  if (hit.stale) out += "  " + console.yellow("changed since it was indexed");
  if (hit.entity) return out + '\n' + entity_text(*hit.entity, console);
  if (hit.place) {
    constexpr std::size_t kColumns = 100;
    return out + '\n' + snippet({.code = wrapped(hit.code, kColumns), .numbers = {}, .terms = hit.matched_terms}, console);
  }
  return out + '\n' + snippet({.code = hit.code, .numbers = hit.code_lines, .terms = hit.matched_terms}, console);
}

std::string plan_text(const engine::SearchResult& result, const Console& console) {
  std::string out = console.faint(fmt::format("plan for a query of kind {}:", result.answer.form)) + '\n';
  for (const search::PlanStep& step : result.answer.plan) {
    out += fmt::format("  {:<12} {:>6} → {:<6} {:>8.3f} ms  {}\n", step.name, step.in, step.out, step.took_ms, printable_line(step.detail));
  }
  return out;
}

void note_outcome(const engine::SearchResult& result, const Console& console) {
  note_warnings(result.warnings, console);
  for (const std::string& name : result.pending) console.note(fmt::format("grove: {} has changes that are not indexed yet", name));
  if (result.scope.empty() && !result.warnings.empty()) return;
  if (result.scope.empty()) return console.note("There is nothing to search yet: `grove index PATH` adds a repository.");
  if (result.hits.empty()) return console.note("Nothing found.");
  if (console.interactive()) {
    console.note(fmt::format("{} results from {} {} in {:.1f} ms", result.hits.size(), result.scope.size(),
                             result.scope.size() == 1 ? "repository" : "repositories", result.took_ms));
  }
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const engine::SearchCommand command, read_command(invocation));
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::SearchResult result, engine->search(command, session.cancel()));
  const Console& console = session.console();
  if (console.json()) {
    GROVE_RETURN_IF_ERROR(console.print(serve::search_json(command, result) + '\n'));
    return 0;
  }
  std::string text;
  for (const engine::UnitHit& hit : result.hits) text += hit_text(hit, result, console);
  if (command.request.explain) text += plan_text(result, console);
  GROVE_RETURN_IF_ERROR(console.print(text));
  note_outcome(result, console);
  note_standing(invocation, session);
  return 0;
}

}  // namespace

const CommandSpec kSearchCommand = {
    .name = "search",
    .summary = "Find the units that answer a query best",
    .arguments = kArguments,
    .options = kOptions,
    .examples =
        "grove search verify token\ngrove search \"where are passwords hashed\" --repo shop --language python\n"
        "grove search AuthService --kind class --explain\ngrove search \"jwt token\" --group platform --expand upstream --expand-depth 2",
    .run = run,
};

}  // namespace grove::cli
