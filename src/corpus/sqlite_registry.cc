#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "corpus/corpus_schema.h"
#include "corpus/registry.h"
#include "corpus/sqlite.h"

namespace grove::corpus {
namespace {

constexpr const char* kSelect =
    "SELECT id, name, root, url, branch, subpath, commit_id, added_at_ms, indexed_at_ms FROM repositories ORDER BY name";
constexpr const char* kInsert = "INSERT INTO repositories VALUES (?,?,?,?,?,?,?,?,?)";
constexpr const char* kUpdate =
    "UPDATE repositories SET name = ?2, root = ?3, url = ?4, branch = ?5, subpath = ?6, commit_id = ?7, added_at_ms = ?8, indexed_at_ms = "
    "?9 "
    "WHERE id = ?1 RETURNING 1";

/// Both absolute, without a slash at the end.
bool lies_inside(std::string_view inner, std::string_view outer) {
  if (outer == "/") return true;
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

/// The rules between one repository and those registered (itself left out).
Status check_against(const Repository& repository, std::span<const Repository> others) {
  for (const Repository& other : others) {
    if (other.id == repository.id) continue;
    if (other.name == repository.name || other.id == repository.name)
      return fail(ErrorCode::kAlreadyExists,
                  fmt::format("cannot register {}: the name {} is taken by {}", repository.root, repository.name, other.root),
                  fmt::format("choose another name, for instance {}", propose_name(repository.name, others)));
    if (!other.url.empty() || !repository.url.empty()) continue;
    if (other.root == repository.root)
      return fail(ErrorCode::kAlreadyExists, fmt::format("cannot register {}: it is registered as {}", repository.root, other.name),
                  fmt::format("use the repository {}", other.name));
    if (lies_inside(repository.root, other.root))
      return fail(ErrorCode::kAlreadyExists,
                  fmt::format("cannot register {}: it lies inside {}, which is registered as {}", repository.root, other.root, other.name),
                  fmt::format("search the repository {}, or remove it first", other.name));
    if (lies_inside(other.root, repository.root))
      return fail(ErrorCode::kAlreadyExists,
                  fmt::format("cannot register {}: {}, which is registered as {}, lies inside it", repository.root, other.root, other.name),
                  fmt::format("remove the repository {} first", other.name));
  }
  return {};
}

Status check_alone(const Repository& repository) {
  GROVE_RETURN_IF_ERROR(check_name(repository.name));
  if (!repository.root.starts_with('/'))
    return fail(ErrorCode::kInvalidArgument, fmt::format("cannot register \"{}\": it is no absolute path", repository.root));
  return {};
}

void trim_slashes(std::string& path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
}

/// Readable, fit for a folder name, and never given again: it mixes in place and time.
std::string make_id(const Repository& repository, std::span<const Repository> others) {
  std::string stem;
  for (const char letter : repository.name.substr(0, 40))
    stem += std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ? letter : '-';
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t mixed = hash64(fmt::format("{}\n{}\n{}", repository.root, repository.added_at_ms, attempt));
    std::string id = fmt::format("{}-{:08x}", stem, static_cast<std::uint32_t>(mixed));
    if (std::none_of(others.begin(), others.end(), [&](const Repository& other) { return other.id == id || other.name == id; })) return id;
  }
}

class SqliteRegistry final : public Registry {
 public:
  explicit SqliteRegistry(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Result<std::vector<Repository>> repositories() override {
    const std::scoped_lock guard(mutex_);
    return read();
  }

  Result<Repository> repository(std::string_view name_or_id) override {
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, repositories());
    for (const Repository& repository : all)
      if (repository.name == name_or_id || repository.id == name_or_id) return repository;
    std::vector<std::string> names;
    for (const Repository& repository : all) names.push_back(repository.name);
    std::string hint = did_you_mean(name_or_id, names);
    if (hint.empty()) hint = all.empty() ? "register one with `grove index FOLDER`" : "`grove list` shows them";
    return fail(ErrorCode::kNotFound, fmt::format("there is no repository named \"{}\"", name_or_id), std::move(hint));
  }

