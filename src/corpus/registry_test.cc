#include "corpus/registry.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <thread>

#include "base/testing/full_disk.h"
#include "base/testing/read_only_folder.h"
#include "base/testing/temporary_folder.h"

namespace grove::corpus {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<Registry> open_in(const TemporaryFolder& directory) {
  auto registry = Registry::open(directory.path());
  EXPECT_TRUE(registry) << describe(registry.error());
  return std::move(*registry);
}

Result<Repository> add(Registry& registry, const std::string& name, const std::string& root, const std::string& url = "") {
  return registry.add({.name = name, .root = root, .url = url});
}

TEST(Registry, RemembersRepositoriesByNameAndId) {
  const TemporaryFolder directory;
  const Repository added =
      open_in(directory)->add({.name = "shop", .root = "/src/shop/", .url = "u", .branch = "b", .subpath = "s", .commit = "c"}).value();
  auto registry = open_in(directory);
  for (const std::string& key : {added.id, std::string("shop")}) {
    const Repository found = registry->repository(key).value();
    EXPECT_EQ(found.id, added.id);
    EXPECT_EQ(found.root, "/src/shop");
    EXPECT_EQ(found.url + found.branch + found.subpath + found.commit, "ubsc");
    EXPECT_GT(found.added_at_ms, 0);
    EXPECT_EQ(found.indexed_at_ms, 0);
  }
}

TEST(Registry, RefusesTakenNamesAndProposesAFreeOne) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  ASSERT_TRUE(add(*registry, "shop", "/a"));
  ASSERT_TRUE(add(*registry, "shop-2", "/b"));
  const auto third = add(*registry, "shop", "/c");
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, ErrorCode::kAlreadyExists);
  EXPECT_THAT(third.error().hint, HasSubstr("shop-3"));
}

TEST(Registry, RefusesFoldersInsideOrAroundRegisteredOnes) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  ASSERT_TRUE(add(*registry, "shop", "/src/shop"));
  const auto refusal = [&](const std::string& root) {
    const auto result = add(*registry, "new", root);
    return result ? std::string("accepted") : std::string(code_name(result.error().code)) + ": " + describe(result.error());
  };
  EXPECT_THAT(refusal("/src/shop"), HasSubstr("already_exists: cannot register /src/shop: it is registered as shop"));
  EXPECT_THAT(refusal("/src/shop/"), HasSubstr("it is registered as shop"));
  EXPECT_THAT(refusal("/src/shop/api"), HasSubstr("lies inside /src/shop"));
  EXPECT_THAT(refusal("/src"), HasSubstr("lies inside it"));
  EXPECT_THAT(refusal("/"), HasSubstr("lies inside it"));
  EXPECT_THAT(refusal("relative"), HasSubstr("invalid_argument"));
  EXPECT_EQ(refusal("/src/shop-2"), "accepted");
}

TEST(Registry, ClonesMayLieWhereverTheDataDirectoryIs) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  ASSERT_TRUE(add(*registry, "home", "/home/me"));
  EXPECT_TRUE(add(*registry, "remote", "/home/me/data/repos/x/clone", "https://host.example/x.git"));
}

