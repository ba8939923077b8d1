#include "apps/grove/commands/commands.h"
#include "apps/grove/index_run.h"
#include "apps/grove/session.h"
#include "base/printable.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {
    {.name = "NAME", .help = "What to call the repository"},
    {.name = "LOCATION", .help = "A folder, or the URL of a Git remote", .completion = Completion::kDirectory},
};
constexpr OptionSpec kOptions[] = {
    {.name = "branch", .value = "B", .help = "Branch of the remote, instead of its default"},
    {.name = "subpath", .value = "P", .help = "Index this folder of it only"},
    {.name = "no-index", .help = "Only register it", .type = OptionType::kFlag},
    kYesOption,
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const engine::AddRequest add{.name = invocation.arguments[0],
                               .location = invocation.arguments[1],
                               .branch = invocation.text("branch"),
                               .subpath = invocation.text("subpath")};
  if (!invocation.has("no-index")) {
    IndexRun run(session, *engine, consent_of(invocation));
    run.add_and_index(add, {});
    return run.finish();
  }
  GROVE_ASSIGN_OR_RETURN(const Repository repository, engine->add(add, session.progress(), session.cancel()));
  session.progress().clear();
  const Console& console = session.console();
  const std::string text = "registered " + repository.name + " at " + printable_line(repository.root) + '\n';
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::registered_json(repository) + '\n' : text));
  return 0;
}

}  // namespace

const CommandSpec kAddCommand = {
    .name = "add",
    .summary = "Register a folder or a Git remote under a name, and index it",
    .description =
        "A remote is cloned into the data directory; `grove sync` fetches what is new. Remotes of $GROVE_GITHUB_HOSTS (github.com)\n"
        "are asked with $GROVE_GITHUB_TOKEN where it is set; a password, token or query in a URL is refused.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove add shop ~/src/shop\ngrove add petclinic https://github.com/spring-projects/spring-petclinic --branch main",
    .run = run,
};

}  // namespace grove::cli
