#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/topology_shapes.h"

// Which repository depends on which.
namespace grove::cli {
namespace {

using Action = TopologyChange::Action;

constexpr ArgumentSpec kRepository[] = {{.name = "REPO", .help = "Name or id of a repository", .completion = Completion::kRepository}};
constexpr ArgumentSpec kEnds[] = {
    {.name = "REPO", .help = "The repository that depends", .completion = Completion::kRepository},
    {.name = "DEPENDS_ON", .help = "The repository that it depends on", .completion = Completion::kRepository}};
constexpr OptionSpec kGraphOptions[] = {{.name = "format",
                                         .value = "F",
                                         .help = "text, mermaid or dot",
                                         .type = OptionType::kChoice,
                                         .choices = "text|mermaid|dot",
                                         .fallback = "text"},
                                        {.name = "mermaid", .help = "The same as --format mermaid", .type = OptionType::kFlag},
                                        {.name = "dot", .help = "The same as --format dot", .type = OptionType::kFlag}};

constexpr ArgumentSpec kSuggestArguments[] = {{.name = "REPO",
                                               .help = "Only what one of these depends on, or what depends on it",
                                               .count = ArgumentSpec::Count::kAny,
                                               .completion = Completion::kRepository}};
constexpr OptionSpec kSuggestOptions[] = {{.name = "dismissed", .help = "Also those that were dismissed", .type = OptionType::kFlag}};

std::string listed(std::string_view what, const std::vector<std::string>& names, const Console& console) {
  return fmt::format("  {:<12}{}\n", what, names.empty() ? console.faint("none") : join(names, ", "));
}

std::string shown(const engine::RepositoryRelations& relations, const Console& console) {
  std::vector<std::string> dependencies, dependents;
  for (const RepositoryDependency& one : relations.dependencies) dependencies.push_back(one.to);
  for (const RepositoryDependency& one : relations.dependents) dependents.push_back(one.from);
  return console.bold(relations.repository.name) + '\n' + listed("groups", relations.groups, console) +
         listed("depends on", dependencies, console) + listed("needed by", dependents, console);
}

Result<int> tell(const Topology& topology, const std::string& repository, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const auto relations, engine::relations_of(topology, repository));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::relations_json(relations, topology) + '\n' : shown(relations, console)));
  return 0;
}

Result<int> run_change(Action action, const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const TopologyChange change{.action = action, .repository = invocation.arguments[0], .depends_on = invocation.arguments[1]};
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->change_topology(change));
  return tell(topology, change.repository, session);
}

Result<int> run_add(const Invocation& invocation, Session& session) { return run_change(Action::kAddDependency, invocation, session); }
Result<int> run_remove(const Invocation& invocation, Session& session) {
  return run_change(Action::kRemoveDependency, invocation, session);
}

Result<int> run_show(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->topology());
  return tell(topology, invocation.arguments.front(), session);
}

std::string graph_text(const Topology& topology, const Console& console) {
  std::string text, from;
  for (const RepositoryDependency& one : engine::named_dependencies(topology)) {
    if (one.from != from) text += console.bold(one.from) + '\n';
    from = one.from;
    text += fmt::format("  {} {}\n", one.to, console.faint(engine::origin_name(one.origin)));
  }
  for (const RepositoryGroup& group : engine::named_groups(topology))
    text += fmt::format("{} {}\n", console.faint("group"), group.name + ": " + join(group.members, ", "));
  return text;
}

Result<int> run_graph(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Topology topology, engine->topology());
  const Console& console = session.console();
  std::string format = invocation.text("format", "text");
  if (invocation.has("mermaid")) format = "mermaid";
  if (invocation.has("dot")) format = "dot";
  std::string text;
  if (console.json())
    text = serve::relation_graph_json(topology) + '\n';
  else if (format == "mermaid")
    text = printable(engine::mermaid_of(topology));
  else if (format == "dot")
    text = printable(engine::graphviz_of(topology));
  else
    text = graph_text(topology, console);
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (topology.dependencies.empty()) console.note("No dependencies yet: `grove relation add REPO DEPENDS_ON` notes one.");
  return 0;
}

