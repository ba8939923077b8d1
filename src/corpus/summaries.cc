#include "corpus/summaries.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "corpus/migrations.h"
#include "corpus/sqlite.h"

namespace grove::corpus {
namespace {

constexpr const char* kSummaries1 = R"sql(
CREATE TABLE summaries (
  sort INTEGER NOT NULL CHECK (sort IN (0, 1)),
  subject TEXT NOT NULL,
  path TEXT NOT NULL,
  shown BLOB NOT NULL CHECK (length(shown) = 32),
  files BLOB NOT NULL CHECK (length(files) = 32),
  text TEXT NOT NULL,
  model TEXT NOT NULL,
  written_at_ms INTEGER NOT NULL,
  PRIMARY KEY (sort, subject, path)
) STRICT, WITHOUT ROWID;
)sql";
constexpr std::array kScripts = {kSummaries1};
constexpr Schema kSchema{.application_id = 0x67727673, .scripts = kScripts};  // "grvs"

std::string path_in(const std::string& directory) { return directory + "/summaries.db"; }

Sha256 hash_of(std::string_view blob) {
  Sha256 hash{};
  std::copy_n(blob.begin(), std::min(blob.size(), hash.size()), hash.begin());
  return hash;
}

class SqliteSummaries final : public Summaries {
 public:
  explicit SqliteSummaries(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Result<std::vector<Summary>> all() override {
    std::vector<Summary> summaries;
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows,
                           database_->lend("SELECT sort, subject, path, shown, files, text, model, written_at_ms FROM summaries "
                                           "ORDER BY sort, subject, path"));
    rows->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) return summaries;
      summaries.push_back({.of = rows->integer(0) == 0 ? Summary::Of::kType : Summary::Of::kModule,
                           .subject = std::string(rows->text(1)),
                           .path = std::string(rows->text(2)),
                           .shown = hash_of(rows->blob(3)),
                           .files = hash_of(rows->blob(4)),
                           .text = std::string(rows->text(5)),
                           .model = std::string(rows->text(6)),
                           .written_at_ms = rows->integer(7)});
    }
  }

  Status put(const Summary& summary) override {
    GROVE_ASSIGN_OR_RETURN(const LentStatement write, database_->lend("INSERT OR REPLACE INTO summaries VALUES (?,?,?,?,?,?,?,?)"));
    return write->run(static_cast<int>(summary.of), std::string_view(summary.subject), std::string_view(summary.path),
                      std::span<const std::uint8_t>(summary.shown), std::span<const std::uint8_t>(summary.files),
                      std::string_view(summary.text), std::string_view(summary.model), summary.written_at_ms);
  }

  Status remove(const Summary& summary) override {
    GROVE_ASSIGN_OR_RETURN(const LentStatement write, database_->lend("DELETE FROM summaries WHERE sort = ? AND subject = ? AND path = ?"));
    return write->run(static_cast<int>(summary.of), std::string_view(summary.subject), std::string_view(summary.path));
  }

 private:
  std::unique_ptr<Database> database_;
};

}  // namespace

Result<std::unique_ptr<Summaries>> Summaries::open(const std::string& directory, Access access) {
  const bool writes = access == Access::kWrite;
  GROVE_ASSIGN_OR_RETURN(auto database, Database::open({.path = path_in(directory),
                                                        .access = writes ? DatabaseRequest::Access::kWrite : DatabaseRequest::Access::kRead,
                                                        .corrupt_hint = "delete the file: `grove summarize` writes the summaries again",
                                                        .durable_against_power = false}));
  GROVE_RETURN_IF_ERROR(writes ? migrate(*database, kSchema) : check_version(*database, kSchema));
  return std::make_unique<SqliteSummaries>(std::move(database));
}

std::uint64_t summaries_stamp(const std::string& directory) {
  std::uint64_t stamp = 0;
  for (const char* ending : {"", "-wal"}) {
    struct stat file{};
    if (::stat((path_in(directory) + ending).c_str(), &file) != 0) continue;
    const std::array<std::int64_t, 4> parts = {file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec,
                                               static_cast<std::int64_t>(file.st_ino)};
    stamp = hash64(std::string_view(reinterpret_cast<const char*>(parts.data()), sizeof(parts)), stamp + 1);
  }
  return stamp;
}

}  // namespace grove::corpus
