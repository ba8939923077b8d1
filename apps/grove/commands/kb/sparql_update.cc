#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/session.h"
#include "base/file.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "query-file", .value = "FILE", .help = "File with the update", .completion = Completion::kFile},
    {.name = "endpoint",
     .value = "URL",
     .help = "SPARQL server to change; without it, the graph of the data directory",
     .setting = Setting::kSparqlEndpoint},
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::string path = invocation.text("query-file");
  if (path.empty()) return fail(ErrorCode::kInvalidArgument, "there is no update", "Name its file: --query-file update.rq");
  GROVE_ASSIGN_OR_RETURN(std::string text, read_file(path));
  GROVE_ASSIGN_OR_RETURN(const auto store, open_named_store(*settings));
  const Status done = store->update({.text = std::move(text)}, session.cancel());
  if (!done) return std::unexpected(Error(done.error()).within(fmt::format("cannot carry out {}", path)));
  const Console& console = session.console();
  const auto counted = store->size();
  if (!counted) {  // it is done all the same
    console.note("how much the store holds now can't be told: " + counted.error().message);
    GROVE_RETURN_IF_ERROR(console.print(console.json() ? "{}\n" : "done\n"));
    return 0;
  }
  const std::uint64_t size = *counted;
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? fmt::format("{{\"triples\":{}}}\n", size)
                                                     : fmt::format("done; the store holds {} triples now\n", size)));
  return 0;
}

}  // namespace

const CommandSpec kSparqlUpdateCommand = {
    .name = "kb sparql-update",
    .summary = "Change a graph store by a SPARQL update",
    .description = "All of the update is carried out or nothing. LOAD and SERVICE are refused.",
    .options = kOptions,
    .examples = "grove kb sparql-update --query-file promote.rq",
    .run = run,
};

}  // namespace grove::cli
