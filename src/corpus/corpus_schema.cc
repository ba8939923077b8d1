#include "corpus/corpus_schema.h"

#include <array>

namespace grove::corpus {
namespace {

// Facts stand apart from files: a scan of the files reads no blob, and files of equal content share one. `totals` is kept by triggers, so
// that it can't drift from `files`. `owed` and `removed` say what the index was not told yet.
constexpr const char* kCorpus1 = R"sql(
CREATE TABLE properties (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE contents (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  language INTEGER NOT NULL,
  place INTEGER NOT NULL,
  version INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  units INTEGER NOT NULL,
  symbols INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  facts BLOB NOT NULL,
  UNIQUE (hash, language, place)
) STRICT;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) IN (0, 32)),
  language INTEGER NOT NULL,
  encoding INTEGER NOT NULL,
  state INTEGER NOT NULL,
  reason TEXT NOT NULL,
  content INTEGER REFERENCES contents (id),
  place INTEGER NOT NULL,
  version INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  units INTEGER NOT NULL,
  symbols INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  owed INTEGER NOT NULL
) STRICT;
CREATE INDEX files_by_content ON files (content);
CREATE INDEX files_owed ON files (owed) WHERE owed <> 0;

CREATE TABLE removed (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE loose (content INTEGER PRIMARY KEY) STRICT;

CREATE TABLE totals (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  units INTEGER NOT NULL,
  symbols INTEGER NOT NULL,
  uses INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0, 0);

-- No OR IGNORE below: the conflict clause of the statement that fires a trigger would replace it.

CREATE TRIGGER files_added AFTER INSERT ON files WHEN NEW.content IS NOT NULL BEGIN
  UPDATE totals SET files = files + 1, bytes = bytes + NEW.size, lines = lines + NEW.lines, units = units + NEW.units,
    symbols = symbols + NEW.symbols, uses = uses + NEW.uses;
END;
CREATE TRIGGER files_deleted AFTER DELETE ON files WHEN OLD.content IS NOT NULL BEGIN
  UPDATE totals SET files = files - 1, bytes = bytes - OLD.size, lines = lines - OLD.lines, units = units - OLD.units,
    symbols = symbols - OLD.symbols, uses = uses - OLD.uses;
  INSERT INTO loose SELECT OLD.content WHERE NOT EXISTS (SELECT 1 FROM loose WHERE content = OLD.content);
END;
CREATE TRIGGER files_changed AFTER UPDATE OF size, content, lines, units, symbols, uses ON files BEGIN
  UPDATE totals SET
    files = files + (NEW.content IS NOT NULL) - (OLD.content IS NOT NULL),
    bytes = bytes + iif(NEW.content IS NULL, 0, NEW.size) - iif(OLD.content IS NULL, 0, OLD.size),
    lines = lines + NEW.lines - OLD.lines,
    units = units + NEW.units - OLD.units,
    symbols = symbols + NEW.symbols - OLD.symbols,
    uses = uses + NEW.uses - OLD.uses;
  INSERT INTO loose SELECT OLD.content WHERE OLD.content IS NOT NULL AND OLD.content IS NOT NEW.content
    AND NOT EXISTS (SELECT 1 FROM loose WHERE content = OLD.content);
END;
)sql";

constexpr const char* kRegistry1 = R"sql(
CREATE TABLE repositories (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  root TEXT NOT NULL CHECK (root <> ''),
  url TEXT NOT NULL,
  branch TEXT NOT NULL,
  subpath TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  added_at_ms INTEGER NOT NULL,
  indexed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

constexpr const char* kRegistry2 = R"sql(
CREATE TABLE topology (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO topology VALUES (1, 1);

CREATE TABLE repository_groups (
  name TEXT PRIMARY KEY CHECK (name <> ''),
  added_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE group_members (
  group_name TEXT NOT NULL REFERENCES repository_groups (name) ON DELETE CASCADE,
  repository TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  PRIMARY KEY (group_name, repository)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_members_by_repository ON group_members (repository);

CREATE TABLE dependencies (
  dependent TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  dependency TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  origin INTEGER NOT NULL,
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (dependent, dependency),
  CHECK (dependent <> dependency)
) STRICT, WITHOUT ROWID;
CREATE INDEX dependencies_by_dependency ON dependencies (dependency);
CREATE TABLE dismissed_suggestions (
  dependent TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  dependency TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (dependent, dependency)
) STRICT, WITHOUT ROWID;
CREATE INDEX dismissed_suggestions_by_dependency ON dismissed_suggestions (dependency);

-- Whatever way a row comes or goes (a repository that is removed takes its rows along), the version tells of it.
CREATE TRIGGER group_added AFTER INSERT ON repository_groups BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER group_deleted AFTER DELETE ON repository_groups BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER member_added AFTER INSERT ON group_members BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER member_removed AFTER DELETE ON group_members BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER dependency_added AFTER INSERT ON dependencies BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER dependency_removed AFTER DELETE ON dependencies BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER suggestion_dismissed AFTER INSERT ON dismissed_suggestions BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER suggestion_recalled AFTER DELETE ON dismissed_suggestions BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER repository_added AFTER INSERT ON repositories BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER repository_removed AFTER DELETE ON repositories BEGIN UPDATE topology SET version = version + 1; END;
CREATE TRIGGER repository_renamed AFTER UPDATE OF name ON repositories WHEN OLD.name <> NEW.name BEGIN
  UPDATE topology SET version = version + 1;
END;
)sql";

constexpr std::array kCorpusScripts = {kCorpus1};
constexpr std::array kRegistryScripts = {kRegistry1, kRegistry2};

}  // namespace

const Schema& corpus_schema() {
  static const Schema kSchema{.application_id = 0x67726376, .scripts = kCorpusScripts};  // "grcv"
  return kSchema;
}

const Schema& registry_schema() {
  static const Schema kSchema{.application_id = 0x67727667, .scripts = kRegistryScripts};  // "grvg"
  return kSchema;
}

}  // namespace grove::corpus
