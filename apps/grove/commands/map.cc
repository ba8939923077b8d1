#include <fmt/format.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/service_shapes.h"

// What is deployed, and who needs whom.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kServicesArguments[] = {
    {.name = "QUERY", .help = "Words that stand in a service's names, folder or system", .count = ArgumentSpec::Count::kOptional}};
constexpr OptionSpec kServicesOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption};
constexpr OptionSpec kMapOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "format",
     .value = "F",
     .help = "text, mermaid or dot",
     .type = OptionType::kChoice,
     .choices = "text|mermaid|dot",
     .fallback = "text"}};

std::string place(const Console& console, const std::string& path, std::uint32_t line) {
  return path.empty() ? std::string() : console.cyan(printable_line(path)) + console.faint(":" + std::to_string(line));
}

std::string shown_services(const engine::ServiceMap& map, const Console& console) {
  std::size_t width = 0;
  for (const engine::ServiceHit& hit : map.services) width = std::max(width, std::min<std::size_t>(hit.name.size(), 40));
  std::string text;
  for (const engine::ServiceHit& hit : map.services) {
    std::string kind = hit.role;
    if (!hit.system.empty() && hit.system != hit.role) kind += " " + hit.system;
    const std::string port = hit.port == 0 ? "" : std::to_string(hit.port);
    text +=
        fmt::format("{}{}  {} {:>5}  {}\n", console.bold(printable_line(hit.name)),
                    std::string(width - std::min(width, hit.name.size()), ' '), console.faint(fmt::format("{:<24}", printable_line(kind))),
                    port, hit.path.empty() ? printable_line(hit.repository) : place(console, hit.path, hit.line));
  }
  return text;
}

std::string shown_edges(const engine::ServiceMap& map, const Console& console) {
  std::string text, from;
  for (const engine::ServiceEdge& edge : map.edges) {
    if (edge.from != from) text += console.bold(printable_line(edge.from)) + '\n';
    from = edge.from;
    const std::string doubt = edge.confidence == Confidence::kExact ? "" : fmt::format(" ({})", confidence_name(edge.confidence));
    text += fmt::format("  {} {}{}  {}\n", console.faint(fmt::format("{:<9}", edge.kind)), printable_line(edge.to), doubt,
                        place(console, edge.path, edge.line));
  }
  return text;
}

Result<engine::ServiceMap> find(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> repositories, repositories_in_scope(invocation, *engine));
  const engine::ServiceRequest request{.query = invocation.arguments.empty() ? "" : invocation.arguments[0],
                                       .repositories = std::move(repositories)};
  GROVE_ASSIGN_OR_RETURN(engine::ServiceMap map, engine->services(request, session.cancel()));
  for (const std::string& warning : map.warnings) session.console().note(fmt::format("grove: {}", printable(warning)));
  if (map.services.empty()) session.console().note("No services.");
  return map;
}

Result<int> run_services(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const engine::ServiceMap map, find(invocation, session));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::services_json(map) + '\n' : shown_services(map, console)));
  return 0;
}

Result<int> run_map(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const engine::ServiceMap map, find(invocation, session));
  const Console& console = session.console();
  const std::string format = invocation.text("format", "text");
  std::string text;
  if (console.json())
    text = serve::map_json(map) + '\n';
  else if (format == "mermaid")
    text = printable(map.mermaid);
  else if (format == "dot")
    text = printable(map.graphviz);
  else
    text = shown_edges(map, console);
  GROVE_RETURN_IF_ERROR(console.print(text));
  return 0;
}

}  // namespace

const CommandSpec kServicesCommand = {
    .name = "services",
    .summary = "List what is deployed: programs, databases, brokers, gateways, servers",
    .description = "From modules, their configuration, Compose files and Kubernetes manifests, and from whom these name.",
    .arguments = kServicesArguments,
    .options = kServicesOptions,
    .examples = "grove services\ngrove services order\ngrove services --repo shop --json",
    .run = run_services,
};

const CommandSpec kMapCommand = {
    .name = "map",
    .summary = "Show which service calls, feeds or connects to which, with the line that says so",
    .description = "Across all repositories: a service is one whatever it is called, in code, in configuration or in a container.",
    .options = kMapOptions,
    .examples = "grove map\ngrove map --repo shop --format mermaid\ngrove map --json",
    .run = run_map,
};

}  // namespace grove::cli
