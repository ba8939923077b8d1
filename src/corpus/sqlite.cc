#include "corpus/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"

namespace grove::corpus {
namespace {

constexpr int kBusyMilliseconds = 10'000;

std::string_view advice(int code, const std::string& corrupt_hint) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT: return corrupt_hint;
    case SQLITE_FULL: return "free some disk space and run the same command again; what was committed is kept";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "wait for the other process and run the same command again";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN: return "check that the folder exists and that you may write to it";
    case SQLITE_IOERR: return "check the disk and its free space, then run the same command again; what was committed is kept";
    default: return {};
  }
}

ErrorCode code_of(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT: return ErrorCode::kCorrupt;
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
    case SQLITE_NOMEM: return ErrorCode::kResourceLimit;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return ErrorCode::kLocked;
    case SQLITE_CONSTRAINT: return ErrorCode::kConflict;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: return ErrorCode::kIo;
    case SQLITE_INTERRUPT: return ErrorCode::kCancelled;
    default: return ErrorCode::kInternal;
  }
}

/// Whether there was no room for what had to be written. SQLite says so in plain words of its databases and logs only, not of the file
/// that readers of a log share.
bool lacks_room(int code, int reason) {
  return (code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE || reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
}

int open_flags(DatabaseRequest::Access access) {
  return access == DatabaseRequest::Access::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

}  // namespace

std::unexpected<Error> DatabaseContext::failure(std::string_view doing, int code) const {
  const char* words = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  const int kind = code & 0xff;
  const int reason = handle != nullptr && (kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR) ? sqlite3_system_errno(handle) : 0;
  if (reason == EMFILE || reason == ENFILE) return std::unexpected(system_error(fmt::format("cannot {} {}", doing, path), reason));
  if (lacks_room(code, reason))
    return fail(ErrorCode::kResourceLimit, fmt::format("cannot {} {}: there is no room left on its disk", doing, path),
                std::string(advice(SQLITE_FULL, corrupt_hint)));
  return fail(code_of(code), fmt::format("cannot {} {}: {}", doing, path, words), std::string(advice(code, corrupt_hint)));
}

Statement::Statement(std::shared_ptr<const DatabaseContext> context, sqlite3_stmt* statement)
    : context_(std::move(context)), statement_(statement) {}

Statement::Statement(Statement&& other) noexcept
    : context_(std::move(other.context_)), statement_(std::exchange(other.statement_, nullptr)) {}

Statement::~Statement() { sqlite3_finalize(statement_); }

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    reset();
    return false;
  }
  const bool reads = sqlite3_stmt_readonly(statement_) != 0;
  auto failure = context_->failure(reads ? "read" : "write", sqlite3_extended_errcode(context_->handle));
  reset();
  return failure;
}

void Statement::reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text == nullptr ? std::string_view{} : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return bytes == nullptr ? std::string_view{}
                          : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

// Bindings fail only for an index that the SQL doesn't have, a bug of ours. Bytes are borrowed until the next bind or reset.
void Statement::bind(int index, std::int64_t value) { GROVE_CHECK(sqlite3_bind_int64(statement_, index, value) == SQLITE_OK); }

void Statement::bind(int index, std::string_view text) {
  const char* bytes = text.data() == nullptr ? "" : text.data();
  GROVE_CHECK(sqlite3_bind_text64(statement_, index, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8) == SQLITE_OK);
}

void Statement::bind(int index, std::span<const std::uint8_t> blob) {
  const void* bytes = blob.data() == nullptr ? static_cast<const void*>("") : blob.data();
  GROVE_CHECK(sqlite3_bind_blob64(statement_, index, bytes, blob.size(), SQLITE_STATIC) == SQLITE_OK);
}

void Statement::bind(int index, std::optional<std::int64_t> value) {
  if (value) return bind(index, *value);
  GROVE_CHECK(sqlite3_bind_null(statement_, index) == SQLITE_OK);
}

Result<std::unique_ptr<Database>> Database::open(const DatabaseRequest& request) {
  const bool reads = request.access == DatabaseRequest::Access::kRead;
  if (reads && ::access(request.path.c_str(), F_OK) != 0 && errno == ENOENT)
    return fail(ErrorCode::kNotFound, fmt::format("cannot open {}: there is no such database", request.path), "run `grove index` first");
  auto database = connect(request, {.name = request.path, .flags = open_flags(request.access)});
  if (database || !reads) return database;
  // A reader of a write-ahead log keeps its place in a file beside it, which has to be there or be made.
  if (database.error().code == ErrorCode::kResourceLimit) return open_without_room(request);
  if (database.error().code != ErrorCode::kIo || check_writable(std::string(parent_path(request.path)))) return database;
  return open_frozen(request);
}

