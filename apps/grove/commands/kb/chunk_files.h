#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "apps/grove/command.h"
#include "knowledge/answers/card_text.h"
#include "knowledge/ingest/dto.h"

namespace grove::cli {

inline constexpr OptionSpec kChunksOption = {.name = "chunks",
                                             .value = "FILE",
                                             .help = "Chunks that `grove kb ingest` made",
                                             .type = OptionType::kList,
                                             .completion = Completion::kFile};
/// A shell puts the other files of a pattern behind the first one.
inline constexpr ArgumentSpec kMoreChunks[] = {
    {.name = "FILE", .help = "Further chunks", .count = ArgumentSpec::Count::kAny, .completion = Completion::kFile}};
inline constexpr OptionSpec kSchemaCardOption = {
    .name = "schema-card", .value = "FILE", .help = "Schema card", .completion = Completion::kFile};

/// kInvalidArgument names the first of these options that wasn't given.
Status require(const Invocation& invocation, std::initializer_list<std::string_view> options);
/// The chunks of all files of `--chunks` and of the arguments, in their order.
Result<std::vector<knowledge::ChunkDto>> chunks_of(const Invocation& invocation);
/// What the document folder around chunk files (`documents/` beside `chunks/`) knows of their documents; those that aren't there are left
/// out.
std::vector<knowledge::DocumentDto> documents_of(const Invocation& invocation, const std::vector<knowledge::ChunkDto>& chunks);
/// `--slim-card`
knowledge::CardScope card_scope(const Invocation& invocation);
/// Replaces a file of results; its folder is made where it isn't there.
Status write_result(const std::string& path, std::string_view text);

}  // namespace grove::cli
