#include "corpus/corpus.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/testing/temporary_folder.h"
#include "corpus/sqlite.h"
#include "corpus/testing/sample_facts.h"

namespace grove::corpus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::unique_ptr<Corpus> open_to_write(const TemporaryFolder& directory) {
  auto corpus = Corpus::open(directory.path(), Corpus::Access::kWrite);
  EXPECT_TRUE(corpus) << describe(corpus.error());
  return std::move(*corpus);
}

/// A searchable file whose bytes are `content`; its facts are drawn from the version.
FileUpdate update_of(const std::string& path, const std::string& content, std::uint32_t version = 1) {
  const Facts facts = sample_facts(version, 4);
  FileUpdate update;
  update.record = {.path = path, .size = content.size(), .mtime_ns = 5, .hash = sha256(content), .language = Language::kGo};
  update.facts_blob = encode_facts(facts);
  update.extractor_version = version;
  update.counts = counts_of(facts);
  return update;
}

FileUpdate without_facts(FileUpdate update) {
  update.facts_blob.clear();
  return update;
}

FileUpdate skipped(const std::string& path, FileState state) {
  FileUpdate update;
  update.record = {.path = path, .size = 9, .state = state, .reason = "because"};
  return update;
}

std::vector<std::string> paths(Corpus& corpus) {
  std::vector<std::string> paths;
  const std::vector<FileRecord> records = corpus.files().value();
  for (const FileRecord& record : records) paths.push_back(record.path);
  return paths;
}

Owed owed(Corpus& corpus, const std::string& path) { return corpus.file(path).value().value().owed; }

TEST(Corpus, RemembersFilesAndTheirFactsOverOpenings) {
  const TemporaryFolder directory;
  const FileUpdate update = update_of("src/a.go", "package a");
  ASSERT_TRUE(open_to_write(directory)->apply({.updates = {update, skipped("logo.png", FileState::kBinary)}}));
  auto corpus = Corpus::open(directory.path(), Corpus::Access::kRead).value();
  EXPECT_THAT(paths(*corpus), ElementsAre("logo.png", "src/a.go"));
  const CorpusFile file = corpus->file("src/a.go").value().value();
  EXPECT_EQ(file.record.hash, sha256("package a"));
  EXPECT_EQ(file.record.size, 9U);
  EXPECT_EQ(file.record.mtime_ns, 5);
  EXPECT_EQ(file.record.language, Language::kGo);
  EXPECT_EQ(file.extractor_version, 1U);
  EXPECT_TRUE(file.has_facts);
  EXPECT_EQ(dump_facts(corpus->facts(file.facts_key()).value()), dump_facts(sample_facts(1, 4)));
  const CorpusFile logo = corpus->file("logo.png").value().value();
  EXPECT_EQ(logo.record.state, FileState::kBinary);
  EXPECT_EQ(logo.record.reason, "because");
  EXPECT_FALSE(logo.has_facts);
  EXPECT_FALSE(corpus->file("other").value());
}

TEST(Corpus, KeepsTheIdOfAKnownPath) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  const auto first = corpus->apply({.updates = {update_of("a", "1"), update_of("b", "2")}}).value();
  const auto second = corpus->apply({.updates = {update_of("b", "3"), update_of("c", "4")}}).value();
  EXPECT_EQ(second[0], first[1]);
  EXPECT_NE(second[1], first[0]);
}

TEST(Corpus, RefusesValuesThatMeanNothing) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  ASSERT_TRUE(corpus->apply({.updates = {update_of("src/a", "1")}}));
  const auto raw =
      Database::open({.path = directory.path() + "/corpus.db", .access = DatabaseRequest::Access::kWrite, .corrupt_hint = ""}).value();
  for (const char* column : {"language", "encoding", "state", "owed"}) {
    for (const char* value : {"-1", "99", "256", "4294967296"}) {
      ASSERT_TRUE(raw->execute(std::string("UPDATE files SET ") + column + " = " + value));
      const auto file = corpus->file("src/a");
      ASSERT_FALSE(file) << column << " " << value;
      EXPECT_EQ(file.error().code, ErrorCode::kCorrupt);
      EXPECT_THAT(file.error().message, HasSubstr("src/a"));
      EXPECT_FALSE(corpus->files());
      EXPECT_FALSE(corpus->files_below("src"));
      EXPECT_FALSE(corpus->debt());
    }
    ASSERT_TRUE(raw->execute(std::string("UPDATE files SET ") + column + " = 1"));
    EXPECT_TRUE(corpus->file("src/a"));
  }
}

