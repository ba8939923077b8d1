#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/index_run.h"
#include "apps/grove/session.h"

namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "PATH",
                                        .help = "Folders to index; the present one where none is given",
                                        .count = ArgumentSpec::Count::kAny,
                                        .completion = Completion::kDirectory}};
constexpr OptionSpec kOptions[] = {
    {.name = "name", .value = "N", .help = "What to call the repository, instead of the folder's name"},
    {.name = "force", .help = "Read and parse every file again", .type = OptionType::kFlag},
    {.name = "rebuild", .help = "Throw corpus and index away first", .type = OptionType::kFlag},
    {.name = "no-vectors", .help = "Make no vectors: searches find words only", .type = OptionType::kFlag},
    kDryRunOption,
    kYesOption,
};

Result<int> run(const Invocation& invocation, Session& session) {
  std::vector<std::string> paths = invocation.arguments;
  if (paths.empty()) paths.emplace_back(".");
  if (paths.size() > 1 && invocation.has("name")) {
    return fail(ErrorCode::kInvalidArgument, "--name can name one folder only", "Index the folders one by one.");
  }
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  IndexRun run(session, *engine, consent_of(invocation));
  for (const std::string& path : paths) {
    engine::IndexRequest request;
    if (invocation.has("force")) request.depth = engine::IndexRequest::Depth::kForce;
    if (invocation.has("rebuild")) request.depth = engine::IndexRequest::Depth::kRebuild;
    take_dry_run(invocation, request);
    if (invocation.has("no-vectors")) request.vectors = engine::IndexRequest::Vectors::kNone;
    run.add_and_index({.name = invocation.text("name"), .location = path}, request);
  }
  return run.finish();
}

}  // namespace

const CommandSpec kIndexCommand = {
    .name = "index",
    .summary = "Register folders as repositories and index what changed",
    .description =
        "A folder becomes a repository named after it. What did not change since the last run is not read again.\n"
        "Safe to interrupt and to repeat: the next run goes on where this one stopped.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove index\ngrove index ~/src/shop --name shop",
    .run = run,
};

}  // namespace grove::cli
