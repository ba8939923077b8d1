#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/serving.h"
#include "apps/grove/session.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "profile",
     .value = "P",
     .help = "Which tools are offered",
     .type = OptionType::kChoice,
     .choices = "default|workspace|repos|ontology|knowledge|all|catalog",
     .fallback = "default"},
    {.name = "transport",
     .value = "T",
     .help = "How it is spoken with",
     .type = OptionType::kChoice,
     .choices = "stdio|sse|streamable-http",
     .setting = Setting::kMcpTransport},
    {.name = "host", .value = "H", .help = "Address to listen on, where it is HTTP", .setting = Setting::kHost},
    {.name = "port", .value = "P", .help = "Port to listen on, where it is HTTP; 0 for a free one", .setting = Setting::kPort},
    kConformanceOption,
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::string& transport = settings->text(Setting::kMcpTransport);
  if (transport.empty() || transport == "stdio") return serve_on_stdio(invocation, session);
  if (transport == "sse" || transport == "streamable-http") return serve_on_http(invocation, session);
  return fail(ErrorCode::kInvalidArgument, fmt::format("there is no MCP transport `{}`", transport), "Known: stdio, sse, streamable-http.");
}

}  // namespace

const CommandSpec kMcpCommand = {
    .name = "mcp",
    .summary = "Serve an assistant over the Model Context Protocol",
    .description =
        "Over stdio unless told otherwise: an assistant starts it and ends it, so that nobody has to type it. `grove doctor --mcp`\n"
        "prints what to paste into each client's configuration. Over HTTP it is `grove serve`: /mcp speaks Streamable HTTP, /sse\n"
        "the older HTTP+SSE. docs/mcp.md says more.",
    .options = kOptions,
    .examples = "grove doctor --mcp\ngrove mcp --profile workspace",
    .run = run,
};

}  // namespace grove::cli
