#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/summary_run.h"

// What a language model says about classes and modules, written once and kept.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "NAME",
                                        .help = "Repositories; all where none is given",
                                        .count = ArgumentSpec::Count::kAny,
                                        .completion = Completion::kRepository}};
constexpr OptionSpec kOptions[] = {kRepoOption, {.name = "force", .help = "Write all of them again", .type = OptionType::kFlag}};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> repositories, chosen_repositories(*engine, named_repositories(invocation)));
  const auto depth = invocation.has("force") ? engine::SummaryRequest::Depth::kAll : engine::SummaryRequest::Depth::kChanges;
  SummaryRun run(session, *engine, depth);
  for (const Repository& repository : repositories) GROVE_RETURN_IF_ERROR(run.take(repository));
  GROVE_RETURN_IF_ERROR(session.console().print(run.tell()));
  return run.has_failures() ? 1 : 0;
}

}  // namespace

const CommandSpec kSummarizeCommand = {
    .name = "summarize",
    .summary = "Have a language model sum up classes and modules",
    .description =
        "Asks the language model that LLM_ENABLED, LLM_BASE_URL and LLM_MODEL choose about every controller, service, repository and\n"
        "client of Spring programs, then about their modules; their code is sent to it. `grove ask` finds what it wrote and says who\n"
        "wrote it, as long as the code is the same. Only what changed is asked about again; interrupted, it goes on with the rest.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "LLM_ENABLED=true grove summarize shop\ngrove summarize --force",
    .run = run,
};

}  // namespace grove::cli
