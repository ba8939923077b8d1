#include "knowledge/ingest/ingest.h"

#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/engine_options.h"
#include "apps/grove/session.h"
#include "base/printable.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

using knowledge::IngestedFile;
using State = IngestedFile::State;

constexpr ArgumentSpec kFiles[] = {
    {.name = "FILE", .help = "Documents, and folders of them", .count = ArgumentSpec::Count::kAtLeastOne, .completion = Completion::kFile}};
constexpr OptionSpec kOptions[] = {
    {.name = "out",
     .value = "DIR",
     .help = "Folder for documents/ and chunks/",
     .fallback = "data/dto",
     .completion = Completion::kDirectory},
    {.name = "engine",
     .value = "E",
     .help = "What reads them; `grove kb doctor` says which are there",
     .type = OptionType::kChoice,
     .choices = "builtin|docling|unstructured|pageindex|llamaindex",
     .fallback = "builtin",
     .setting = Setting::kIngestEngine},
    {.name = "force", .help = "Read documents again that were ingested before", .type = OptionType::kFlag},
    {.name = "chunk-words",
     .value = "N",
     .help = "Words that a chunk aims at",
     .type = OptionType::kInteger,
     .fallback = "350",
     .least = 20,
     .most = 10'000},
    {.name = "chunk-overlap",
     .value = "N",
     .help = "Words, in whole sentences, that a chunk repeats of the one before",
     .type = OptionType::kInteger,
     .fallback = "40",
     .least = 0,
     .most = 5'000},
};

std::string_view state_name(State state) {
  switch (state) {
    case State::kIngested: return "ingested";
    case State::kSkipped: return "skipped";
    case State::kFailed: return "failed";
    case State::kWithdrawn: return "withdrawn";
  }
  return "failed";
}

std::string notices_text(const IngestedFile& file) {
  std::string out;
  for (const document::Notice& notice : file.notices) out += fmt::format("  {}\n", printable_line(notice.text));
  return out;
}

std::string line_of(const IngestedFile& file) {
  const std::string path = printable_line(file.source_path);
  switch (file.state) {
    case State::kIngested:
      return fmt::format("{}: {} {}{} (document_id={})\n{}", path, file.chunks, file.chunks == 1 ? "chunk" : "chunks",
                         file.pages > 0 ? fmt::format(" from {} pages", file.pages) : "", file.document_id, notices_text(file));
    case State::kSkipped:
      return fmt::format("SKIP ingest: already ingested (document_id={}, hash={})\n", file.document_id, file.content_hash);
    case State::kWithdrawn:
      return fmt::format("{}: withdrawn, its file has other content or is gone (document_id={})\n", path, file.document_id);
    case State::kFailed: return {};
  }
  return {};
}

void write_file_json(const IngestedFile& file, serve::JsonWriter& json) {
  json.begin_object().field("status", state_name(file.state)).field("source_path", file.source_path);
  json.field_unless_empty("document_id", file.document_id).field_unless_empty("content_hash", file.content_hash);
  json.field_unless_empty("title", file.title).field_unless_empty("source_mime", file.media_type);
  if (file.state == State::kIngested) {
    json.field("words", file.words).field("pages", file.pages).field("chunks", file.chunks);
    json.key("notices").begin_array();
    for (const document::Notice& notice : file.notices) {
      json.begin_object();
      if (notice.page > 0) json.field("page", notice.page);
      json.field("text", notice.text).end_object();
    }
    json.end_array();
  }
  if (file.state == State::kFailed) {
    json.key("error").begin_object().field("code", code_name(file.error.code)).field("message", file.error.message);
    json.field_unless_empty("hint", file.error.hint).end_object();
  }
  json.end_object();
}

std::string report_json(const std::vector<IngestedFile>& files) {
  serve::JsonWriter json;
  json.begin_object().key("documents").begin_array();
  for (const IngestedFile& file : files) write_file_json(file, json);
  json.end_array().end_object();
  return json.take() + '\n';
}

/// Told as soon as a document is done with: a folder of books takes its time.
void tell(const IngestedFile& file, Session& session) {
  const Console& console = session.console();
  session.progress().clear();
  if (file.state == State::kFailed) return console.complain(describe(file.error));
  if (!console.json()) static_cast<void>(console.print(line_of(file)));
}

Result<int> run_ingest(const Invocation& invocation, Session& session) {
  const knowledge::IngestRequest request{
      .paths = invocation.arguments,
      .out = invocation.text("out", "data/dto"),
      .chunking = {.target_words = static_cast<std::uint32_t>(invocation.integer("chunk-words", 350)),
                   .overlap_words = static_cast<std::uint32_t>(invocation.integer("chunk-overlap", 40))},
      .known = invocation.has("force") ? knowledge::IngestRequest::Known::kReadAgain : knowledge::IngestRequest::Known::kSkipped};
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  GROVE_ASSIGN_OR_RETURN(const auto reader,
                         knowledge::open_engine(settings->text(Setting::kIngestEngine), engine_options(*settings), session.cancel()));
  const knowledge::IngestContext context{.reader = *reader,
                                         .clock = system_clock(),
                                         .progress = session.progress(),
                                         .cancel = session.cancel(),
                                         .on_file = [&session](const IngestedFile& file) { tell(file, session); }};
  GROVE_ASSIGN_OR_RETURN(const std::vector<IngestedFile> files, knowledge::ingest_documents(request, context));
  session.progress().clear();
  const Console& console = session.console();
  if (console.json()) GROVE_RETURN_IF_ERROR(console.print(report_json(files)));
  if (files.empty()) console.note("There is no document that could be read.");
  const bool failed = std::ranges::any_of(files, [](const IngestedFile& file) { return file.state == State::kFailed; });
  return failed ? 1 : 0;
}

}  // namespace

const CommandSpec kKbIngestCommand = {
    .name = "kb ingest",
    .summary = "Read documents and cut them into chunks that can be cited",
    .description =
        "Leaves documents/ID.json, documents/ID.txt (the extracted text) and chunks/ID.jsonl; docs/formats/documents.md describes\n"
        "them. A document is known by its content: the same bytes are read once, whatever they are called. What a file said\n"
        "before it changed, or before it was removed from a folder that is ingested again, is withdrawn. A document that can't be\n"
        "read, or takes more than two minutes or too much memory, is told of and costs nothing but itself; the exit code is 1 then.",
    .arguments = kFiles,
    .options = kOptions,
    .examples = "grove kb ingest handbook.md --out data/dto\ngrove kb ingest docs/ --force",
    .run = run_ingest,
};

}  // namespace grove::cli
