// Dependencies that nobody declared, over real folders.
#include "engine/topology/suggestions.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "engine/testing/engine_world.h"

namespace grove::engine {
namespace {

using ::testing::IsEmpty;
using Action = TopologyChange::Action;

class SuggestedDependencies : public ::testing::Test {
 protected:
  void add(const std::string& name, const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [path, text] : files) {
      const std::filesystem::path file = world_.path(name + "/" + path);
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file) << text;
    }
    NullProgress progress;
    const auto added = engine_->add({.location = world_.path(name)}, progress, CancelToken());
    EXPECT_TRUE(added && engine_->index({.repository = name}, progress, CancelToken()));
  }
  std::vector<SuggestedDependency> suggested(const SuggestionRequest& request = {}) {
    const auto found = engine_->suggestions(request, CancelToken());
    EXPECT_TRUE(found) << describe(found.error());
    return found->suggestions;
  }
  Result<Topology> decide(Action action, const std::string& from, const std::string& to) {
    return engine_->change_topology({.action = action, .repository = from, .depends_on = to});
  }
  void add_web_and_auth() {
    add("auth", {{"package.json", "{ \"name\": \"@acme/auth\" }\n"}});
    add("web", {{"package.json", "{\n  \"name\": \"web\",\n  \"dependencies\": { \"@acme/auth\": \"^1\" }\n}\n"}});
  }
  EngineWorld world_;
  std::unique_ptr<Engine> engine_ = world_.open();
};

TEST_F(SuggestedDependencies, SayWhereAndWhy) {
  add_web_and_auth();
  const auto found = suggested();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].from, "web");
  EXPECT_EQ(found[0].to, "auth");
  EXPECT_EQ(found[0].total, 1U);
  ASSERT_EQ(found[0].evidence.size(), 1U);
  const DependencyEvidence& evidence = found[0].evidence[0];
  EXPECT_EQ(evidence.kind, "npm");
  EXPECT_EQ(evidence.name, "@acme/auth");
  EXPECT_EQ(evidence.path, "package.json");
  EXPECT_EQ(evidence.line, 3U);
  EXPECT_EQ(evidence.target_path, "package.json");
  EXPECT_EQ(evidence.reason, "package.json needs the npm package @acme/auth, which package.json of auth publishes");
}

TEST_F(SuggestedDependencies, AreNoDependenciesUntilAPersonAccepts) {
  add_web_and_auth();
  EXPECT_THAT(engine_->topology()->dependencies, IsEmpty());
  const Topology after = decide(Action::kAccept, "web", "auth").value();
  ASSERT_EQ(after.dependencies.size(), 1U);
  EXPECT_EQ(after.dependencies[0].origin, RepositoryDependency::Origin::kAccepted);
  EXPECT_THAT(suggested(), IsEmpty());
  EXPECT_TRUE(decide(Action::kAccept, "web", "auth")) << "once more does no harm";
}

TEST_F(SuggestedDependencies, DoNotComeBackOnceDismissed) {
  add_web_and_auth();
  ASSERT_TRUE(decide(Action::kDismiss, "web", "auth"));
  EXPECT_THAT(suggested(), IsEmpty());
  NullProgress progress;
  ASSERT_TRUE(engine_->index({.repository = "web", .depth = IndexRequest::Depth::kForce}, progress, CancelToken()));
  EXPECT_THAT(suggested(), IsEmpty());
  const auto all = suggested({.dismissed = SuggestionRequest::Dismissed::kIncluded});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].is_dismissed);
  EXPECT_TRUE(decide(Action::kAccept, "web", "auth")) << "a person may think again";
}

TEST_F(SuggestedDependencies, OfDeclaredDependenciesAreNotMade) {
  add_web_and_auth();
  ASSERT_TRUE(decide(Action::kAddDependency, "web", "auth"));
  EXPECT_THAT(suggested(), IsEmpty());
}

