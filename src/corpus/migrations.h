#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "corpus/sqlite.h"

namespace grove::corpus {

/// The ways of one database from each schema version to the next: scripts[i] leads from version i to i + 1. Scripts are never edited once
/// released, only appended.
struct Schema {
  std::int32_t application_id = 0;  ///< Tells our databases apart from others (SQLite's header, bytes 68–71).
  std::span<const char* const> scripts;

  std::int64_t version() const { return static_cast<std::int64_t>(scripts.size()); }
};

/// Brings the database to the present version, one transaction a step; several processes may do so at once. kConflict where a newer
/// program made it; kCorrupt where it is a database of something else.
Status migrate(Database& database, const Schema& schema);
/// For readers, which can't migrate: kConflict where the version is not the present one.
Status check_version(Database& database, const Schema& schema);

}  // namespace grove::corpus
