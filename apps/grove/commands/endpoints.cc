#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/navigation_shapes.h"

// What programs serve over HTTP.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "QUERY", .help = "Words that stand in verb, route, controller or method", .count = ArgumentSpec::Count::kOptional}};
constexpr OptionSpec kOptions[] = {
    {.name = "method", .value = "M", .help = "Only this verb"},
    {.name = "path-contains", .value = "P", .help = "Only routes with this in them"},
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "limit", .value = "N", .help = "Most results", .type = OptionType::kInteger, .fallback = "10000", .least = 1, .most = 10000}};

/// One line a handler and route, its verbs together.
std::string shown(const engine::EndpointList& list, const Console& console) {
  std::set<std::string> repositories;
  for (const engine::EndpointHit& hit : list.endpoints) repositories.insert(hit.repository);
  const auto same = [](const engine::EndpointHit& a, const engine::EndpointHit& b) {
    return a.route == b.route && a.path == b.path && a.line == b.line && a.controller == b.controller;
  };
  std::string text;
  std::vector<bool> done(list.endpoints.size(), false);
  for (std::size_t i = 0; i < list.endpoints.size(); ++i) {
    const engine::EndpointHit& hit = list.endpoints[i];
    if (done[i]) continue;
    std::string verbs;
    for (std::size_t j = i; j < list.endpoints.size() && list.endpoints[j].route == hit.route; ++j) {
      if (!same(hit, list.endpoints[j])) continue;
      verbs += (verbs.empty() ? "" : " ") + list.endpoints[j].http_method;
      done[j] = true;
    }
    const std::string handler = hit.method_name.empty() ? hit.controller : hit.controller + "." + hit.method_name;
    text +=
        fmt::format("{} {}  {}  {}{}\n", console.faint(fmt::format("{:<7}", verbs)), console.bold(printable_line(hit.route)),
                    printable_line(handler), console.cyan(printable_line((repositories.size() > 1 ? hit.repository + ":" : "") + hit.path)),
                    console.faint(":" + std::to_string(hit.line)));
  }
  return text;
}

Result<int> run_endpoints(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> repositories, repositories_in_scope(invocation, *engine));
  engine::EndpointRequest request{.query = invocation.arguments.empty() ? "" : invocation.arguments[0],
                                  .method = invocation.text("method"),
                                  .path_contains = invocation.text("path-contains"),
                                  .repositories = std::move(repositories),
                                  .limit = static_cast<std::size_t>(invocation.integer("limit", 10'000))};
  GROVE_ASSIGN_OR_RETURN(const engine::EndpointList found, engine->endpoints(request, session.cancel()));
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::endpoints_json(found) + '\n' : shown(found, console)));
  for (const std::string& warning : found.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  if (found.total == 0) console.note("No endpoints.");
  if (found.endpoints.size() < found.total)
    console.note(fmt::format("grove: {} of {} endpoints shown; --limit shows more", found.endpoints.size(), found.total));
  return 0;
}

}  // namespace

const CommandSpec kEndpointsCommand = {
    .name = "endpoints",
    .summary = "List what the programs serve over HTTP: verb, route, handler",
    .description = "Found in code and configuration, without running anything. Tests are left out.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove endpoints --repo shop\ngrove endpoints order --method POST\ngrove endpoints --path-contains /api/v1 --json",
    .run = run_endpoints,
};

}  // namespace grove::cli