std::string shown(const engine::Suggestions& found, const Console& console) {
  std::string text;
  for (const engine::SuggestedDependency& one : found.suggestions) {
    text += fmt::format("{} → {}{}\n", console.bold(one.from), console.bold(one.to), one.is_dismissed ? console.faint("  dismissed") : "");
    for (const engine::DependencyEvidence& evidence : one.evidence)
      text += fmt::format("  {} {}\n    {}\n", console.faint(fmt::format("{:<9}", evidence.kind)),
                          console.cyan(printable_line(evidence.path)) + console.faint(":" + std::to_string(evidence.line)),
                          printable_line(evidence.reason));
    if (one.total > one.evidence.size()) text += fmt::format("  … {} places in all\n", one.total);
  }
  return text;
}

Result<int> run_suggest(const Invocation& invocation, Session& session) {
  using Dismissed = engine::SuggestionRequest::Dismissed;
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const engine::SuggestionRequest request{.repositories = invocation.arguments,
                                          .dismissed = invocation.has("dismissed") ? Dismissed::kIncluded : Dismissed::kLeftOut};
  GROVE_ASSIGN_OR_RETURN(const engine::Suggestions found, engine->suggestions(request, session.cancel()));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::suggestions_json(found) + '\n' : shown(found, console)));
  for (const std::string& warning : found.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  if (found.suggestions.empty())
    console.note("Nothing to suggest.");
  else
    console.note("`grove relation accept REPO DEPENDS_ON` makes one a dependency, `grove relation dismiss …` ends it.");
  return 0;
}

Result<int> run_accept(const Invocation& invocation, Session& session) { return run_change(Action::kAccept, invocation, session); }
Result<int> run_dismiss(const Invocation& invocation, Session& session) { return run_change(Action::kDismiss, invocation, session); }

}  // namespace

const CommandSpec kRelationSuggestCommand = {
    .name = "relation suggest",
    .summary = "Show dependencies that nobody declared, and what says so",
    .description =
        "From package files (Maven, Gradle, npm, Go, Cargo, Python, NuGet) and Git submodules: what one repository needs and another\n"
        "one publishes; and from requests that the code of one sends to endpoints of another one.\n"
        "Nothing becomes a dependency before it is accepted.",
    .arguments = kSuggestArguments,
    .options = kSuggestOptions,
    .examples = "grove relation suggest\ngrove relation suggest web-client --json",
    .run = run_suggest,
};

const CommandSpec kRelationAcceptCommand = {
    .name = "relation accept", .summary = "Make a suggestion a dependency", .arguments = kEnds, .run = run_accept};

const CommandSpec kRelationDismissCommand = {
    .name = "relation dismiss", .summary = "Never suggest a dependency again", .arguments = kEnds, .run = run_dismiss};

const CommandSpec kRelationAddCommand = {
    .name = "relation add",
    .summary = "Note that a repository depends on another one",
    .description = "A dependency that would close a cycle is refused, and the cycle named.",
    .arguments = kEnds,
    .examples = "grove relation add web-client auth-service",
    .run = run_add,
};

const CommandSpec kRelationRemoveCommand = {
    .name = "relation remove", .summary = "Forget that a repository depends on another one", .arguments = kEnds, .run = run_remove};

const CommandSpec kRelationShowCommand = {
    .name = "relation show",
    .summary = "Show a repository's groups, what it depends on and what depends on it",
    .arguments = kRepository,
    .run = run_show,
};

const CommandSpec kRelationGraphCommand = {
    .name = "relation graph",
    .summary = "Show all dependencies and groups",
    .options = kGraphOptions,
    .examples = "grove relation graph\ngrove relation graph --mermaid\ngrove relation graph --dot | dot -Tsvg > repositories.svg",
    .run = run_graph,
};

}  // namespace grove::cli
