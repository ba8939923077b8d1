#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/shapes.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "FILE", .help = "A file on this machine, a path inside a repository, or repo:path", .completion = Completion::kFile}};
constexpr OptionSpec kOptions[] = {
    {.name = "repo", .value = "R", .help = "The repository it lies in", .completion = Completion::kRepository}};

void add_items(std::string& out, const std::vector<engine::OutlineItem>& items, std::size_t depth, const Console& console) {
  for (const engine::OutlineItem& item : items) {
    const std::string place = fmt::format("{:>6}", item.lines.first);
    out += fmt::format("{}  {}{} {}\n", console.faint(place), std::string(depth * 2, ' '), console.faint(kind_name(item.kind)),
                       console.bold(printable_line(item.name)));
    add_items(out, item.children, depth + 1, console);
  }
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const engine::OutlineRequest request{.file = invocation.arguments[0], .repository = invocation.text("repo")};
  GROVE_ASSIGN_OR_RETURN(const engine::Outline outline, engine->outline(request, session.cancel()));
  const Console& console = session.console();
  std::string text = fmt::format("{}:{}  {}\n", outline.repository, printable_line(outline.path), language_name(outline.language));
  add_items(text, outline.items, 0, console);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::outline_json(outline) + '\n' : text));
  return 0;
}

}  // namespace

const CommandSpec kOutlineCommand = {
    .name = "outline",
    .summary = "Show what a file defines, nested as it is in the file",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove outline src/auth/service.py\ngrove outline shop:src/auth/service.py --json",
    .run = run,
};

}  // namespace grove::cli
