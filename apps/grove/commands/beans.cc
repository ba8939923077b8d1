#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/answer_shapes.h"

// Spring's service beans.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "QUERY",
                                        .help = "Words that stand in name, annotations, docs or methods; without any, all are listed",
                                        .count = ArgumentSpec::Count::kAny}};
constexpr OptionSpec kOptions[] = {
    {.name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository},
    kGroupOption,
    {.name = "limit", .value = "N", .help = "Most beans", .type = OptionType::kInteger, .fallback = "100", .least = 1, .most = 10'000}};

std::string shown(const engine::TypeView& bean, const Console& console) {
  std::string text =
      fmt::format("{}  {}{}\n", console.bold(printable_line(bean.symbol.qualified_name)), console.cyan(printable_line(bean.symbol.path)),
                  console.faint(fmt::format(":{}", bean.symbol.lines.first)));
  const std::string author = bean.summary_by.empty() ? "" : console.faint(fmt::format(" (written by {})", printable_line(bean.summary_by)));
  if (!bean.summary.empty()) text += "  " + printable_line(bean.summary) + author + '\n';
  text += "  " + console.faint(printable_line(join(bean.annotations, " "))) + '\n';
  std::vector<std::string> dependencies;
  for (const engine::InjectedDependency& one : bean.dependencies) dependencies.push_back(one.type);
  if (!dependencies.empty()) text += "  needs " + printable_line(join(dependencies, ", ")) + '\n';
  return text;
}

Result<int> run_beans(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> repositories, repositories_in_scope(invocation, *engine));
  const engine::BeanRequest request{.query = join(invocation.arguments, " "),
                                    .repositories = std::move(repositories),
                                    .limit = static_cast<std::size_t>(invocation.integer("limit", 100))};
  GROVE_ASSIGN_OR_RETURN(const engine::TypeViews found, engine->beans(request, session.cancel()));
  const Console& console = session.console();
  std::string text = console.json() ? serve::beans_json(found) + '\n' : "";
  if (!console.json())
    for (const engine::TypeView& bean : found.types) text += shown(bean, console);
  GROVE_RETURN_IF_ERROR(console.print(text));
  for (const std::string& warning : found.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  if (found.total == 0) console.note("There are no such beans.");
  if (found.types.size() < found.total)
    console.note(fmt::format("grove: {} of {} beans shown; --limit shows more", found.types.size(), found.total));
  return 0;
}

}  // namespace

const CommandSpec kBeansCommand = {
    .name = "beans",
    .summary = "List Spring's @Service beans with annotations, dependencies and what their docs say",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove beans\ngrove beans order --repo shop --json",
    .run = run_beans,
};

}  // namespace grove::cli