TEST(Corpus, FindsTheFilesBelowAFolder) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  Batch batch;
  for (const char* path : {"src", "src-x/a", "src.c", "src/a", "src/b/c", "src0", "srcb/a"}) batch.updates.push_back(update_of(path, path));
  ASSERT_TRUE(corpus->apply(batch));
  std::vector<std::string> found;
  const std::vector<CorpusFile> below = corpus->files_below("src").value();
  for (const CorpusFile& file : below) found.push_back(file.record.path);
  EXPECT_THAT(found, ElementsAre("src/a", "src/b/c"));
}

TEST(Corpus, TotalsFollowEveryChange) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  const FactsCounts counts = counts_of(sample_facts(1, 4));
  ASSERT_TRUE(corpus->apply({.updates = {update_of("a", "12345"), update_of("b", "123"), skipped("c", FileState::kTooLarge)}}));
  EXPECT_EQ(corpus->totals()->files, 2U);
  EXPECT_EQ(corpus->totals()->bytes, 8U);
  EXPECT_EQ(corpus->totals()->facts.lines, 2 * counts.lines);
  ASSERT_TRUE(corpus->apply({.updates = {update_of("a", "1"), skipped("b", FileState::kMinified)}}));
  EXPECT_EQ(corpus->totals()->files, 1U);
  EXPECT_EQ(corpus->totals()->bytes, 1U);
  EXPECT_EQ(corpus->totals()->facts.references, counts.references);
  ASSERT_TRUE(corpus->apply({.updates = {}, .removed = {"a", "c", "never there"}}));
  EXPECT_EQ(corpus->totals()->files, 0U);
  EXPECT_EQ(corpus->totals()->facts.units, 0U);
}

TEST(Corpus, FilesOfEqualContentShareFactsUntilTheLastIsGone) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  const FileUpdate update = update_of("a", "same");
  ASSERT_TRUE(corpus->apply({.updates = {update, without_facts(update_of("b", "same"))}}));
  const FactsKey key = corpus->file("a").value()->facts_key();
  EXPECT_EQ(corpus->totals()->facts.symbols, 8U);
  ASSERT_TRUE(corpus->apply({.removed = {"a"}}));
  ASSERT_TRUE(corpus->collect_garbage());
  EXPECT_EQ(corpus->facts_version(key).value(), 1U);
  ASSERT_TRUE(corpus->apply({.updates = {update_of("b", "other")}}));
  ASSERT_TRUE(corpus->collect_garbage());
  EXPECT_EQ(corpus->facts_version(key).value(), std::nullopt);
  EXPECT_EQ(corpus->facts(key).error().code, ErrorCode::kNotFound);
}

TEST(Corpus, ContentThatSeveralFilesLeaveOneAfterTheOtherIsNoConflict) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  ASSERT_TRUE(corpus->apply({.updates = {update_of("a.go", "same"), update_of("b.go", "same"), update_of("c.go", "same")}}));
  const auto first = corpus->apply({.updates = {update_of("a.go", "new", 2)}});
  ASSERT_TRUE(first) << describe(first.error());
  const auto second = corpus->apply({.updates = {update_of("b.go", "newer", 3)}});
  ASSERT_TRUE(second) << describe(second.error());
  const auto third = corpus->apply({.removed = {"c.go"}});
  ASSERT_TRUE(third) << describe(third.error());
  EXPECT_THAT(paths(*corpus), ElementsAre("a.go", "b.go"));
}

TEST(Corpus, TheSameBytesReadAsAnotherLanguageOrAtAnotherPlaceHaveFactsOfTheirOwn) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  FileUpdate other_language = update_of("b", "same", 2);
  other_language.record.language = Language::kPython;
  FileUpdate other_place = update_of("c", "same", 3);
  other_place.place = 77;
  ASSERT_TRUE(corpus->apply({.updates = {update_of("a", "same", 1), other_language, other_place}}));
  for (const auto& [path, version] : std::map<std::string, std::uint32_t>{{"a", 1}, {"b", 2}, {"c", 3}}) {
    const CorpusFile file = corpus->file(path).value().value();
    EXPECT_EQ(file.extractor_version, version);
    EXPECT_EQ(corpus->facts_version(file.facts_key()).value(), version);
  }
}

