#include "corpus/migrations.h"

#include <fmt/format.h>

namespace grove::corpus {
namespace {

Result<std::int64_t> stored_version(Database& database, const Schema& schema) {
  GROVE_ASSIGN_OR_RETURN(const std::int64_t version, database.integer("PRAGMA user_version"));
  GROVE_ASSIGN_OR_RETURN(const std::int64_t application, database.integer("PRAGMA application_id"));
  GROVE_ASSIGN_OR_RETURN(const std::int64_t tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  if (tables > 0 && application != schema.application_id)
    return fail(ErrorCode::kCorrupt, fmt::format("cannot use {}: it is a database of another program", database.path()),
                "move the file away");
  if (version > schema.version())
    return fail(ErrorCode::kConflict,
                fmt::format("cannot use {}: its schema has version {}, and this program knows versions up to {}", database.path(), version,
                            schema.version()),
                "use the newer grove that wrote it");
  return version;
}

// Outside of a transaction another process could migrate between two of the questions.
Result<std::int64_t> version_of_one_moment(Database& database, const Schema& schema) {
  GROVE_RETURN_IF_ERROR(database.execute("BEGIN"));
  auto version = stored_version(database, schema);
  const Status ended = database.execute("COMMIT");
  // Some failures end the transaction by themselves; that it is gone is not what went wrong.
  if (version && !ended) return std::unexpected(ended.error());
  return version;
}

Result<bool> migrate_one_step(Database& database, const Schema& schema) {
  GROVE_ASSIGN_OR_RETURN(Transaction transaction, Transaction::begin(database));
  GROVE_ASSIGN_OR_RETURN(const std::int64_t version, stored_version(database, schema));
  if (version == schema.version()) return false;
  GROVE_RETURN_IF_ERROR(database.execute(schema.scripts[static_cast<std::size_t>(version)]));
  GROVE_RETURN_IF_ERROR(
      database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", schema.application_id, version + 1)));
  GROVE_RETURN_IF_ERROR(transaction.commit());
  return true;
}

}  // namespace

Status migrate(Database& database, const Schema& schema) {
  GROVE_ASSIGN_OR_RETURN(const std::int64_t version, version_of_one_moment(database, schema));
  if (version == schema.version()) return {};
  while (true) {
    GROVE_ASSIGN_OR_RETURN(const bool more, migrate_one_step(database, schema));
    if (!more) return {};
  }
}

Status check_version(Database& database, const Schema& schema) {
  GROVE_ASSIGN_OR_RETURN(const std::int64_t version, version_of_one_moment(database, schema));
  if (version == schema.version()) return {};
  if (version == 0)
    return fail(ErrorCode::kNotFound, fmt::format("cannot read {}: it is empty", database.path()), "run `grove index` first");
  return fail(ErrorCode::kConflict,
              fmt::format("cannot read {}: its schema has version {}, and this program needs version {}", database.path(), version,
                          schema.version()),
              "run `grove index`, which brings it up to date");
}

}  // namespace grove::corpus
