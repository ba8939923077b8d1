#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/manifest.h"
#include "index/testing/sample_files.h"

namespace grove::index {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_file;
using testing::SampleFile;

/// Publishes these files as one more segment.
void index_files(const std::string& directory, const std::vector<SampleFile>& files) {
  auto writer = IndexWriter::open(directory, {}).value();
  auto builder = writer->new_segment();
  for (const SampleFile& file : files) builder->add(file.view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
}

std::vector<std::string> names_of(const UnitIndex& index, const auto& hits) {
  std::vector<std::string> names;
  for (const auto& hit : hits) names.emplace_back(index.unit(hit.ref).qualified_name);
  return names;
}

std::vector<std::string> find_words(const UnitIndex& index, const std::string& query, UnitFilter filter = {}) {
  WordQuery words;
  for (const std::string& term : query_terms(query)) words.terms.push_back({term, 1});
  words.filter = std::move(filter);
  return names_of(index, index.search_words(words));
}

std::vector<std::string> find_names(const UnitIndex& index, const std::string& name, NameQuery::Match match) {
  return names_of(index, index.search_names({name, match, {}, 100}));
}

const char* const kAuth =
    "# Checks a token.\n"
    "fn verify_token(token) return decode of token\n"
    "type AuthService\n"
    "fn login(user) calls verify_token\n"
    "fn logout(user) drops session\n"
    "end\n";

TEST(Index, NothingPublishedIsNotFound) {
  const TemporaryFolder folder;
  const auto index = open_index(folder.path() + "/none", {});
  ASSERT_FALSE(index);
  EXPECT_EQ(index.error().code, ErrorCode::kNotFound);
}

TEST(Index, FindsUnitsByWordsBestFirst) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth), make_file("src/other.go", "fn other(x) nothing\n")});
  const auto index = open_index(folder.path(), {}).value();
  EXPECT_THAT(find_words(*index, "verify token"), ElementsAre("verify_token", "AuthService.login"));
  EXPECT_THAT(find_words(*index, "sessions"), ElementsAre("AuthService.logout"));
  EXPECT_THAT(find_words(*index, "absent"), IsEmpty());
}

TEST(Index, ASearchSaysWhatItDid) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  SearchWork work;
  WordQuery query{{{"token", 1}, {"absent", 1}}, {}, 10, &work};
  open_index(folder.path(), {}).value()->search_words(query);
  EXPECT_EQ(work.postings, 2U);
  EXPECT_EQ(work.offered, 2U);
}

TEST(Index, AUnitSaysWhatItIs) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  const auto index = open_index(folder.path(), {}).value();
  const std::vector<UnitRef> refs = index->units_of("src/auth.go");
  ASSERT_EQ(refs.size(), 4U);
  const UnitView login = index->unit(refs[2]);
  EXPECT_EQ(login.path, "src/auth.go");
  EXPECT_EQ(login.kind, Kind::kMethod);
  EXPECT_EQ(login.language, Language::kGo);
  EXPECT_EQ(login.name, "login");
  EXPECT_EQ(login.qualified_name, "AuthService.login");
  EXPECT_EQ(login.parent, "AuthService");
  EXPECT_EQ(login.lines, (LineRange{4, 4}));
  EXPECT_EQ(std::string_view(kAuth).substr(login.signature.begin, login.signature.size()), "fn login(user)");
  EXPECT_EQ(login.file_hash, sha256(kAuth));
  const UnitView verify = index->unit(refs[0]);
  EXPECT_EQ(std::string_view(kAuth).substr(verify.doc.begin, verify.doc.size()), "# Checks a token.\n");
  EXPECT_EQ(index->file(refs[2]).units.count, 4U);
  EXPECT_EQ(index->file(refs[2]).units.first, refs[0]);
}

TEST(Index, EqualNamesInAFileAreTwins) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("a.go", "fn f(x) 1\nfn f(y) 2\nfn g() 3\nfn f(z) 4\n")});
  const auto index = open_index(folder.path(), {}).value();
  std::vector<std::uint32_t> twins;
  for (const UnitRef ref : index->units_of("a.go")) twins.push_back(index->unit(ref).twin);
  EXPECT_THAT(twins, ElementsAre(0, 2, 0, 3));
}

