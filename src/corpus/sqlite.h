#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

/// SQLite behind values and Results; nothing outside `corpus` includes this.
namespace grove::corpus {

/// A file to open as a database.
struct DatabaseRequest {
  enum class Access { kRead, kWrite };
  std::string path;
  Access access = Access::kRead;
  std::string corrupt_hint;           ///< What a person does when the file is damaged.
  bool durable_against_power = true;  ///< Each commit waits for the disk; otherwise a power cut may undo the last commits (a kill may not).
};

/// What errors of one database say beyond SQLite's own words.
struct DatabaseContext {
  sqlite3* handle = nullptr;
  std::string path;
  std::string corrupt_hint;

  /// The handle's last failure as an Error: what was done, the file, what to do.
  std::unexpected<Error> failure(std::string_view doing, int code) const;
};

/// A prepared statement. Parameters are bound in order by `run`, `first` or `start`; views of columns are valid until the next step.
class Statement {
 public:
  Statement(std::shared_ptr<const DatabaseContext> context, sqlite3_stmt* statement);
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  /// Runs to the end, throwing rows away.
  template <class... Values>
  Status run(const Values&... values) {
    start(values...);
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool row, step());
      if (!row) return {};
    }
  }
  /// The first row is at hand if true. Call `reset` once done with it.
  template <class... Values>
  Result<bool> first(const Values&... values) {
    start(values...);
    return step();
  }
  template <class... Values>
  void start(const Values&... values) {
    reset();
    int index = 0;
    (bind(++index, values), ...);
  }
  /// True while there are rows; resets itself after the last one and after a failure.
  Result<bool> step();
  void reset();

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;
  bool is_null(int column) const;

 private:
  void bind(int index, std::int64_t value);
  void bind(int index, std::uint64_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, std::uint32_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, std::string_view text);
  void bind(int index, std::span<const std::uint8_t> blob);
  void bind(int index, std::optional<std::int64_t> value);

  std::shared_ptr<const DatabaseContext> context_;
  sqlite3_stmt* statement_;
};

/// A statement that the connection keeps prepared, on loan; the end of the loan ends its read.
class LentStatement {
 public:
  explicit LentStatement(Statement& statement) : statement_(&statement) {}
  LentStatement(LentStatement&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  LentStatement& operator=(LentStatement&&) = delete;
  ~LentStatement() {
    if (statement_ != nullptr) statement_->reset();
  }
  Statement* operator->() const { return statement_; }

 private:
  Statement* statement_;
};

/// A connection. One thread at a time. WAL, foreign keys on, waits up to 10 s for another writer.
class Database {
 public:
  /// kNotFound when reading where there is none; kCorrupt where the file is no database; kResourceLimit where writing finds the disk full.
  /// Reading needs neither room nor the right to write: where the folder can't be written or the disk is full, what is read is the file as
  /// it stands. Such a connection is not for keeping, since it won't see what somebody else may write, and may keep others out.
  static Result<std::unique_ptr<Database>> open(const DatabaseRequest& request);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// A script without parameters.
  Status execute(const std::string& script);
  Result<Statement> prepare(std::string_view sql);
  /// Prepared once a connection; `sql` is a constant, known by its address. REQUIRES: the same statement is not on loan.
  Result<LentStatement> lend(const char* sql);
  Result<std::int64_t> integer(std::string_view sql);
  const std::string& path() const { return context_->path; }

 private:
  explicit Database(std::shared_ptr<DatabaseContext> context) : context_(std::move(context)) {}
  /// How SQLite is asked for a file.
  struct Connection {
    enum class Sharing { kShared, kAlone };
    std::string name;
    int flags = 0;
    Sharing sharing = Sharing::kShared;
  };
  static Result<std::unique_ptr<Database>> connect(const DatabaseRequest& request, const Connection& connection);
  static bool has_log(const DatabaseRequest& request);
  static Result<std::unique_ptr<Database>> open_frozen(const DatabaseRequest& request);
  static Result<std::unique_ptr<Database>> open_without_room(const DatabaseRequest& request);
  Status configure(const DatabaseRequest& request, const Connection& connection);
  Status switch_to_wal();
  std::shared_ptr<DatabaseContext> context_;
  std::unordered_map<const char*, Statement> prepared_;
};

/// Takes the write lock at once; rolls back unless committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Status commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace grove::corpus
