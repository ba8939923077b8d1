#pragma once

#include <string>

#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

inline constexpr FieldSpec kBackgroundArgument = {
    .name = "background",
    .type = FieldType::kBoolean,
    .meaning = "Answer at once with a `job_id` and let the work go on; call again with it to see how far it is.",
    .fallback = "false"};
inline constexpr FieldSpec kJobArgument = {.name = "job_id",
                                           .meaning = "Shows how far an earlier call's job is, instead of beginning one."};
inline constexpr FieldSpec kCancelArgument = {
    .name = "cancel", .type = FieldType::kBoolean, .meaning = "With `job_id`: ends that job.", .fallback = "false"};

/// Has a repository indexed by a job and waits for it, telling its progress; a cancelled call cancels the job. The job as it stands when
/// the client's patience ends, or at once where it asked for that. An error where it failed.
Result<engine::Job> index_and_wait(const ToolCall& call, const Repository& repository, const engine::IndexRequest& request,
                                   std::string kind);

/// The job that `job_id` names, cancelled where `cancel` says so; an error where it failed.
Result<engine::Job> job_asked_for(const ToolCall& call);

/// `status`, and for a job that hasn't ended its id and how far it is.
Json job_summary(const engine::Job& job);

}  // namespace grove::serve::mcp