Result<std::unique_ptr<Database>> Database::connect(const DatabaseRequest& request, const Connection& connection) {
  auto context = std::make_shared<DatabaseContext>();
  context->path = request.path;
  context->corrupt_hint = request.corrupt_hint;
  const int code = sqlite3_open_v2(connection.name.c_str(), &context->handle, connection.flags | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<Database> database(new Database(context));
  if (code != SQLITE_OK) return context->failure("open", code);
  GROVE_RETURN_IF_ERROR(database->configure(request, connection));
  return database;
}

bool Database::has_log(const DatabaseRequest& request) {
  std::error_code none;
  const auto size = std::filesystem::file_size(request.path + "-wal", none);
  return !none && size > 0;
}

Result<std::unique_ptr<Database>> Database::open_frozen(const DatabaseRequest& request) {
  if (has_log(request)) {
    return fail(ErrorCode::kIo,
                fmt::format("cannot read {0}: its last changes stand in {0}-wal, and its folder can't be written", request.path),
                "use it once from an account that may write there, which brings the two together");
  }
  std::string name = "file:";
  for (const char c : request.path)
    name += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  return connect(request, {.name = name + "?immutable=1", .flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI});
}

Result<std::unique_ptr<Database>> Database::open_without_room(const DatabaseRequest& request) {
  if (!has_log(request)) return open_frozen(request);
  // Who has a database for itself keeps its place in memory, but it needs the right to lock the others out.
  return connect(request, {.name = request.path, .flags = SQLITE_OPEN_READWRITE, .sharing = Connection::Sharing::kAlone});
}

Status Database::configure(const DatabaseRequest& request, const Connection& connection) {
  sqlite3_extended_result_codes(context_->handle, 1);
  sqlite3_busy_timeout(context_->handle, kBusyMilliseconds);
  GROVE_RETURN_IF_ERROR(
      execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"));
  if (connection.sharing == Connection::Sharing::kAlone) {
    // Its log stays as it is: bringing the two together would want room again.
    sqlite3_db_config(context_->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    GROVE_RETURN_IF_ERROR(execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON;"));
  }
  if (request.access == DatabaseRequest::Access::kRead) return execute("SELECT count(*) FROM sqlite_schema;");
  // The WAL keeps readers and the writer apart. Its file is cut back to 16 MB after each checkpoint.
  GROVE_RETURN_IF_ERROR(switch_to_wal());
  GROVE_RETURN_IF_ERROR(execute("PRAGMA journal_size_limit = 16777216;"));
  return execute(request.durable_against_power ? "PRAGMA synchronous = FULL;" : "PRAGMA synchronous = NORMAL;");
}

Status Database::switch_to_wal() {
  // A new file is switched by one connection alone, and SQLite doesn't wait for that, since two that wait would block each other
  // (sqlite3_busy_handler). The switch is repeated instead; where it is done already it needs nobody's leave.
  constexpr int kPauseMilliseconds = 5;
  for (int waited = 0;; waited += kPauseMilliseconds) {
    const int code = sqlite3_exec(context_->handle, "PRAGMA journal_mode = WAL;", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return {};
    if ((code & 0xFF) != SQLITE_BUSY || waited >= kBusyMilliseconds) return context_->failure("use", code);
    std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMilliseconds));
  }
}

Database::~Database() {
  prepared_.clear();
  // Statements of this connection may still live elsewhere; SQLite closes once the last is finalised.
  sqlite3_close_v2(context_->handle);
}

Status Database::execute(const std::string& script) {
  const int code = sqlite3_exec(context_->handle, script.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return context_->failure("use", code);
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v3(context_->handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return context_->failure("read the schema of", code);
  return Statement(context_, statement);
}

Result<LentStatement> Database::lend(const char* sql) {
  auto found = prepared_.find(sql);
  if (found == prepared_.end()) {
    GROVE_ASSIGN_OR_RETURN(Statement statement, prepare(sql));
    found = prepared_.emplace(sql, std::move(statement)).first;
  }
  return LentStatement(found->second);
}

Result<std::int64_t> Database::integer(std::string_view sql) {
  GROVE_ASSIGN_OR_RETURN(Statement statement, prepare(sql));
  GROVE_ASSIGN_OR_RETURN(const bool row, statement.first());
  return row ? statement.integer(0) : 0;
}

Result<Transaction> Transaction::begin(Database& database) {
  GROVE_RETURN_IF_ERROR(database.execute("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  [[maybe_unused]] const Status rolled_back = database_->execute("ROLLBACK");  // fails only where SQLite has rolled back already
}

Status Transaction::commit() {
  GROVE_RETURN_IF_ERROR(database_->execute("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace grove::corpus
