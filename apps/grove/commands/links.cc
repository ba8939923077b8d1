#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/link_shapes.h"

// Which request of code comes to which handler.
namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "unmatched", .help = "Show requests that nothing answers, and endpoints that nobody calls", .type = OptionType::kFlag},
    {.name = "repo",
     .value = "R",
     .help = "Only links with this repository on either side",
     .type = OptionType::kList,
     .completion = Completion::kRepository},
    {.name = "group", .value = "G", .help = "Only links with a repository of this group on either side", .type = OptionType::kList},
};

std::string shown_place(const Console& console, const std::string& repository, const std::string& path, std::uint32_t line) {
  return console.faint(printable_line(repository) + ":") + console.cyan(printable_line(path)) + console.faint(":" + std::to_string(line));
}

std::string shown_request(const Console& console, const engine::ClientCallHit& client) {
  return console.bold(fmt::format("{:<6} {}", client.http_method.empty() ? "?" : client.http_method, printable_line(client.url)));
}

std::string shown_links(const engine::ApiLinkList& list, const Console& console) {
  std::string text;
  for (const engine::ApiLinkHit& link : list.links) {
    const std::string doubt = link.confidence == Confidence::kExact ? "" : fmt::format(" ({})", confidence_name(link.confidence));
    const engine::EndpointHit& endpoint = link.endpoint;
    text += fmt::format("{}\n  {}\n  {} {}{}  {}\n", shown_request(console, link.client),
                        shown_place(console, link.client.repository, link.client.path, link.client.line), console.faint("->"),
                        printable_line(endpoint.route), doubt, shown_place(console, endpoint.repository, endpoint.path, endpoint.line));
  }
  return text;
}

std::string shown_left_over(const engine::ApiLinkList& list, const Console& console) {
  std::string text;
  for (const engine::UnmatchedCallHit& one : list.unmatched)
    text += fmt::format("{}  {}\n  {}\n", shown_request(console, one.client),
                        shown_place(console, one.client.repository, one.client.path, one.client.line), printable_line(one.reason));
  for (const engine::EndpointHit& one : list.uncalled)
    text +=
        fmt::format("{}  {}\n  no request comes to it\n", console.bold(fmt::format("{:<6} {}", one.http_method, printable_line(one.route))),
                    shown_place(console, one.repository, one.path, one.line));
  return text;
}

Result<int> run_links(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const std::vector<std::string> repositories, repositories_in_scope(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::ApiLinkList list, engine->links({.repositories = repositories}, session.cancel()));
  const Console& console = session.console();
  for (const std::string& warning : list.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  const bool left_over = invocation.has("unmatched");
  if (!left_over && list.links.empty()) console.note("No links.");
  const std::string text = left_over ? shown_left_over(list, console) : shown_links(list, console);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::links_json(list) + '\n' : text));
  return 0;
}

}  // namespace

const CommandSpec kLinksCommand = {
    .name = "links",
    .summary = "Show which request of code comes to which handler, across repositories and languages",
    .description =
        "From calls of HTTP clients, their base URLs and the rules of proxies and gateways, and from routes. What is not sure is "
        "marked; what several handlers may answer is no link, and stands with the reason among the unmatched.",
    .options = kOptions,
    .examples = "grove links\ngrove links --unmatched\ngrove links --repo web --json",
    .run = run_links,
};

}  // namespace grove::cli
