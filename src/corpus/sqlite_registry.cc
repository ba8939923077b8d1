#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "corpus/corpus_schema.h"
#include "corpus/registry.h"
#include "corpus/sqlite.h"
#include "corpus/topology_tables.h"

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
  explicit SqliteRegistry(std::string directory) : directory_(std::move(directory)) {}

  Result<std::vector<Repository>> repositories() override {
    return reading<std::vector<Repository>>([](Database& database) { return read(database); });
  }

  Result<Repository> repository(std::string_view name_or_id) override {
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, repositories());
    GROVE_ASSIGN_OR_RETURN(const Repository* found, find_repository(all, name_or_id));
    return *found;
  }

  Result<Repository> add(Repository repository) override {
    const std::scoped_lock guard(mutex_);
    trim_slashes(repository.root);
    GROVE_RETURN_IF_ERROR(check_alone(repository));
    GROVE_RETURN_IF_ERROR(open_for_writing());
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> others, read(*database_));
    repository.id.clear();
    GROVE_RETURN_IF_ERROR(check_against(repository, others));
    repository.added_at_ms = unix_ms();
    repository.id = make_id(repository, others);
    GROVE_ASSIGN_OR_RETURN(const LentStatement insert, database_->lend(kInsert));
    start(insert, repository);
    GROVE_RETURN_IF_ERROR(insert->step());
    GROVE_RETURN_IF_ERROR(transaction.commit());
    return repository;
  }

  Result<Repository> change(std::string_view id, const RepositoryChange& change) override {
    const std::scoped_lock guard(mutex_);
    GROVE_RETURN_IF_ERROR(open_for_writing());
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> all, read(*database_));
    const auto found = std::ranges::find(all, id, &Repository::id);
    if (found == all.end()) return gone(id);
    Repository repository = changed(*found, change);
    GROVE_RETURN_IF_ERROR(check_alone(repository));
    GROVE_RETURN_IF_ERROR(check_against(repository, all));
    {
      GROVE_ASSIGN_OR_RETURN(const LentStatement update, database_->lend(kUpdate));
      start(update, repository);
      GROVE_RETURN_IF_ERROR(update->step());
    }
    GROVE_RETURN_IF_ERROR(transaction.commit());
    return repository;
  }

  Status remove(std::string_view id) override {
    const std::scoped_lock guard(mutex_);
    GROVE_RETURN_IF_ERROR(open_for_writing());
    GROVE_ASSIGN_OR_RETURN(const LentStatement statement, database_->lend("DELETE FROM repositories WHERE id = ? RETURNING 1"));
    GROVE_ASSIGN_OR_RETURN(const bool found, statement->first(id));
    if (!found) return gone(id);
    GROVE_RETURN_IF_ERROR(statement->step());
    return {};
  }

  Result<Topology> topology() override { return reading<Topology>(read_whole); }

  Result<Topology> change_topology(const TopologyChange& change) override {
    const std::scoped_lock guard(mutex_);
    GROVE_RETURN_IF_ERROR(open_for_writing());
    GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(*database_));
    GROVE_ASSIGN_OR_RETURN(const Topology present, read_both(*database_));
    GROVE_RETURN_IF_ERROR(apply_change(*database_, present, change));
    GROVE_ASSIGN_OR_RETURN(Topology after, read_both(*database_));
    GROVE_RETURN_IF_ERROR(transaction.commit());
    return after;
  }

 private:
  /// What a reader says of the database, or nothing at all where there is none yet.
  template <class T>
  Result<T> reading(Result<T> (*read_from)(Database&)) {
    const std::scoped_lock guard(mutex_);
    GROVE_ASSIGN_OR_RETURN(const bool is_open, try_open());
    if (is_open) return read_from(*database_);
    if (!is_there()) return T{};
    GROVE_ASSIGN_OR_RETURN(const auto database, Database::open(request(DatabaseRequest::Access::kRead)));
    GROVE_RETURN_IF_ERROR(check_version(*database, registry_schema()));
    return read_from(*database);
  }
  static Result<Topology> read_both(Database& database) {
    GROVE_ASSIGN_OR_RETURN(std::vector<Repository> repositories, read(database));
    return read_topology(database, std::move(repositories));
  }
  /// Repositories, groups and dependencies of one moment, whoever writes meanwhile.
  static Result<Topology> read_whole(Database& database) {
    GROVE_RETURN_IF_ERROR(database.execute("BEGIN"));
    auto topology = read_both(database);
    const Status ended = database.execute("COMMIT");
    // Some failures end the transaction by themselves; that it is gone is not what went wrong.
    if (topology && !ended) return std::unexpected(ended.error());
    return topology;
  }

  DatabaseRequest request(DatabaseRequest::Access access) const {
    return {.path = directory_ + "/grove.db",
            .access = access,
            .corrupt_hint = "restore grove.db from a backup, or move it away and register the repositories again",
            .durable_against_power = true};
  }
  bool is_there() const { return ::access((directory_ + "/grove.db").c_str(), F_OK) == 0; }

  /// Opens it for reading and writing where it is there, can be written and has room.
  Result<bool> try_open() {
    if (database_) return true;
    if (!is_there() || !check_writable(directory_)) return false;
    const Status opened = open();
    if (!opened && opened.error().code == ErrorCode::kResourceLimit) return false;
    GROVE_RETURN_IF_ERROR(opened);
    return true;
  }
  Status open_for_writing() {
    if (database_) return {};
    if (auto created = create_directories(directory_); !created) {
      Error error = std::move(created).error().within("cannot create the data directory");
      return fail(ErrorCode::kIo, std::move(error.message), "choose another with --data-dir");
    }
    if (auto writable = check_writable(directory_); !writable) {
      return fail(ErrorCode::kIo, std::move(writable).error().within("cannot change the data directory").message,
                  "make it writable, or choose another with --data-dir; what is in it can be searched as it is");
    }
    return open();
  }
  Status open() {
    GROVE_ASSIGN_OR_RETURN(auto database, Database::open(request(DatabaseRequest::Access::kWrite)));
    GROVE_RETURN_IF_ERROR(migrate(*database, registry_schema()));
    database_ = std::move(database);
    return {};
  }

  static Repository changed(Repository repository, const RepositoryChange& change) {
    repository.name = change.name.value_or(repository.name);
    repository.root = change.root.value_or(repository.root);
    repository.url = change.url.value_or(repository.url);
    repository.branch = change.branch.value_or(repository.branch);
    repository.subpath = change.subpath.value_or(repository.subpath);
    repository.commit = change.commit.value_or(repository.commit);
    repository.indexed_at_ms = change.indexed_at_ms.value_or(repository.indexed_at_ms);
    return repository;
  }

  static std::unexpected<Error> gone(std::string_view id) {
    return fail(ErrorCode::kNotFound, fmt::format("there is no repository with the id \"{}\"", id), "`grove list` shows them");
  }

  static void start(const LentStatement& statement, const Repository& repository) {
    statement->start(repository.id, repository.name, repository.root, repository.url, repository.branch, repository.subpath,
                     repository.commit, repository.added_at_ms, repository.indexed_at_ms);
  }

  static Result<std::vector<Repository>> read(Database& database) {
    std::vector<Repository> repositories;
    GROVE_ASSIGN_OR_RETURN(const LentStatement rows, database.lend(kSelect));
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

  const std::string directory_;
  std::mutex mutex_;
  std::unique_ptr<Database> database_;  // null while nothing is there, or while it can only be read
};

}  // namespace

Result<std::unique_ptr<Registry>> Registry::open(const std::string& directory) {
  auto registry = std::make_unique<SqliteRegistry>(directory);
  // What is wrong with it is told at once.
  GROVE_RETURN_IF_ERROR(registry->repositories());
  return registry;
}

}  // namespace grove::corpus
