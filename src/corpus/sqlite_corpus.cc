#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/check.h"
#include "corpus/corpus.h"
#include "corpus/corpus_schema.h"
#include "corpus/facts_codec.h"
#include "corpus/sqlite.h"

namespace grove::corpus {
namespace {

constexpr std::string_view kFileName = "/corpus.db";
constexpr const char* kCorruptHint = "run `grove index --rebuild`, which reads everything again";

constexpr const char* kUpsertContent =
    "INSERT INTO contents (hash, language, place, version, lines, units, symbols, uses, facts) VALUES (?,?,?,?,?,?,?,?,?) "
    "ON CONFLICT (hash, language, place) DO UPDATE SET version = excluded.version, lines = excluded.lines, units = excluded.units, "
    "symbols = excluded.symbols, uses = excluded.uses, facts = excluded.facts "
    "RETURNING id, version, lines, units, symbols, uses";
constexpr const char* kFindContent =
    "SELECT id, version, lines, units, symbols, uses FROM contents WHERE hash = ? AND language = ? AND place = ?";
// New paths are owed to the index. A known path is owed nothing new where only its times changed; where its content is the same but the
// facts are new, the index can't tell by the hash.
constexpr const char* kUpsertFile =
    "INSERT INTO files (path, size, mtime_ns, hash, language, encoding, state, reason, content, place, version, lines, units, symbols, "
    "uses, "
    "owed) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,1) "
    "ON CONFLICT (path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, hash = excluded.hash, "
    "language = excluded.language, encoding = excluded.encoding, state = excluded.state, reason = excluded.reason, "
    "content = excluded.content, place = excluded.place, version = excluded.version, lines = excluded.lines, units = excluded.units, "
    "symbols = excluded.symbols, uses = excluded.uses, "
    "owed = CASE WHEN hash <> excluded.hash THEN max(owed, 1) "
    "WHEN ?16 OR content IS NOT excluded.content OR version <> excluded.version THEN 2 ELSE owed END RETURNING id";
const std::string kAllFiles =
    "SELECT id, path, size, mtime_ns, hash, language, encoding, state, reason, place, version, content IS NOT NULL, owed FROM files";
const std::string kOneFile = kAllFiles + " WHERE path = ?";
const std::string kFilesBelow = kAllFiles + " WHERE path > ?1 || '/' AND path < ?1 || '0' ORDER BY path";  // '0' follows '/'
const std::string kOwedFiles = kAllFiles + " WHERE owed <> 0";

/// The enumerator in a column; nothing where what stands there is none.
template <class Enumerator>
std::optional<Enumerator> enumerator(const LentStatement& row, int column, std::int64_t last) {
  const std::int64_t value = row->integer(column);
  if (value < 0 || value > last) return std::nullopt;
  return static_cast<Enumerator>(value);
}

Result<CorpusFile> file_of(const LentStatement& row, const std::string& database) {
  CorpusFile file;
  FileRecord& record = file.record;
  record.id = static_cast<std::uint32_t>(row->integer(0));
  record.path = row->text(1);
  record.size = static_cast<std::uint64_t>(row->integer(2));
  record.mtime_ns = row->integer(3);
  const std::string_view hash = row->blob(4);
  if (hash.size() == record.hash.size()) std::copy(hash.begin(), hash.end(), reinterpret_cast<char*>(record.hash.data()));
  const auto language = enumerator<Language>(row, 5, kLanguageCount - 1);
  const auto encoding = enumerator<Encoding>(row, 6, static_cast<int>(Encoding::kOther));
  const auto state = enumerator<FileState>(row, 7, static_cast<int>(FileState::kSymbolicLink));
  const auto owed = enumerator<Owed>(row, 12, static_cast<int>(Owed::kCertainly));
  if (!language || !encoding || !state || !owed)
    return fail(ErrorCode::kCorrupt, fmt::format("cannot read {}: what it says of {} means nothing", database, record.path), kCorruptHint);
  record.language = *language;
  record.encoding = *encoding;
  record.state = *state;
  record.reason = row->text(8);
  file.place = static_cast<std::uint64_t>(row->integer(9));
  file.extractor_version = static_cast<std::uint32_t>(row->integer(10));
  file.has_facts = row->integer(11) != 0;
  file.owed = *owed;
  return file;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

/// A row of `contents`, without its facts.
struct Content {
  std::int64_t id = 0;
  std::int64_t version = 0;
  FactsCounts counts;
};

Content content_of(const LentStatement& row) {
  const auto count = [&](int column) { return static_cast<std::uint64_t>(row->integer(column)); };
  return {.id = row->integer(0),
          .version = row->integer(1),
          .counts = {.lines = count(2), .units = count(3), .symbols = count(4), .references = count(5)}};
}

class SqliteCorpus final : public Corpus {
 public:
  explicit SqliteCorpus(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Result<std::vector<std::uint32_t>> apply(const Batch& batch) override {
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    for (const std::string& path : batch.removed) GROVE_RETURN_IF_ERROR(remove_file(path));
    std::vector<std::uint32_t> ids;
    ids.reserve(batch.updates.size());
    for (const FileUpdate& update : batch.updates) {
      GROVE_ASSIGN_OR_RETURN(const std::uint32_t id, apply_update(update));
      ids.push_back(id);
    }
    GROVE_RETURN_IF_ERROR(transaction.commit());
    return ids;
  }

  Status for_each_file(const std::function<void(CorpusFile)>& visit) override { return visit_files(kAllFiles, visit); }

  Result<std::vector<FileRecord>> files() override {
    std::vector<FileRecord> files;
    GROVE_RETURN_IF_ERROR(for_each_file([&](CorpusFile file) { files.push_back(std::move(file.record)); }));
    std::sort(files.begin(), files.end(), [](const FileRecord& left, const FileRecord& right) { return left.path < right.path; });
    return files;
  }

  Result<std::optional<CorpusFile>> file(std::string_view path) override {
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend(kOneFile.c_str()));
    GROVE_ASSIGN_OR_RETURN(const bool found, row->first(path));
    if (!found) return std::nullopt;
    GROVE_ASSIGN_OR_RETURN(CorpusFile file, file_of(row, database_->path()));
    return file;
  }

  Result<std::vector<CorpusFile>> files_below(std::string_view folder) override {
    std::vector<CorpusFile> files;
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database_->lend(kFilesBelow.c_str()));
    rows->start(folder);
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) return files;
      GROVE_ASSIGN_OR_RETURN(CorpusFile file, file_of(rows, database_->path()));
      files.push_back(std::move(file));
    }
  }