TEST(Index, FindsNamesExactlyByPrefixAndWithEdits) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  const auto index = open_index(folder.path(), {}).value();
  EXPECT_THAT(find_names(*index, "VERIFY_TOKEN", NameQuery::Match::kExact), ElementsAre("verify_token"));
  EXPECT_THAT(find_names(*index, "verify", NameQuery::Match::kExact), IsEmpty());
  EXPECT_THAT(find_names(*index, "log", NameQuery::Match::kPrefix), ElementsAre("AuthService.login", "AuthService.logout"));
  EXPECT_THAT(find_names(*index, "verfiy_tokens", NameQuery::Match::kFuzzy), ElementsAre("verify_token"));
  EXPECT_THAT(find_names(*index, "lgin", NameQuery::Match::kFuzzy), ElementsAre("AuthService.login"));
  EXPECT_THAT(find_names(*index, "lgn", NameQuery::Match::kFuzzy), IsEmpty());
}

TEST(Index, ANameHitPointsAtTheSymbol) {
  const TemporaryFolder folder;
  SampleFile file = make_file("a.c", "#define MAX_RETRIES 3\nint x;\n");
  Symbol macro;
  macro.kind = Kind::kMacro;
  macro.name = file.facts.strings.intern("MAX_RETRIES");
  macro.qualified_name = macro.name;
  macro.range = {0, 22};
  macro.name_range = {8, 19};
  file.facts.symbols.push_back(macro);
  index_files(folder.path(), {file});
  const auto index = open_index(folder.path(), {}).value();
  const auto hits = index->search_names({"max_retries", NameQuery::Match::kExact, {}, 10});
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].kind, Kind::kMacro);
  EXPECT_EQ(hits[0].offset, 8U);
  EXPECT_EQ(index->unit(hits[0].ref).kind, Kind::kSection);
}

TEST(Index, FiltersRestrictEverySearch) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/a.py", "fn load(x) data\n"), make_file("src/b.go", "fn load(y) data\ntype load\nend\n"),
                              make_file("test/c.go", "fn load(z) data\n")});
  const auto index = open_index(folder.path(), {}).value();
  EXPECT_EQ(find_words(*index, "load").size(), 4U);
  EXPECT_EQ(find_words(*index, "load", {{Language::kGo}, {}, ""}).size(), 3U);
  EXPECT_EQ(find_words(*index, "load", {{}, {Kind::kClass}, ""}).size(), 1U);
  EXPECT_EQ(find_words(*index, "load", {{}, {}, "src/**"}).size(), 3U);
  EXPECT_EQ(find_words(*index, "load", {{Language::kGo}, {Kind::kFunction}, "*.go"}).size(), 2U);
  EXPECT_EQ(index->search_names({"load", NameQuery::Match::kExact, {{Language::kPython}, {}, ""}, 10}).size(), 1U);
}

TEST(Index, AnEditedFileReplacesItsOlderSelfAndARemovedOneIsGone) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("a.go", "fn first(x) alpha\n"), make_file("b.go", "fn second(x) alpha\n")});
  auto writer = IndexWriter::open(folder.path(), {}).value();
  auto builder = writer->new_segment();
  builder->add(make_file("a.go", "fn changed(x) alpha\n").view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  writer->remove("b.go");
  const auto before = open_index(folder.path(), {}).value();
  ASSERT_TRUE(writer->publish());
  const auto after = open_index(folder.path(), {}).value();
  EXPECT_THAT(find_words(*before, "alpha"), ElementsAre("first", "second"));
  EXPECT_THAT(find_words(*after, "alpha"), ElementsAre("changed"));
  EXPECT_THAT(find_names(*after, "second", NameQuery::Match::kExact), IsEmpty());
  EXPECT_TRUE(after->units_of("b.go").empty());
  EXPECT_EQ(after->stats().files, 1U);
  EXPECT_EQ(after->stats().units, 1U);
  EXPECT_EQ(before->units_by_kind()[static_cast<std::size_t>(Kind::kFunction)], 2U);
  EXPECT_EQ(after->units_by_kind()[static_cast<std::size_t>(Kind::kFunction)], 1U);
  EXPECT_EQ(after->units_by_kind()[static_cast<std::size_t>(Kind::kClass)], 0U);
  EXPECT_LT(before->stats().generation, after->stats().generation);
  EXPECT_EQ(published_generation(folder.path()).value(), after->stats().generation);
}