  Result<Repository> add(Repository repository) override {
    const std::scoped_lock guard(mutex_);
    trim_slashes(repository.root);
    GROVE_RETURN_IF_ERROR(check_alone(repository));
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> others, read());
    repository.id.clear();
    GROVE_RETURN_IF_ERROR(check_against(repository, others));
    repository.added_at_ms = std::chrono::duration_cast<std::chrono::milliseconds>(system_clock().now().time_since_epoch()).count();
    repository.id = make_id(repository, others);
    GROVE_ASSIGN_OR_RETURN(const LentStatement insert, database_->lend(kInsert));
    start(insert, repository);
    GROVE_RETURN_IF_ERROR(insert->step());
    GROVE_RETURN_IF_ERROR(transaction.commit());
    return repository;
  }

  Status update(const Repository& repository) override {
    const std::scoped_lock guard(mutex_);
    GROVE_RETURN_IF_ERROR(check_alone(repository));
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> others, read());
    GROVE_RETURN_IF_ERROR(check_against(repository, others));
    {
      GROVE_ASSIGN_OR_RETURN(const LentStatement update, database_->lend(kUpdate));
      start(update, repository);
      GROVE_ASSIGN_OR_RETURN(const bool found, update->step());
      if (!found) return gone(repository.id);
    }
    return transaction.commit();
  }

  Status remove(std::string_view id) override {
    const std::scoped_lock guard(mutex_);
    GROVE_ASSIGN_OR_RETURN(const LentStatement statement, database_->lend("DELETE FROM repositories WHERE id = ? RETURNING 1"));
    GROVE_ASSIGN_OR_RETURN(const bool found, statement->first(id));
    if (!found) return gone(id);
    GROVE_RETURN_IF_ERROR(statement->step());
    return {};
  }

 private:
  static std::unexpected<Error> gone(std::string_view id) {
    return fail(ErrorCode::kNotFound, fmt::format("there is no repository with the id \"{}\"", id), "`grove list` shows them");
  }

  static void start(const LentStatement& statement, const Repository& repository) {
    statement->start(repository.id, repository.name, repository.root, repository.url, repository.branch, repository.subpath,
                     repository.commit, repository.added_at_ms, repository.indexed_at_ms);
  }

  Result<std::vector<Repository>> read() {
    std::vector<Repository> repositories;
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database_->lend(kSelect));
    rows->start();
    while (true) {
      GROVE_ASSIGN_OR_RETURN(const bool more, rows->step());
      if (!more) return repositories;
      const auto text = [&](int column) { return std::string(rows->text(column)); };
      repositories.push_back({.id = text(0),
                              .name = text(1),
                              .root = text(2),
                              .url = text(3),
                              .branch = text(4),
                              .subpath = text(5),
                              .commit = text(6),
                              .added_at_ms = rows->integer(7),
                              .indexed_at_ms = rows->integer(8)});
    }
  }

  std::mutex mutex_;
  std::unique_ptr<Database> database_;
};

}  // namespace

Result<std::unique_ptr<Registry>> Registry::open(const std::string& directory) {
  if (auto created = create_directories(directory); !created) {
    Error error = std::move(created).error().within("cannot create the data directory");
    return fail(ErrorCode::kIo, std::move(error.message), "choose another with --data-dir");
  }
  const DatabaseRequest request{.path = directory + "/grove.db",
                                .access = DatabaseRequest::Access::kWrite,
                                .corrupt_hint = "restore grove.db from a backup, or move it away and register the repositories again",
                                .durable_against_power = true};
  GROVE_ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::open(request));
  GROVE_RETURN_IF_ERROR(migrate(*database, registry_schema()));
  return std::make_unique<SqliteRegistry>(std::move(database));
}

}  // namespace grove::corpus