  Result<CorpusTotals> totals() override {
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend("SELECT files, bytes, lines, units, symbols, uses FROM totals"));
    GROVE_ASSIGN_OR_RETURN(const bool found, row->first());
    if (!found) return fail(ErrorCode::kCorrupt, fmt::format("cannot read {}: its totals are missing", database_->path()), kCorruptHint);
    const auto count = [&](int column) { return static_cast<std::uint64_t>(row->integer(column)); };
    return CorpusTotals{
        .files = count(0), .bytes = count(1), .facts = {.lines = count(2), .units = count(3), .symbols = count(4), .references = count(5)}};
  }

  Result<std::optional<std::uint32_t>> facts_version(const FactsKey& key) override {
    GROVE_ASSIGN_OR_RETURN(const std::optional<Content> content, find_content(key));
    if (!content) return std::nullopt;
    return static_cast<std::uint32_t>(content->version);
  }

  Result<Facts> facts(const FactsKey& key) override {
    static constexpr const char* kFacts = "SELECT facts FROM contents WHERE hash = ? AND language = ? AND place = ?";
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend(kFacts));
    GROVE_ASSIGN_OR_RETURN(const bool found, row->first(std::span(key.hash), static_cast<int>(key.language), key.place));
    if (!found)
      return fail(ErrorCode::kNotFound, fmt::format("cannot read facts of content {}: {} has none", to_hex(key.hash), database_->path()),
                  "run `grove index`");
    if (!decoder_) decoder_.emplace();
    Result<Facts> facts = decoder_->decode(row->blob(0));
    if (!facts) return std::unexpected(std::move(facts.error()).within(database_->path()));
    return facts;
  }

  Result<Debt> debt() override {
    Debt debt;
    GROVE_ASSIGN_OR_RETURN(const LentStatement removed,
                           database_->lend("SELECT path FROM removed WHERE path NOT IN (SELECT path FROM files) ORDER BY path"));
    removed->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, removed->step());
      if (!more) break;
      debt.removed.emplace_back(removed->text(0));
    }
    GROVE_RETURN_IF_ERROR(visit_files(kOwedFiles, [&](CorpusFile file) { debt.files.push_back(std::move(file)); }));
    return debt;
  }

  Status settle() override {
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_RETURN_IF_ERROR(database_->execute("UPDATE files SET owed = 0 WHERE owed <> 0; DELETE FROM removed;"));
    return transaction.commit();
  }

  Status collect_garbage() override {
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_RETURN_IF_ERROR(
        database_->execute("DELETE FROM contents WHERE id IN (SELECT content FROM loose WHERE NOT EXISTS "
                           "(SELECT 1 FROM files WHERE files.content = loose.content)); DELETE FROM loose;"));
    return transaction.commit();
  }

  Result<std::map<std::string, std::string>> properties() override {
    std::map<std::string, std::string> properties;
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database_->lend("SELECT name, value FROM properties"));
    rows->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) return properties;
      properties.emplace(rows->text(0), rows->text(1));
    }
  }

  Status set_property(std::string_view name, std::string_view value) override {
    GROVE_ASSIGN_OR_RETURN(const LentStatement statement,
                           database_->lend("INSERT INTO properties VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"));
    return statement->run(name, value);
  }

 private:
  Status visit_files(const std::string& query, const std::function<void(CorpusFile)>& visit) {
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database_->lend(query.c_str()));
    rows->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) return {};
      GROVE_ASSIGN_OR_RETURN(CorpusFile file, file_of(rows, database_->path()));
      visit(std::move(file));
    }
  }

  Status remove_file(std::string_view path) {
    GROVE_ASSIGN_OR_RETURN(const LentStatement statement, database_->lend("DELETE FROM files WHERE path = ? RETURNING 1"));
    GROVE_ASSIGN_OR_RETURN(const bool was_there, statement->first(path));
    if (!was_there) return {};
    GROVE_ASSIGN_OR_RETURN(const LentStatement note, database_->lend("INSERT OR IGNORE INTO removed VALUES (?)"));
    return note->run(path);
  }

  Result<std::optional<Content>> find_content(const FactsKey& key) {
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend(kFindContent));
    GROVE_ASSIGN_OR_RETURN(const bool found, row->first(std::span(key.hash), static_cast<int>(key.language), key.place));
    if (!found) return std::nullopt;
    return content_of(row);
  }

  Result<Content> store_content(const FileUpdate& update) {
    const FileRecord& record = update.record;
    const FactsCounts& counts = update.counts;
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend(kUpsertContent));
    GROVE_ASSIGN_OR_RETURN(const bool stored,
                           row->first(std::span(record.hash), static_cast<int>(record.language), update.place, update.extractor_version,
                                      counts.lines, counts.units, counts.symbols, counts.references, bytes_of(update.facts_blob)));
    GROVE_CHECK(stored);
    return content_of(row);
  }

  /// The content of a searchable file; nothing for one that is only listed.
  Result<std::optional<Content>> content_for(const FileUpdate& update) {
    if (!update.facts_blob.empty()) return store_content(update);
    if (update.record.state != FileState::kIndexed) return std::nullopt;
    GROVE_ASSIGN_OR_RETURN(std::optional<Content> content,
                           find_content({.hash = update.record.hash, .language = update.record.language, .place = update.place}));
    if (!content)
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("cannot store {}: it comes without facts, and none are known", update.record.path));
    return content;
  }

  Result<std::uint32_t> apply_update(const FileUpdate& update) {
    const FileRecord& record = update.record;
    GROVE_ASSIGN_OR_RETURN(const std::optional<Content> content, content_for(update));
    const Content known = content.value_or(Content{});
    const bool was_read = record.hash != Sha256{};
    GROVE_ASSIGN_OR_RETURN(const LentStatement row, database_->lend(kUpsertFile));
    row->start(record.path, record.size, record.mtime_ns,
               was_read ? std::span<const std::uint8_t>(record.hash) : std::span<const std::uint8_t>{}, static_cast<int>(record.language),
               static_cast<int>(record.encoding), static_cast<int>(record.state), record.reason,
               content ? std::optional(known.id) : std::nullopt, update.place, known.version, known.counts.lines, known.counts.units,
               known.counts.symbols, known.counts.references, update.facts_blob.empty() ? 0 : 1);
    GROVE_ASSIGN_OR_RETURN(const bool stored, row->step());
    GROVE_CHECK(stored);
    return static_cast<std::uint32_t>(row->integer(0));
  }

  std::unique_ptr<Database> database_;
  std::optional<FactsDecoder> decoder_;  // once facts were read
};

}  // namespace

