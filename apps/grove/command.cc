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

constexpr const CommandSpec* kRepositoriesCommands[] = {
    &kIndexCommand, &kAddCommand, &kListCommand, &kShowCommand, &kSyncCommand, &kIngestCommand, &kRemoveCommand, &kWatchCommand,
};
constexpr const CommandSpec* kFindingCommands[] = {
    &kSearchCommand,     &kAskCommand,     &kSummarizeCommand, &kOutlineCommand, &kDefinitionCommand,
    &kReferencesCommand, &kCallersCommand, &kCalleesCommand,   &kSymbolCommand,
};
constexpr const CommandSpec* kServicesCommands[] = {
    &kEndpointsCommand, &kFlowCommand, &kBeansCommand, &kServicesCommand, &kMapCommand, &kLinksCommand,
};
constexpr const CommandSpec* kGroupsAndDependenciesCommands[] = {
    &kGroupCreateCommand,   &kGroupDeleteCommand,     &kGroupAddCommand,       &kGroupRemoveCommand,
    &kGroupListCommand,     &kRelationAddCommand,     &kRelationRemoveCommand, &kRelationShowCommand,
    &kRelationGraphCommand, &kRelationSuggestCommand, &kRelationAcceptCommand, &kRelationDismissCommand,
};
constexpr const CommandSpec* kDocumentsCommands[] = {
    &kKbIngestCommand,
    &kKbDoctorCommand,
};
constexpr const CommandSpec* kOntologiesAndSchemaCardsCommands[] = {
    &kKbRegisterOntologyCommand, &kKbInitSchemaCardCommand,  &kKbExtractSchemaCommand, &kKbAlignSchemaCommand, &kKbBuildSchemaCardCommand,
    &kKbReviewCommand,           &kKbExportSchemaTtlCommand, &kKbShapesCommand,        &kKbOntologyMcpCommand,
};
constexpr const CommandSpec* kFactsAndDatasetsCommands[] = {
    &kKbExtractInstancesCommand,
    &kKbValidateCommand,
    &kKbRunStageCommand,
    &kKbBuildDatasetCommand,
};
constexpr const CommandSpec* kTheGraphCommands[] = {
    &kLoadTtlCommand, &kSparqlQueryCommand, &kSparqlUpdateCommand, &kSparqlServerCommand, &kKbMcpServerCommand, &kExportCommand,
};
constexpr const CommandSpec* kServingCommands[] = {
    &kServeCommand,
    &kMcpCommand,
};
constexpr const CommandSpec* kStateCommands[] = {
    &kStatsCommand, &kCoverageCommand, &kDoctorCommand, &kModelsStatusCommand, &kModelsPullCommand, &kModelsUnloadCommand,
};
constexpr const CommandSpec* kAboutTheProgramCommands[] = {
    &kCompletionsCommand,
    &kManualCommand,
    &kHelpCommand,
};
constexpr CommandGroup kGroups[] = {
    {"Repositories", kRepositoriesCommands},
    {"Finding", kFindingCommands},
    {"Services", kServicesCommands},
    {"Groups and dependencies", kGroupsAndDependenciesCommands},
    {"Documents", kDocumentsCommands},
    {"Ontologies and schema cards", kOntologiesAndSchemaCardsCommands},
    {"Facts and datasets", kFactsAndDatasetsCommands},
    {"The graph", kTheGraphCommands},
    {"Serving", kServingCommands},
    {"State", kStateCommands},
    {"About the program", kAboutTheProgramCommands},
};
constexpr CommandFamily kFamilies[] = {
    {"group", "Named groups of repositories"},
    {"relation", "What depends on what between repositories"},
    {"models", "The embedding model and its vectors"},
    {"kb", "Documents, ontologies and the knowledge graph"},
};

}  // namespace

std::span<const OptionSpec> global_options() { return kGlobalOptions; }

std::span<const CommandGroup> command_groups() { return kGroups; }

std::span<const CommandFamily> command_families() { return kFamilies; }

std::span<const CommandSpec* const> all_commands() {
  static const std::vector<const CommandSpec*> commands = [] {
    std::vector<const CommandSpec*> all;
    for (const CommandGroup& group : kGroups) all.insert(all.end(), group.commands.begin(), group.commands.end());
    return all;
  }();
  return commands;
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
