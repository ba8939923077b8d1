#include "corpus/migrations.h"

#include <gmock/gmock.h>

#include <array>

#include "base/testing/temporary_folder.h"

namespace grove::corpus {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFirst = "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1);";
constexpr const char* kSecond = "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7;";
constexpr const char* kBroken = "CREATE TABLE b (x); INSERT INTO missing VALUES (1);";
constexpr std::array kOld = {kFirst};
constexpr std::array kNew = {kFirst, kSecond};
constexpr std::array kBad = {kFirst, kBroken};

std::unique_ptr<Database> open_in(const TemporaryFolder& directory) {
  return Database::open({.path = directory.path() + "/x.db", .access = DatabaseRequest::Access::kWrite, .corrupt_hint = "start anew"})
      .value();
}

Schema schema_of(std::span<const char* const> scripts) { return {.application_id = 99, .scripts = scripts}; }

TEST(Migrations, BringAnOldDatabaseForwardWithItsContent) {
  const TemporaryFolder directory;
  ASSERT_TRUE(migrate(*open_in(directory), schema_of(kOld)));
  const auto database = open_in(directory);
  EXPECT_EQ(check_version(*database, schema_of(kNew)).error().code, ErrorCode::kConflict);
  ASSERT_TRUE(migrate(*database, schema_of(kNew)));
  ASSERT_TRUE(migrate(*database, schema_of(kNew)));
  EXPECT_TRUE(check_version(*database, schema_of(kNew)));
  EXPECT_EQ(database->integer("SELECT y FROM a WHERE x = 1").value(), 7);
}

TEST(Migrations, RefuseADatabaseOfANewerProgram) {
  const TemporaryFolder directory;
  const auto database = open_in(directory);
  ASSERT_TRUE(migrate(*database, schema_of(kNew)));
  const Status status = migrate(*database, schema_of(kOld));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kConflict);
  EXPECT_THAT(status.error().message, HasSubstr("version 2, and this program knows versions up to 1"));
}

TEST(Migrations, AStepThatFailsLeavesTheVersionBefore) {
  const TemporaryFolder directory;
  const auto database = open_in(directory);
  EXPECT_FALSE(migrate(*database, schema_of(kBad)));
  EXPECT_EQ(database->integer("PRAGMA user_version").value(), 1);
  EXPECT_EQ(database->integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'").value(), 0);
}

TEST(Migrations, RefuseADatabaseOfAnotherProgram) {
  const TemporaryFolder directory;
  const auto database = open_in(directory);
  ASSERT_TRUE(database->execute("CREATE TABLE theirs (x);"));
  const Status status = migrate(*database, schema_of(kOld));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace grove::corpus
