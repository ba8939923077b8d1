#include "ingest/file_work.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "document/searchable/searchable_text.h"
#include "ingest/passages.h"
#include "source/decode.h"

namespace grove::ingest {
namespace {

/// Clocks of file systems tick this coarsely at worst, among those that keep fractions of a second.
constexpr std::int64_t kClockTick = 100'000'000;

/// A searchable file is one that was so before, or is new.
bool was_searchable(const Task& task) { return task.known && task.known->has_facts; }

/// Why a searchable file is searchable as text only; empty where nothing is wrong.
std::string shortfall(const Facts& facts, const syntax::ParseLimits& limits) {
  if (facts.state == ParseState::kTimedOut) return fmt::format("took longer than {} ms to parse; kept as text", limits.time.count());
  if (facts.state == ParseState::kTooDeep) return fmt::format("nested deeper than {} levels; what lies deeper is not parsed", limits.depth);
  return {};
}

/// Tells facts of one text at different places apart, where they depend on that.
std::uint64_t place_of(const FileRecord& record) { return syntax::facts_depend_on_path(record.language) ? hash64(record.path) : 0; }

corpus::FactsKey facts_key(const FileRecord& record) {
  return {.hash = record.hash, .language = record.language, .place = place_of(record)};
}

}  // namespace

FileWorker::FileWorker(const WorkContext& context) : context_(context), parser_(context.tools.make_parser()) {
  if (context.directory.empty()) return;
  // Without it files are parsed although their facts are known, which costs time only.
  if (auto corpus = corpus::Corpus::open(context.directory, corpus::Corpus::Access::kRead)) corpus_ = std::move(*corpus);
}

bool FileWorker::has_current_facts(const corpus::CorpusFile& known) const {
  return !known.has_facts || context_.tools.extractor_version(known.record.language) == known.extractor_version;
}

FileOutcome FileWorker::work(const Task& task, index::SegmentBuilder& builder) {
  Result<std::string> bytes = context_.source.read(task.entry.path);
  if (!bytes) return unreadable(task, bytes.error());
  FileRecord record = record_of(task);
  record.hash = sha256(*bytes);
  const bool same_bytes = task.known && task.known->record.hash == record.hash;
  if (same_bytes && !task.must_index && !context_.decode_all && has_current_facts(*task.known)) return touched(task);
  record.language = document::recognise_searchable(task.entry.path, *bytes);
  if (is_extracted(record.language)) return extracted(task, std::move(record), *bytes, builder);
  return code(task, std::move(record), *std::move(bytes), builder);
}

FileOutcome FileWorker::code(const Task& task, FileRecord record, std::string bytes, index::SegmentBuilder& builder) {
  if (bytes.size() > context_.file_bytes) {
    return listed(task, record.hash, FileState::kTooLarge,
                  readable_size(bytes.size()) + ", the limit is " + readable_size(context_.file_bytes));
  }
  if (document::repeats_chunks(task.entry.path)) {
    return listed(task, record.hash, FileState::kGenerated, "the text of documents whose chunks are found by themselves");
  }
  if (document::is_record_of_work(task.entry.path)) {
    return listed(task, record.hash, FileState::kGenerated,
                  "what a language model said; chunks and entities of the dataset say what holds of it");
  }
  source::DecodedFile decoded = source::decode_file(task.entry.path, std::move(bytes));
  if (decoded.state != FileState::kIndexed) return listed(task, record.hash, decoded.state, std::move(decoded.reason));
  record.encoding = decoded.encoding;
  record.language = syntax::detect_language(task.entry.path, decoded.text);
  ReadFile file{.record = std::move(record), .text = std::move(decoded.text), .facts = {}};
  const syntax::ParseLimits limits;
  std::optional<Facts> facts = known_facts(facts_key(file.record));
  file.is_new = !facts;
  if (!facts) {
    facts = parser_->parse(
        {.path = task.entry.path, .language = file.record.language, .text = file.text, .limits = limits, .cancel = context_.cancel});
    if (context_.cancel.cancelled()) return {};  // the facts may be cut short
  }
  file.record.reason = shortfall(*facts, limits);
  file.facts = *std::move(facts);
  return searchable(task, std::move(file), builder);
}

/// A text that was stored is taken as it is, also where its facts are gone: making it anew may take minutes.
FileOutcome FileWorker::extracted(const Task& task, FileRecord record, std::string_view bytes, index::SegmentBuilder& builder) {
  const Sha256 hash = record.hash;
  ReadFile file{.record = std::move(record), .text = {}, .facts = {}};
  std::optional<Facts> facts = known_facts(facts_key(file.record));
  if (const auto stored = context_.texts.get(hash); stored && !context_.parse_all) {
    file.is_new = !facts;
    file.facts = facts ? *std::move(facts) : document::facts_of((*stored)->whole());
    file.text = (*stored)->text();
    file.record.reason = (*stored)->remark();
    return searchable(task, std::move(file), builder);
  }
  Result<document::SearchableText> made = extract(file.record, bytes);
  if (context_.cancel.cancelled()) return {};
  if (!made) {
    // Read again by the next run where the program for it is missing.
    const bool lacking = made.error().code == ErrorCode::kUnavailable;
    return listed(task, lacking ? Sha256{} : hash, FileState::kUnreadable, made.error().message);
  }
  const document::FileMoment moment{.size = file.record.size, .mtime_ns = file.record.mtime_ns};
  if (const Status stored = context_.texts.put(hash, *made, moment); !stored) {
    FileOutcome outcome;
    outcome.failure = stored.error();
    return outcome;
  }
  file.is_new = true;
  file.facts = document::facts_of(*made);
  file.text = std::move(made->text);
  file.record.reason = std::move(made->remark);
  return searchable(task, std::move(file), builder);
}

Result<document::SearchableText> FileWorker::extract(const FileRecord& record, std::string_view bytes) {
  if (record.language == Language::kDataset) return document::read_searchable_dataset(bytes, context_.cancel);
  if (reader_ == nullptr) reader_ = context_.tools.open_document_reader();
  return document::read_searchable_document(*reader_, {.bytes = bytes, .file_name = record.path}, context_.cancel);
}

/// A file that was written just before may be written again within the same tick of its clock. Its time is not kept, so that the next run
/// looks at its bytes.
FileRecord FileWorker::record_of(const Task& task) const {
  FileRecord record;
  record.path = task.entry.path;
  record.size = task.entry.size;
  record.mtime_ns = task.entry.mtime_ns < context_.began_ns - kClockTick ? task.entry.mtime_ns : 0;
  return record;
}

FileOutcome FileWorker::unreadable(const Task& task, const Error& error) const {
  // The program lacks descriptors or memory: that says nothing about the file.
  if (error.code == ErrorCode::kUnavailable) {
    FileOutcome outcome;
    outcome.failure = error;
    return outcome;
  }
  return listed(task, Sha256{}, FileState::kUnreadable, error.message);
}

FileOutcome FileWorker::listed(const Task& task, const Sha256& hash, FileState state, std::string reason) const {
  FileOutcome outcome;
  outcome.skip_reason = reason_of(state, reason);
  outcome.change = was_searchable(task) ? Change::kLost : Change::kNone;
  corpus::FileUpdate update;
  update.record = record_of(task);
  update.record.hash = hash;
  update.record.state = state;
  update.record.reason = std::move(reason);
  outcome.update = std::move(update);
  return outcome;
}

/// The bytes are the known ones; size and time are noted, so that it need not be read again.
FileOutcome FileWorker::touched(const Task& task) const {
  const corpus::CorpusFile& known = *task.known;
  FileOutcome outcome;
  outcome.searchable = known.has_facts;
  if (!known.has_facts) outcome.skip_reason = reason_of(known.record.state, known.record.reason);
  const FileRecord now = record_of(task);
  if (known.record.mtime_ns == now.mtime_ns && known.record.size == now.size) return outcome;
  corpus::FileUpdate update;
  update.record = known.record;
  update.record.size = now.size;
  update.record.mtime_ns = now.mtime_ns;
  update.place = known.place;
  outcome.update = std::move(update);
  return outcome;
}

std::optional<Facts> FileWorker::known_facts(const corpus::FactsKey& key) {
  if (corpus_ == nullptr || context_.parse_all) return std::nullopt;
  const auto version = corpus_->facts_version(key);
  if (!version || *version != context_.tools.extractor_version(key.language)) return std::nullopt;
  Result<Facts> facts = corpus_->facts(key);  // damaged ones are as good as none: the file is parsed again
  return facts ? std::optional(std::move(*facts)) : std::nullopt;
}

FileOutcome FileWorker::searchable(const Task& task, ReadFile file, index::SegmentBuilder& builder) {
  corpus::FileUpdate update;
  update.place = place_of(file.record);
  if (file.is_new) {
    update.facts_blob = encoder_.encode(file.facts);
    update.extractor_version = context_.tools.extractor_version(file.record.language);
    update.counts = corpus::counts_of(file.facts);
  }
  add_to_index(file, builder);
  FileOutcome outcome;
  outcome.searchable = true;
  outcome.parsed = file.is_new;
  const bool same_bytes = task.known && task.known->record.hash == file.record.hash;
  if (!was_searchable(task)) outcome.change = Change::kAdded;
  if (was_searchable(task) && !same_bytes) outcome.change = Change::kModified;
  update.record = std::move(file.record);
  outcome.update = std::move(update);
  return outcome;
}

void FileWorker::add_to_index(const ReadFile& file, index::SegmentBuilder& builder) {
  std::vector<std::int8_t> vectors;
  if (context_.embedder != nullptr) {
    // A failure leaves the file without vectors; they are filled in afterwards.
    if (auto rows = embed_passages(Passages({context_.repository, file.record.path, file.facts, file.text}).all(), *context_.embedder,
                                   context_.cancel))
      vectors = std::move(*rows);
  }
  builder.add({.path = file.record.path, .hash = file.record.hash, .facts = file.facts, .text = file.text, .vectors = vectors});
}

}  // namespace grove::ingest