TEST(Registry, ChangesKeepTheRules) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  const Repository shop = add(*registry, "shop", "/a").value();
  const Repository blog = add(*registry, "blog", "/b").value();
  EXPECT_EQ(registry->change(shop.id, {.commit = "1234", .indexed_at_ms = 7})->commit, "1234");
  EXPECT_EQ(registry->repository("shop")->indexed_at_ms, 7);
  EXPECT_EQ(registry->change(blog.id, {.name = "shop"}).error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(registry->change(blog.id, {.name = "-x"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(registry->change(blog.id, {.root = "relative"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(registry->repository("blog")->name, "blog");
  ASSERT_TRUE(registry->remove(blog.id));
  EXPECT_EQ(registry->change(blog.id, {.commit = "1"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(registry->remove(blog.id).error().code, ErrorCode::kNotFound);
}

TEST(Registry, AChangeLeavesAloneWhatAnotherProcessChangedMeanwhile) {
  const TemporaryFolder directory;
  auto indexing = open_in(directory);
  auto renaming = open_in(directory);
  const Repository shop = indexing->add({.name = "shop", .root = "/a", .url = "https://a.example/x", .branch = "main"}).value();
  ASSERT_TRUE(renaming->change(shop.id, {.name = "store", .branch = "next"}));
  const Repository after = indexing->change(shop.id, {.commit = "1234", .indexed_at_ms = 7}).value();
  EXPECT_EQ(after.name, "store");
  EXPECT_EQ(after.branch, "next");
  EXPECT_EQ(renaming->repository("store")->commit, "1234");
}

TEST(Registry, IsMadeByTheFirstRepositoryAndByNoQuestion) {
  const TemporaryFolder folder;
  const std::string directory = folder.path() + "/data";
  auto registry = *Registry::open(directory);
  EXPECT_TRUE(registry->repositories()->empty());
  EXPECT_EQ(registry->repository("shop").error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(directory));
  auto other = *Registry::open(directory);
  ASSERT_TRUE(add(*other, "shop", "/a"));
  EXPECT_TRUE(registry->repository("shop")) << "made by another process since";
}

TEST(Registry, CanBeReadWhereItCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string directory = folder.path() + "/odd %name?#";
  ASSERT_TRUE(add(**Registry::open(directory), "shop", "/a"));
  const ReadOnlyFolder held(directory);
  auto registry = Registry::open(directory);
  ASSERT_TRUE(registry) << describe(registry.error());
  EXPECT_EQ((*registry)->repository("shop")->root, "/a");
  const auto refused = add(**registry, "blog", "/b");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_THAT(describe(refused.error()), HasSubstr("cannot change the data directory"));
  EXPECT_THAT(refused.error().hint, HasSubstr("--data-dir"));
}

TEST(Registry, CanBeReadOnAFullDiskAndWrittenOnceThereIsRoom) {
  const TemporaryFolder folder;
  ASSERT_TRUE(add(**Registry::open(folder.path()), "shop", "/a"));
  std::unique_ptr<Registry> registry;
  {
    const FullDisk full;
    auto opened = Registry::open(folder.path());
    ASSERT_TRUE(opened) << describe(opened.error());
    registry = *std::move(opened);
    EXPECT_EQ(registry->repository("shop")->root, "/a");
    const auto refused = add(*registry, "blog", "/b");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kResourceLimit);
    EXPECT_THAT(refused.error().hint, HasSubstr("disk space"));
  }
  EXPECT_TRUE(add(*registry, "blog", "/b"));
  EXPECT_EQ(registry->repositories()->size(), 2U);
}

TEST(Registry, NotFoundNamesNearOnes) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  EXPECT_THAT(registry->repository("shop").error().hint, HasSubstr("grove index"));
  ASSERT_TRUE(add(*registry, "webshop", "/a"));
  const auto missing = registry->repository("webshp");
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().hint, HasSubstr("webshop"));
}

TEST(Registry, TwoProcessesMayAddAtOnce) {
  const TemporaryFolder directory;
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&, writer] {
      auto registry = open_in(directory);
      for (int i = 0; i < 10; ++i)
        EXPECT_TRUE(add(*registry, "r" + std::to_string(writer * 100 + i), "/" + std::to_string(writer * 100 + i)));
    });
  writers.clear();
  EXPECT_EQ(open_in(directory)->repositories()->size(), 40U);
}

TEST(RepositoryNames, ProposalsAreValidAndFree) {
  const std::vector<Repository> registered = {{.name = "shop"}, {.name = "shop-2"}};
  EXPECT_EQ(propose_name("blog", registered), "blog");
  EXPECT_EQ(propose_name("shop", registered), "shop-3");
  EXPECT_EQ(propose_name("my shop:x", registered), "my-shop-x");
  EXPECT_EQ(propose_name(".hidden", registered), "hidden");
  EXPECT_EQ(propose_name("", registered), "repository");
  EXPECT_EQ(propose_name("..", registered), "repository");
  EXPECT_EQ(propose_name("new\nline", registered), "new-line");
  EXPECT_TRUE(check_name(propose_name(std::string(300, 'x'), registered)));
  for (const char* odd : {"bad\xFFname", "\xC2\x9B[31m", "a\u202Eb", "größe", "数据"})
    EXPECT_TRUE(check_name(propose_name(odd, registered))) << odd;
  for (const char* bad : {"", "-x", ".x", "a b", "a/b", "a:b", "a#b", "a\xFF", "a\xC2\x9B", "a\u202Eb"})
    EXPECT_FALSE(check_name(bad)) << bad;
}

}  // namespace
}  // namespace grove::corpus