TEST_F(SuggestedDependencies, ThatNobodyMadeCannotBeDecided) {
  add_web_and_auth();
  EXPECT_EQ(decide(Action::kAccept, "auth", "web").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(decide(Action::kDismiss, "auth", "web").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(decide(Action::kAccept, "auth", "nobody").error().code, ErrorCode::kNotFound);
}

TEST_F(SuggestedDependencies, MayBeAskedForByRepository) {
  add_web_and_auth();
  add("lone", {{"go.mod", "module host.example/lone\n"}});
  EXPECT_EQ(suggested({.repositories = {"auth"}}).size(), 1U);
  EXPECT_EQ(suggested({.repositories = {"web"}}).size(), 1U);
  EXPECT_THAT(suggested({.repositories = {"lone"}}), IsEmpty());
  EXPECT_EQ(engine_->suggestions({.repositories = {"wbe"}}, CancelToken()).error().code, ErrorCode::kNotFound);
}

TEST_F(SuggestedDependencies, FollowTheFilesThatSayThem) {
  add_web_and_auth();
  ASSERT_EQ(suggested().size(), 1U);
  add("web", {{"package.json", "{ \"name\": \"web\" }\n"}});
  EXPECT_THAT(suggested(), IsEmpty());
}

TEST_F(SuggestedDependencies, ComeFromNoTestsAndExamples) {
  add("auth", {{"package.json", "{ \"name\": \"@acme/auth\" }\n"}});
  add("web", {{"examples/small/package.json", "{ \"dependencies\": { \"@acme/auth\": \"1\" } }\n"},
              {"test/fixtures/package.json", "{ \"name\": \"@acme/other\" }\n"},
              {"a.js", "f()\n"}});
  EXPECT_THAT(suggested(), IsEmpty());
}

TEST_F(SuggestedDependencies, KnowPlainFoldersByTheirRemotesAndPlaces) {
  add("log", {{".git/config", "[remote \"origin\"]\n\turl = git@host.example:acme/log.git\n"},
              {".git/HEAD", "ref: refs/heads/main\n"},
              {".git/objects/none", ""},
              {".git/refs/none", ""},
              {"a.py", "x = 1\n"}});
  add("libs", {{"near/Cargo.toml", "[package]\nname = \"near_by\"\n"}});
  add("app", {{".gitmodules", "[submodule \"log\"]\n\tpath = log\n\turl = https://host.example/acme/log\n"},
              {"Cargo.toml", "[package]\nname = \"app\"\n[dependencies]\nclose = { path = \"../libs/near\" }\n"}});
  const auto found = suggested();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].to, "libs");
  EXPECT_EQ(found[0].evidence[0].kind, "path");
  EXPECT_EQ(found[1].to, "log");
  EXPECT_EQ(found[1].evidence[0].kind, "submodule");
  EXPECT_EQ(found[1].evidence[0].line, 3U);
}

TEST_F(SuggestedDependencies, ComeFromRequestsToo) {
  add("back", {{"src/main/java/Users.java",
                "import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"/api/users\")\nclass Users {\n"
                "  @GetMapping(\"/{id}\") String one() { return \"\"; }\n}\n"}});
  add("web", {{"src/users.js", "import axios from 'axios'\nexport const user = (id) => axios.get(`/api/users/${id}`)\n"}});
  const auto found = suggested();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].from + " " + found[0].to, "web back");
  const DependencyEvidence& evidence = found[0].evidence[0];
  EXPECT_EQ(evidence.kind, "api");
  EXPECT_EQ(evidence.name, "GET /api/users/{id}");
  EXPECT_EQ(evidence.path + ":" + std::to_string(evidence.line), "src/users.js:2");
  EXPECT_EQ(evidence.target_path + ":" + std::to_string(evidence.target_line), "src/main/java/Users.java:5");
}

TEST(SuggestionBook, TakesEvidenceOfAnyKindOncePerName) {
  Topology topology;
  topology.repositories = {{.id = "a", .name = "A"}, {.id = "b", .name = "B"}};
  SuggestionBook book(topology);
  for (int i = 0; i < 50; ++i)
    book.add("a", "b",
             {.kind = "api", .name = "GET /orders", .path = "x.ts", .line = 1, .target_path = "", .target_line = 0, .reason = ""});
  book.add("a", "b", {.kind = "npm", .name = "b", .path = "p", .line = 1, .target_path = "", .target_line = 0, .reason = ""});
  book.add("a", "a", {.kind = "api", .name = "", .path = "", .line = 1, .target_path = "", .target_line = 0, .reason = ""});
  book.add("a", "gone", {.kind = "api", .name = "", .path = "", .line = 1, .target_path = "", .target_line = 0, .reason = ""});
  const auto found = book.take({});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].from, "A");
  EXPECT_EQ(found[0].evidence.size(), 2U);
  EXPECT_EQ(found[0].total, 51U);
}

}  // namespace
}  // namespace grove::engine