TEST(Index, LiveUnitsAreCountedByKindOverAllSegments) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth), make_file("a.go", "fn one(x) y\nfn two(x) y\nfn three(x) y\n"),
                              make_file("gone.go", "type Gone\nend\nfn gone(x) y\n")});
  index_files(folder.path(), {make_file("b.go", "type Other\nend\nfn four(x) y\n")});
  auto writer = IndexWriter::open(folder.path(), {}).value();
  writer->remove("gone.go");
  ASSERT_TRUE(writer->publish());
  const auto index = open_index(folder.path(), {}).value();
  std::array<std::uint64_t, kKindCount> counted{};
  for (const char* path : {"src/auth.go", "a.go", "b.go"})
    for (const UnitRef ref : index->units_of(path)) ++counted[static_cast<std::size_t>(index->unit(ref).kind)];
  EXPECT_EQ(index->units_by_kind(), counted);
  EXPECT_EQ(index->units_by_kind(), counted) << "the second time";
  EXPECT_GE(counted[static_cast<std::size_t>(Kind::kFunction)], 4U);
}

TEST(Index, EqualScoresAreOrderedByPathAcrossSegments) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("b.go", "fn same(x) y\n"), make_file("d.go", "fn same(x) y\n")});
  index_files(folder.path(), {make_file("a.go", "fn same(x) y\n"), make_file("c.go", "fn same(x) y\nfn same(x) y\n")});
  const auto index = open_index(folder.path(), {}).value();
  std::vector<std::string> paths;
  for (const ScoredUnit& hit : index->search_words({{{"same", 1}}, {}, 3})) paths.emplace_back(index->unit(hit.ref).path);
  EXPECT_THAT(paths, ElementsAre("a.go", "b.go", "c.go"));
}

TEST(Index, ImpactsOfAFileAreThoseThatSearchSums) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  const auto index = open_index(folder.path(), {}).value();
  const std::vector<std::string> terms = {"token", "user", "absent"};
  const UnitRun run = index->file(index->units_of("src/auth.go").front()).units;
  const std::vector<float> impacts = index->impacts(terms, std::vector{run});
  for (const ScoredUnit& hit : index->search_words({{{"token", 1}}, {}, 10}))
    EXPECT_NEAR(hit.score, impacts[hit.ref.unit - run.first.unit], 1e-5);
  EXPECT_EQ(impacts[2 * run.count], 0);
}

TEST(Index, BeginsItsGenerationsAboveThoseOfTheOneItReplaces) {
  const TemporaryFolder folder;
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  const std::uint64_t before = published_generation(folder.path()).value();
  ASSERT_TRUE(remove_tree(folder.path()));
  index_files(folder.path(), {make_file("src/auth.go", kAuth)});
  EXPECT_GT(published_generation(folder.path()).value(), before);
}

TEST(Manifest, RefusesDeadFilesThatStandThereTwice) {
  Manifest manifest{.generation = 1, .next_id = 2, .segments = {{.id = 1, .files = 9, .units = 9, .dead_files = {0, 3, 8}}}};
  EXPECT_EQ(decode_manifest(encode_manifest(manifest))->segments.front().dead_files, (std::vector<std::uint32_t>{0, 3, 8}));
  manifest.segments.front().dead_files = {3, 3};
  EXPECT_EQ(decode_manifest(encode_manifest(manifest)).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace grove::index
