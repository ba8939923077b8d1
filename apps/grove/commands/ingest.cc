#include "apps/grove/ingest/ingest_run.h"

#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"
#include "engine/repositories.h"

namespace grove::cli {
namespace {

constexpr std::uint64_t kLargestFile = 1U << 20U;

constexpr OptionSpec kOptions[] = {
    {.name = "repos", .value = "URL,URL", .help = "These instead of those in repos.yml", .type = OptionType::kList},
    {.name = "branch", .value = "B", .help = "Branch of all of them"},
    {.name = "rebuild", .help = "Build everything anew", .type = OptionType::kFlag},
};

std::vector<ReposEntry> named_on_the_command_line(const std::vector<std::string>& lists) {
  std::vector<ReposEntry> entries;
  for (const std::string& list : lists) {
    for (const std::string_view part : split(list, ',')) {
      const std::string url(trim(part));
      if (!url.empty()) entries.push_back({.label = engine::shown_location(url), .wanted = WantedRepository{.url = url}});
    }
  }
  return entries;
}

Result<std::vector<ReposEntry>> named_in_the_file(const Settings& settings, const Console& console) {
  const std::string& path = settings.text(Setting::kReposConfig);
  const auto text = read_file(path, kLargestFile);
  if (text) return parse_repos_file(*text, path);
  const bool is_asked_for = settings.origin(Setting::kReposConfig) != "default";
  if (text.error().code != ErrorCode::kNotFound || is_asked_for) return std::unexpected(text.error());
  console.note(fmt::format("grove: there is no {} here, so the sample is taken: spring-projects/spring-petclinic", path));
  return parse_repos_file(kDefaultReposFile, path);
}

Result<std::vector<ReposEntry>> wanted_entries(const Invocation& invocation, const Settings& settings, const Console& console) {
  std::vector<ReposEntry> entries;
  if (invocation.has("repos")) {
    entries = named_on_the_command_line(invocation.list("repos"));
    if (entries.empty()) return fail(ErrorCode::kInvalidArgument, "--repos names no repository");
  } else {
    GROVE_ASSIGN_OR_RETURN(entries, named_in_the_file(settings, console));
  }
  if (!invocation.has("branch")) return entries;
  for (ReposEntry& entry : entries)
    if (entry.wanted) entry.wanted->branch = invocation.text("branch");
  return entries;
}

/// Of what was chosen and comes later.
void note_what_comes_later(const Settings& settings, const Console& console) {
  for (const SettingSpec& spec : setting_table()) {
    const std::string& value = settings.text(spec.id);
    if (spec.instead.empty() || value.empty() || value == spec.fallback) continue;
    console.note(fmt::format("grove: {}: `{}` is not there yet; {}", settings.origin(spec.id), printable_line(value), spec.instead));
  }
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  note_what_comes_later(*settings, session.console());
  GROVE_ASSIGN_OR_RETURN(const auto entries, wanted_entries(invocation, *settings, session.console()));
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const bool all = invocation.has("rebuild") || settings->text(Setting::kRebuild) == "full";
  IngestRun run(session, *engine, CommitShas(settings->text(Setting::kIngestCache)),
                all ? IngestRun::Extent::kAll : IngestRun::Extent::kChanges);
  for (const ReposEntry& entry : entries) run.take(entry);
  if (settings->boolean(Setting::kLlm) && settings->boolean(Setting::kLlmSummaries)) run.summarize();
  return run.finish();
}

}  // namespace

const CommandSpec kIngestCommand = {
    .name = "ingest",
    .summary = "Fetch and index the repositories that repos.yml names",
    .description =
        "Reads $GROVE_REPOS_CONFIG (repos.yml): url, branch, name and subpath of each repository; without such a file it takes\n"
        "spring-projects/spring-petclinic. Only what changed since the last run is indexed. The commits are noted in\n"
        "commit_shas.json in $GROVE_INGEST_CACHE_DIR (.ingest-cache): without that, or with $GROVE_REBUILD=full, everything is\n"
        "built anew. Where LLM_ENABLED switches a language model on, it sums up what changed. One repository that fails leaves the others "
        "alone; the exit code is 1 then. docs/ingest.md says more.",
    .options = kOptions,
    .examples = "grove ingest\ngrove ingest --repos https://github.com/spring-projects/spring-petclinic --branch main",
    .run = run,
};

}  // namespace grove::cli
