#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/navigation_shapes.h"

// What requests go through.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "ENDPOINT|CLASS", .help = "`POST /orders`, `/orders/42`, a class, `Class#method`", .count = ArgumentSpec::Count::kOne}};
constexpr OptionSpec kOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "mermaid", .help = "Print sequence diagrams in Mermaid's language", .type = OptionType::kFlag},
    {.name = "limit", .value = "N", .help = "Most flows", .type = OptionType::kInteger, .fallback = "10", .least = 1, .most = 100}};

/// `→ GET /orders/{id} of order-service` of what asks, `→ orders.placed` of what sends there, `← GET /orders/{id} in order-service` of what
/// answers.
std::string asked_text(const engine::FlowStepHit& step) {
  const bool answers = step.via == "request";
  const std::string& whom = answers ? step.service : step.host;
  std::string text = answers ? "←" : "→";
  if (!step.request.empty()) text += " " + printable_line(step.request);
  if (!whom.empty() && !step.request.empty()) text += answers ? " in" : " of";
  if (!whom.empty()) text += " " + printable_line(whom);
  return text;
}

std::string shown(const engine::FlowHit& flow, const Console& console) {
  std::string text = fmt::format("{} {}  {}\n", flow.http_method, console.bold(printable_line(flow.route)), printable_line(flow.name));
  std::vector<std::size_t> depths;
  for (std::size_t i = 0; i < flow.steps.size(); ++i) {
    const engine::FlowStepHit& step = flow.steps[i];
    depths.push_back(step.caller == 0 || step.caller > i ? 0 : depths[step.caller - 1] + 1);
    std::string notes = step.branch == 0 ? "" : fmt::format("  (branch {})", step.branch);
    if (!step.request.empty() || !step.host.empty()) notes += "  " + asked_text(step);
    if (!step.via.empty() && step.via != "request") notes += fmt::format("  ({})", step.via);
    if (step.is_asynchronous) notes += "  (async)";
    text += fmt::format("{:>4}. {}{} {}{}  {}{}\n", i + 1, std::string(2 * depths.back(), ' '),
                        console.faint(fmt::format("[{}]", step.layer)), printable_line(step.symbol), notes,
                        console.cyan(printable_line(step.path)), console.faint(":" + std::to_string(step.line)));
  }
  return text + (flow.is_cut ? "      …\n" : "");
}

Result<int> run_flow(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> repositories, repositories_in_scope(invocation, *engine));
  const engine::FlowRequest request{.endpoint = invocation.arguments[0],
                                    .repositories = std::move(repositories),
                                    .limit = static_cast<std::size_t>(invocation.integer("limit", 10))};
  GROVE_ASSIGN_OR_RETURN(const engine::Flows found, engine->flows(request, session.cancel()));
  const Console& console = session.console();
  std::string text = console.json() ? serve::flows_json(found) + '\n' : "";
  if (!console.json())
    for (const engine::FlowHit& flow : found.flows)
      text += (text.empty() ? "" : "\n") + (invocation.has("mermaid") ? printable(flow.mermaid) : shown(flow, console));
  GROVE_RETURN_IF_ERROR(console.print(text));
  for (const std::string& warning : found.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  if (found.flows.size() < found.total)
    console.note(fmt::format("grove: {} of {} flows shown; --limit shows more", found.flows.size(), found.total));
  return 0;
}

}  // namespace

const CommandSpec kFlowCommand = {
    .name = "flow",
    .summary = "Show what a request goes through: controller, services, repositories, other programs",
    .description =
        "For a class that answers no requests itself, the requests that go through it. Requests to other services that are indexed go on "
        "in these.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove flow 'POST /api/orders'\ngrove flow OrderController --json\ngrove flow OrderService#place --mermaid",
    .run = run_flow,
};

}  // namespace grove::cli
