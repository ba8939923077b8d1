#include "apps/grove/command.h"

#include "apps/grove/commands/commands.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kGlobalOptions[] = {
    {.name = "data-dir",
     .value = "DIR",
     .help = "Folder that holds everything Grove keeps ($GROVE_HOME, else ~/.local/share/grove)",
     .setting = Setting::kDataDirectory,
     .completion = Completion::kDirectory},
    {.name = "config", .value = "FILE", .help = "Configuration (else grove.toml in the data directory)", .completion = Completion::kFile},
    {.name = "env-file", .value = "FILE", .help = "Variables (else .env in the data directory)", .completion = Completion::kFile},
    {.name = "json", .help = "Print one JSON value", .type = OptionType::kFlag},
    {.name = "quiet", .help = "No progress and no notes", .type = OptionType::kFlag},
    {.name = "verbose", .help = "More about what is being done", .type = OptionType::kFlag},
    {.name = "version", .help = "Print the version", .type = OptionType::kFlag},
    {.name = "help", .help = "Print help", .type = OptionType::kFlag},
};

}  // namespace

std::span<const OptionSpec> global_options() { return kGlobalOptions; }

std::span<const CommandSpec* const> all_commands() {
  static constexpr const CommandSpec* kCommands[] = {
      &kIndexCommand,
      &kAddCommand,
      &kListCommand,
      &kShowCommand,
      &kSyncCommand,
      &kIngestCommand,
      &kRemoveCommand,
      &kWatchCommand,
      &kSearchCommand,
      &kAskCommand,
      &kSummarizeCommand,
      &kDefinitionCommand,
      &kReferencesCommand,
      &kCallersCommand,
      &kCalleesCommand,
      &kSymbolCommand,
      &kEndpointsCommand,
      &kFlowCommand,
      &kBeansCommand,
      &kServicesCommand,
      &kMapCommand,
      &kLinksCommand,
      &kExportCommand,
      &kGroupCreateCommand,
      &kGroupDeleteCommand,
      &kGroupAddCommand,
      &kGroupRemoveCommand,
      &kGroupListCommand,
      &kRelationAddCommand,
      &kRelationRemoveCommand,
      &kRelationShowCommand,
      &kRelationGraphCommand,
      &kRelationSuggestCommand,
      &kRelationAcceptCommand,
      &kRelationDismissCommand,
      &kOutlineCommand,
      &kStatsCommand,
      &kCoverageCommand,
      &kDoctorCommand,
      &kModelsStatusCommand,
      &kModelsPullCommand,
      &kModelsUnloadCommand,
      &kServeCommand,
      &kMcpCommand,
      &kSparqlServerCommand,
      &kSparqlUpdateCommand,
      &kLoadTtlCommand,
      &kKbMcpServerCommand,
      &kKbRegisterOntologyCommand,
      &kKbInitSchemaCardCommand,
      &kKbIngestCommand,
      &kKbDoctorCommand,
      &kKbBuildSchemaCardCommand,
      &kKbReviewCommand,
      &kKbExportSchemaTtlCommand,
      &kKbOntologyMcpCommand,
      &kKbExtractSchemaCommand,
      &kKbAlignSchemaCommand,
      &kKbExtractInstancesCommand,
      &kKbRunStageCommand,
      &kKbBuildDatasetCommand,
      &kCompletionsCommand,
      &kManualCommand,
      &kHelpCommand,
  };
  return kCommands;
}

std::string Invocation::text(std::string_view option, std::string_view otherwise) const {
  const auto found = options.find(option);
  return found == options.end() || found->second.empty() ? std::string(otherwise) : found->second.back();
}

std::vector<std::string> Invocation::list(std::string_view option) const {
  const auto found = options.find(option);
  return found == options.end() ? std::vector<std::string>{} : found->second;
}

std::int64_t Invocation::integer(std::string_view option, std::int64_t otherwise) const {
  const auto found = options.find(option);
  return found == options.end() || found->second.empty() ? otherwise : std::stoll(found->second.back());
}

}  // namespace grove::cli
