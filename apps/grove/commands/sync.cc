#include "apps/grove/commands/commands.h"
#include "apps/grove/index_run.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "NAME",
                                        .help = "Repositories; all where none is given",
                                        .count = ArgumentSpec::Count::kAny,
                                        .completion = Completion::kRepository}};
constexpr OptionSpec kOptions[] = {
    kRepoOption, {.name = "force", .help = "Read and parse every file again", .type = OptionType::kFlag}, kDryRunOption, kYesOption};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> repositories, chosen_repositories(*engine, named_repositories(invocation)));
  IndexRun run(session, *engine, consent_of(invocation));
  for (const Repository& repository : repositories) {
    engine::IndexRequest request;
    take_dry_run(invocation, request);
    request.remote = engine::IndexRequest::Remote::kFetch;
    if (invocation.has("force")) request.depth = engine::IndexRequest::Depth::kForce;
    run.index(repository, request);
  }
  return run.finish();
}

}  // namespace

const CommandSpec kSyncCommand = {
    .name = "sync",
    .summary = "Fetch remotes and index what changed",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove sync\ngrove sync petclinic",
    .run = run,
};

}  // namespace grove::cli
