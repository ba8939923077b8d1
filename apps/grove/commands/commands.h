#pragma once

#include "apps/grove/command.h"

namespace grove::cli {

extern const CommandSpec kIndexCommand;
extern const CommandSpec kAddCommand;
extern const CommandSpec kListCommand;
extern const CommandSpec kShowCommand;
extern const CommandSpec kSyncCommand;
extern const CommandSpec kIngestCommand;
extern const CommandSpec kWatchCommand;
extern const CommandSpec kRemoveCommand;
extern const CommandSpec kSearchCommand;
extern const CommandSpec kAskCommand;
extern const CommandSpec kSummarizeCommand;
extern const CommandSpec kDefinitionCommand;
extern const CommandSpec kReferencesCommand;
extern const CommandSpec kCallersCommand;
extern const CommandSpec kCalleesCommand;
extern const CommandSpec kSymbolCommand;
extern const CommandSpec kEndpointsCommand;
extern const CommandSpec kFlowCommand;
extern const CommandSpec kServicesCommand;
extern const CommandSpec kMapCommand;
extern const CommandSpec kLinksCommand;
extern const CommandSpec kExportCommand;
extern const CommandSpec kBeansCommand;
extern const CommandSpec kGroupCreateCommand;
extern const CommandSpec kGroupDeleteCommand;
extern const CommandSpec kGroupAddCommand;
extern const CommandSpec kGroupRemoveCommand;
extern const CommandSpec kGroupListCommand;
extern const CommandSpec kRelationAddCommand;
extern const CommandSpec kRelationRemoveCommand;
extern const CommandSpec kRelationShowCommand;
extern const CommandSpec kRelationGraphCommand;
extern const CommandSpec kRelationSuggestCommand;
extern const CommandSpec kRelationAcceptCommand;
extern const CommandSpec kRelationDismissCommand;
extern const CommandSpec kOutlineCommand;
extern const CommandSpec kStatsCommand;
extern const CommandSpec kCoverageCommand;
extern const CommandSpec kDoctorCommand;
extern const CommandSpec kModelsStatusCommand;
extern const CommandSpec kModelsPullCommand;
extern const CommandSpec kModelsUnloadCommand;
extern const CommandSpec kServeCommand;
extern const CommandSpec kMcpCommand;
extern const CommandSpec kSparqlServerCommand;
extern const CommandSpec kSparqlQueryCommand;
extern const CommandSpec kSparqlUpdateCommand;
extern const CommandSpec kLoadTtlCommand;
extern const CommandSpec kKbMcpServerCommand;
extern const CommandSpec kKbRegisterOntologyCommand;
extern const CommandSpec kKbInitSchemaCardCommand;
extern const CommandSpec kKbIngestCommand;
extern const CommandSpec kKbDoctorCommand;
extern const CommandSpec kKbBuildSchemaCardCommand;
extern const CommandSpec kKbReviewCommand;
extern const CommandSpec kKbExportSchemaTtlCommand;
extern const CommandSpec kKbShapesCommand;
extern const CommandSpec kKbValidateCommand;
extern const CommandSpec kKbOntologyMcpCommand;
extern const CommandSpec kKbExtractSchemaCommand;
extern const CommandSpec kKbAlignSchemaCommand;
extern const CommandSpec kKbExtractInstancesCommand;
extern const CommandSpec kKbRunStageCommand;
extern const CommandSpec kKbBuildDatasetCommand;
extern const CommandSpec kCompletionsCommand;
extern const CommandSpec kManualCommand;
extern const CommandSpec kHelpCommand;

}  // namespace grove::cli
