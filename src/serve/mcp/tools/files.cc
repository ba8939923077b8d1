#include "base/text.h"
#include "serve/mcp/tools/outline_items.h"
#include "serve/mcp/tools/paging.h"
#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

constexpr std::int64_t kMostLines = 1'000'000'000;
constexpr std::size_t kHeadBytes = 500;  // of an answer besides its text

constexpr FieldSpec kArguments[] = {
    {.name = "path", .meaning = "Path in a repository, as answers show it, or `repo:path`.", .need = FieldSpec::Need::kRequired},
    kRepositoryArgument,
    {.name = "start_line",
     .type = FieldType::kInteger,
     .meaning = "Show the text from this line on, instead of the outline.",
     .least = 1,
     .most = kMostLines},
    {.name = "end_line",
     .type = FieldType::kInteger,
     .meaning = "Last line of the text to show. Default: as far as there is room.",
     .least = 1,
     .most = kMostLines},
    {.name = "with_code", .type = FieldType::kBoolean, .meaning = "Show the outline with the code of each unit.", .fallback = "false"},
    kTokensArgument,
    kCursorArgument,
};

Json head_of(const engine::Outline& outline) {
  return {{"repo_id", outline.repository}, {"file_path", outline.path}, {"language", language_name(outline.language)}};
}

/// Lines [first, last] of a text, as many as fit.
Json lines_of(const engine::FileText& file, std::size_t first, std::size_t last, std::size_t bytes) {
  std::string_view rest = file.text;
  for (std::size_t line = 1; line < first && !rest.empty(); ++line) {
    const auto end = rest.find('\n');
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  std::size_t end = 0;
  for (std::size_t line = first; line <= last && end < rest.size(); ++line) end = std::min(rest.find('\n', end), rest.size() - 1) + 1;
  Json answer = head_of(file.outline);
  answer["start_line"] = first;
  CutText cut = cut_lines(rest.substr(0, end), bytes);
  // Escapes make text longer in JSON.
  for (std::size_t size = to_text(cut.text).size() + kHeadBytes; size > bytes && cut.text.size() > 1;
       size = to_text(cut.text).size() + kHeadBytes) {
    cut = cut_lines(rest.substr(0, end), cut.text.size() * bytes / (size + 1));
  }
  answer["end_line"] = cut.lines == 0 ? first : first + cut.lines - 1;
  answer["text"] = cut.text;
  if (cut.cut) answer["next_start_line"] = first + cut.lines;
  if (file.stale) answer["stale"] = true;
  return answer;
}

Result<Json> get_file(const ToolCall& call) {
  const engine::OutlineRequest request{.file = call.arguments.text("path"), .repository = call.arguments.text("repo_id")};
  if (call.arguments.has("start_line") || call.arguments.has("end_line")) {
    const auto first = static_cast<std::size_t>(call.arguments.integer("start_line", 1));
    const auto last = static_cast<std::size_t>(call.arguments.integer("end_line", kMostLines));
    if (last < first) return fail(ErrorCode::kInvalidArgument, "`end_line` lies before `start_line`");
    GROVE_ASSIGN_OR_RETURN(const engine::FileText file, call.backend.engine.file(request, call.exchange.cancel()));
    return lines_of(file, first, last, bytes_of_tokens(call.arguments.integer("max_tokens", kDefaultTokens)));
  }
  GROVE_ASSIGN_OR_RETURN(Page page, Page::begin(call));
  engine::FileText file;
  std::vector<Json> items;
  if (call.arguments.boolean("with_code")) {
    GROVE_ASSIGN_OR_RETURN(file, call.backend.engine.file(request, call.exchange.cancel()));
    items = flat_outline(file.outline);
    add_code(items, file.text);
  } else {
    GROVE_ASSIGN_OR_RETURN(file.outline, call.backend.engine.outline(request, call.exchange.cancel()));
    items = flat_outline(file.outline);
  }
  for (std::size_t i = page.skip(); i < items.size(); ++i) {
    if (!page.add(items[i])) break;
  }
  Json head = head_of(file.outline);
  if (file.stale) head["stale"] = true;
  return page.finish("result", std::move(head), items.size());
}

constexpr Tool kTools[] = {
    {.name = "get_file",
     .title = "Show a file",
     .description = "Shows what a file holds: its classes, functions and sections with their lines and signatures, without their code "
                    "unless `with_code` asks for it. With `start_line` it shows the text from there. Use it to find your way in a long "
                    "file before reading a part of it.",
     .arguments = kArguments,
     .run = get_file},
};

}  // namespace

std::span<const Tool> file_tools() { return kTools; }

}  // namespace grove::serve::mcp