FactsCounts counts_of(const Facts& facts) {
  return {.lines = facts.lines, .units = facts.units.size(), .symbols = facts.symbols.size(), .references = facts.references.size()};
}

Result<std::unique_ptr<Corpus>> Corpus::open(const std::string& directory, Access access) {
  const DatabaseRequest request{
      .path = directory + std::string(kFileName),
      .access = access == Access::kRead ? DatabaseRequest::Access::kRead : DatabaseRequest::Access::kWrite,
      .corrupt_hint = kCorruptHint,
      .durable_against_power = false,
  };
  GROVE_ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::open(request));
  if (access == Access::kRead) {
    GROVE_RETURN_IF_ERROR(check_version(*database, corpus_schema()));
  } else {
    GROVE_RETURN_IF_ERROR(migrate(*database, corpus_schema()));
  }
  return std::make_unique<SqliteCorpus>(std::move(database));
}

Status Corpus::erase(const std::string& directory) {
  // The write-ahead log goes first: a database without its log is old but whole, a log without its database would be applied to the next.
  for (const std::string_view suffix : {"-wal", "-shm", ""}) {
    const std::string path = directory + std::string(kFileName) + std::string(suffix);
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) return fail(ErrorCode::kIo, fmt::format("cannot remove {}: {}", path, error.message()), "check that you may write there");
  }
  return {};
}

}  // namespace grove::corpus
