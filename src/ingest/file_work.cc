#include "ingest/file_work.h"

#include <fmt/format.h>

#include "base/hash.h"
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

}  // namespace

struct FileWorker::Content {
  Sha256 hash{};
  Encoding encoding = Encoding::kUtf8;
  Language language = Language::kPlainText;
  std::string text = {};
};

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
  Content content{.hash = sha256(*bytes)};
  const bool same_bytes = task.known && task.known->record.hash == content.hash;
  if (same_bytes && !task.must_index && !context_.decode_all && has_current_facts(*task.known)) return touched(task);
  source::DecodedFile decoded = source::decode_file(task.entry.path, std::move(*bytes));
  if (decoded.state != FileState::kIndexed) return listed(task, content.hash, decoded.state, std::move(decoded.reason));
  content.encoding = decoded.encoding;
  content.text = std::move(decoded.text);
  content.language = syntax::detect_language(task.entry.path, content.text);
  return searchable(task, std::move(content), builder);
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

FileOutcome FileWorker::searchable(const Task& task, Content content, index::SegmentBuilder& builder) {
  const syntax::ParseLimits limits;
  corpus::FileUpdate update;
  update.record = record_of(task);
  update.record.hash = content.hash;
  update.record.encoding = content.encoding;
  update.record.language = content.language;
  update.place = syntax::facts_depend_on_path(content.language) ? hash64(task.entry.path) : 0;
  std::optional<Facts> facts = known_facts({.hash = content.hash, .language = content.language, .place = update.place});
  if (!facts) {
    facts = parser_->parse(
        {.path = task.entry.path, .language = content.language, .text = content.text, .limits = limits, .cancel = context_.cancel});
    if (context_.cancel.cancelled()) return {};  // the facts may be cut short
    update.facts_blob = encoder_.encode(*facts);
    update.extractor_version = context_.tools.extractor_version(content.language);
    update.counts = corpus::counts_of(*facts);
  }
  update.record.reason = shortfall(*facts, limits);
  add_to_index(task, content, *facts, builder);
  FileOutcome outcome;
  outcome.searchable = true;
  outcome.parsed = !update.facts_blob.empty();
  const bool same_bytes = task.known && task.known->record.hash == content.hash;
  if (!was_searchable(task)) outcome.change = Change::kAdded;
  if (was_searchable(task) && !same_bytes) outcome.change = Change::kModified;
  outcome.update = std::move(update);
  return outcome;
}

void FileWorker::add_to_index(const Task& task, const Content& content, const Facts& facts, index::SegmentBuilder& builder) {
  std::vector<std::int8_t> vectors;
  if (context_.embedder != nullptr) {
    // A failure leaves the file without vectors; they are filled in afterwards.
    if (auto rows = embed_passages(Passages({context_.repository, task.entry.path, facts, content.text}).all(), *context_.embedder,
                                   context_.cancel))
      vectors = std::move(*rows);
  }
  builder.add({.path = task.entry.path, .hash = content.hash, .facts = facts, .text = content.text, .vectors = vectors});
}

}  // namespace grove::ingest