TEST(Corpus, ABatchWithAFileThatCannotBeStoredChangesNothing) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  const auto ids = corpus->apply({.updates = {update_of("a", "1"), without_facts(update_of("b", "2"))}});
  ASSERT_FALSE(ids);
  EXPECT_EQ(ids.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(paths(*corpus), IsEmpty());
  EXPECT_EQ(corpus->totals()->files, 0U);
}

TEST(Corpus, OwesTheIndexWhatChangedUntilItIsSettled) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  ASSERT_TRUE(corpus->apply({.updates = {update_of("a", "1"), update_of("b", "2"), update_of("c", "3")}}));
  EXPECT_EQ(owed(*corpus, "a"), Owed::kMaybe);
  ASSERT_TRUE(corpus->settle());
  EXPECT_THAT(corpus->debt()->files, IsEmpty());

  FileUpdate touched = without_facts(update_of("a", "1"));
  touched.record.mtime_ns = 99;
  ASSERT_TRUE(corpus->apply({.updates = {touched, update_of("b", "2", 2)}, .removed = {"c", "d"}}));
  EXPECT_EQ(owed(*corpus, "a"), Owed::kNothing);
  EXPECT_EQ(corpus->file("a").value()->record.mtime_ns, 99);
  EXPECT_EQ(owed(*corpus, "b"), Owed::kCertainly);
  EXPECT_THAT(corpus->debt()->removed, ElementsAre("c"));

  ASSERT_TRUE(corpus->apply({.updates = {update_of("c", "4")}}));
  EXPECT_THAT(corpus->debt()->removed, IsEmpty());
  EXPECT_EQ(owed(*corpus, "c"), Owed::kMaybe);
  ASSERT_TRUE(corpus->settle());
  EXPECT_EQ(owed(*corpus, "b"), Owed::kNothing);
}

TEST(Corpus, ReadersSeeCommittedBatchesWhileTheWriterGoesOn) {
  const TemporaryFolder directory;
  auto writer = open_to_write(directory);
  ASSERT_TRUE(writer->apply({.updates = {update_of("a", "1")}}));
  auto reader = Corpus::open(directory.path(), Corpus::Access::kRead).value();
  EXPECT_THAT(paths(*reader), ElementsAre("a"));
  ASSERT_TRUE(writer->apply({.updates = {update_of("b", "2")}}));
  EXPECT_THAT(paths(*reader), ElementsAre("a", "b"));
  EXPECT_FALSE(reader->set_property("x", "y"));
}

TEST(Corpus, PropertiesAreReplacedByName) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  ASSERT_TRUE(corpus->set_property("commit", "1"));
  ASSERT_TRUE(corpus->set_property("commit", "2"));
  EXPECT_EQ(corpus->properties()->at("commit"), "2");
}

TEST(Corpus, ReadingWhereNothingIsSaysSo) {
  const TemporaryFolder directory;
  const auto corpus = Corpus::open(directory.path(), Corpus::Access::kRead);
  ASSERT_FALSE(corpus);
  EXPECT_EQ(corpus.error().code, ErrorCode::kNotFound);
}

TEST(Corpus, ADamagedFileIsCorruptAndCanBeErased) {
  const TemporaryFolder directory;
  std::ofstream(directory.path() + "/corpus.db") << std::string(8192, 'x');
  const auto corpus = Corpus::open(directory.path(), Corpus::Access::kWrite);
  ASSERT_FALSE(corpus);
  EXPECT_EQ(corpus.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(corpus.error().message, HasSubstr("corpus.db"));
  EXPECT_THAT(corpus.error().hint, HasSubstr("--rebuild"));
  ASSERT_TRUE(Corpus::erase(directory.path()));
  EXPECT_THAT(paths(*open_to_write(directory)), IsEmpty());
}

TEST(Corpus, DamagedFactsAreCorruptAndNameTheDatabase) {
  const TemporaryFolder directory;
  auto corpus = open_to_write(directory);
  FileUpdate update = update_of("a", "1");
  update.facts_blob.back() = static_cast<char>(update.facts_blob.back() ^ 1);
  ASSERT_TRUE(corpus->apply({.updates = {update}}));
  const auto facts = corpus->facts(corpus->file("a").value()->facts_key());
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(facts.error().message, HasSubstr("corpus.db"));
}

}  // namespace
}  // namespace grove::corpus
