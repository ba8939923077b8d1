#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "serve/json/fields.h"

namespace grove::serve {

// Fields that requests to search share, wherever they come from.
inline constexpr FieldSpec kGroupsField = {
    .name = "groups", .type = FieldType::kTextList, .meaning = "Names of groups, whose repositories may answer."};
inline constexpr FieldSpec kExpandField = {.name = "expand",
                                           .type = FieldType::kChoice,
                                           .meaning =
                                               "Whether the repositories that those named depend on (upstream) may answer too, those that "
                                               "depend on them (downstream), or both. What answers from there counts 0.85 a step.",
                                           .choices = "none|upstream|downstream|both",
                                           .fallback = "none"};
inline constexpr FieldSpec kExpandDepthField = {.name = "expand_depth",
                                                .type = FieldType::kInteger,
                                                .meaning = "How many steps of dependency to follow.",
                                                .least = 0,
                                                .most = 10,
                                                .fallback = "1"};
inline constexpr FieldSpec kModeField = {.name = "mode",
                                         .type = FieldType::kChoice,
                                         .meaning = "By words and meaning, by words alone, or by meaning alone.",
                                         .choices = "hybrid|keyword|semantic",
                                         .fallback = "hybrid"};
inline constexpr FieldSpec kPathField = {.name = "path", .meaning = "Only files whose path meets this pattern: `*.py`, `src/**/api`."};

/// Which repositories such fields name: `repos`, `groups`, `expand`, `expand_depth`.
engine::RepositoryScope read_scope(const FieldValues& fields);
/// What such fields ask for; `limit` where none is given. kInvalidArgument names a kind or language that is none, and near ones.
Result<engine::SearchCommand> read_search(const FieldValues& fields, std::int64_t limit);

}  // namespace grove::serve
