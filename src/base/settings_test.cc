#include "base/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/settings_files.h"
#include "base/settings_reference.h"

namespace grove {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class SettingsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() / ("grove-settings-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
    sources_.environment = {{"GROVE_HOME", directory_.string()}};
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
    return (directory_ / name).string();
  }
  void set(const std::string& name, const std::string& value) { sources_.environment.emplace_back(name, value); }
  Settings loaded() {
    auto settings = Settings::load(sources_);
    EXPECT_TRUE(settings.has_value()) << describe(settings.error());
    return settings.value_or(Settings{});
  }
  Error refused() {
    const auto settings = Settings::load(sources_);
    EXPECT_FALSE(settings.has_value());
    return settings ? Error{} : settings.error();
  }

  std::filesystem::path directory_;
  SettingSources sources_;
};

TEST_F(SettingsTest, TakesDefaultsWhereNothingIsSaid) {
  const Settings settings = loaded();
  EXPECT_EQ(settings.integer(Setting::kPort), 8765);
  EXPECT_EQ(settings.text(Setting::kHost), "127.0.0.1");
  EXPECT_EQ(settings.duration(Setting::kRequestTimeout), std::chrono::seconds(30));
  EXPECT_EQ(settings.integer(Setting::kMaxBody), 1 << 20);
  EXPECT_TRUE(settings.boolean(Setting::kVectors));
  EXPECT_EQ(settings.origin(Setting::kPort), "default");
}

TEST_F(SettingsTest, StrongerPlacesWin) {
  write("grove.toml", "[server]\nport = 1\n");
  EXPECT_EQ(loaded().integer(Setting::kPort), 1);
  write(".env", "GROVE_PORT=2\n");
  EXPECT_EQ(loaded().integer(Setting::kPort), 2);
  sources_.env_file = write("other.env", "export GROVE_PORT=\"3\" # not .env\n");
  EXPECT_EQ(loaded().integer(Setting::kPort), 3);
  set("GROVE_PORT", "4");
  EXPECT_EQ(loaded().integer(Setting::kPort), 4);
  sources_.flags[Setting::kPort] = "5";
  EXPECT_EQ(loaded().integer(Setting::kPort), 5);
  EXPECT_EQ(loaded().origin(Setting::kPort), "the command line");
}

TEST_F(SettingsTest, NamesOfOtherSystemsAreAcceptedAfterOurs) {
  set("MCP_PORT", "9000");
  EXPECT_EQ(loaded().integer(Setting::kPort), 9000);
  set("GROVE_PORT", "9001");
  EXPECT_EQ(loaded().integer(Setting::kPort), 9001);
}

TEST_F(SettingsTest, EveryVariableOfASimilarSystemIsKnown) {
  const auto is_known = [](std::string_view name) {
    return std::ranges::any_of(
        setting_table(), [&](const SettingSpec& spec) { return std::ranges::find(spec.environment, name) != spec.environment.end(); });
  };
  for (const char* name :
       {"SOURCE_PROVIDER", "ORCHESTRATOR",    "DEPLOY_PROVIDER", "SOLR_BASE_URL",      "SOLR_PORT",        "RAG_PRODUCT",
        "RAG_COLLECTION",  "RAG_EMBED_MODEL", "RAG_EMBED_DIM",   "RAG_RERANK_ENABLED", "RAG_RERANK_MODEL", "RAG_SKIP_PATTERNS",
        "MCP_HOST",        "MCP_PORT",        "MCP_TRANSPORT",   "INGEST_CACHE_DIR",   "REPOS_CONFIG",     "REBUILD",
        "GITHUB_TOKEN",    "GH_TOKEN",        "SSH_HOST",        "SSH_USERNAME",       "SSH_PASSWORD",     "SSH_KEY_PATH",
        "SSH_PORT",        "JENKINS_URL",     "JENKINS_USER",    "JENKINS_TOKEN",      "JENKINS_JOB_NAME"})
    EXPECT_TRUE(is_known(name)) << name;
}

TEST_F(SettingsTest, WhatComesLaterIsTakenWhateverItSays) {
  set("SSH_PORT", "not a port");
  set("JENKINS_URL", "http://jenkins.example");
  set("SOURCE_PROVIDER", "github");
  EXPECT_EQ(loaded().text(Setting::kSourceProvider), "github");
  EXPECT_FALSE(spec_of(Setting::kSourceProvider).instead.empty());
}

TEST_F(SettingsTest, AnEmptyVariableIsNotSet) {
  set("GROVE_PORT", "");
  EXPECT_EQ(loaded().integer(Setting::kPort), 8765);
}

TEST_F(SettingsTest, AnUnknownVariableNamesTheNearest) {
  set("GROVE_PROT", "1");
  const Error error = refused();
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(error.message, HasSubstr("GROVE_PROT in the environment"));
  EXPECT_THAT(error.hint, HasSubstr("`GROVE_PORT`"));
}

TEST_F(SettingsTest, ForeignVariablesAreNobodysBusiness) {
  set("PATH", "/bin");
  write(".env", "OTHER=1\n");
  EXPECT_EQ(loaded().integer(Setting::kPort), 8765);
}

TEST_F(SettingsTest, AnUnknownConfigurationKeyNamesTheNearest) {
  write("grove.toml", "[server]\nprot = 1\n");
  const Error error = refused();
  EXPECT_THAT(error.message, HasSubstr("server.prot"));
  EXPECT_THAT(error.hint, HasSubstr("`server.port`"));
}

TEST_F(SettingsTest, AConfigurationFileThatIsNoneIsAnErrorWithItsLine) {
  std::string deep = "[";
  for (int i = 0; i < 30'000; ++i) deep += "a.";
  for (const std::string& wrong : {std::string("[\0\0= x]", 7), deep + "a]", std::string("a\x7F = 1"), std::string("[# no name"),
                                   std::string("\xC3\xA4 = 1"), std::string("\xEF\xBB\x93 = 1")}) {
    write("grove.toml", "[server]\n" + wrong + "\n");
    EXPECT_THAT(refused().message, HasSubstr("line 2"));
  }
}

TEST_F(SettingsTest, DotsInTextsAndCommentsAreNoPartsOfKeys) {
  write("grove.toml", "[server]  # ........................\nhost = \"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\"\n");
  EXPECT_EQ(loaded().text(Setting::kHost), "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t");
}

TEST_F(SettingsTest, ASecretIsRefusedInTheConfigurationFile) {
  write("grove.toml", "[server]\ntoken = \"swordfish\"\n");
  const Error error = refused();
  EXPECT_THAT(error.message, HasSubstr("server.token can't be set in"));
  EXPECT_THAT(error.message, Not(HasSubstr("swordfish")));
}

TEST_F(SettingsTest, ABadValueSaysWhereItStandsAndWhatIsWrong) {
  write("grove.toml", "[server]\nport = \"http\"\n");
  EXPECT_THAT(refused().message,
              HasSubstr("cannot use server.port in " + (directory_ / "grove.toml").string() + ": `http` is not a whole number"));
  write("grove.toml", "[server]\nport = 70000\n");
  EXPECT_THAT(refused().message, HasSubstr("`70000` is not between 0 and 65535"));
  write("grove.toml", "[server]\nmax_body = \"9999999999999999g\"\n");
  EXPECT_THAT(refused().message, HasSubstr("is too large"));
}

TEST_F(SettingsTest, BrokenTomlSaysLineAndColumn) {
  write("grove.toml", "[server]\nport = = 1\n");
  EXPECT_THAT(refused().message, HasSubstr("line 2, column 8"));
}

TEST_F(SettingsTest, AFileAskedForHasToExist) {
  sources_.config_file = (directory_ / "none.toml").string();
  EXPECT_EQ(refused().code, ErrorCode::kNotFound);
}

TEST_F(SettingsTest, AFileThatIsTooLargeOrNoneIsRefusedByItsName) {
  const std::string large = write("large.env", std::string((1U << 20U) + 1, '#'));
  for (const std::string& path : {large, directory_.string()}) {
    sources_.env_file = path;
    EXPECT_THAT(refused().message, HasSubstr("cannot read " + path));
  }
}

TEST_F(SettingsTest, ListsAndSizesAndDurationsAreRead) {
  write("grove.toml", "[server]\nallowed_hosts = [\"a.example\", \"b.example\"]\nmax_body = \"64KiB\"\nidle_timeout = \"5m\"\n");
  const Settings settings = loaded();
  EXPECT_THAT(settings.list(Setting::kAllowedHosts), ElementsAre("a.example", "b.example"));
  EXPECT_EQ(settings.integer(Setting::kMaxBody), 65536);
  EXPECT_EQ(settings.duration(Setting::kIdleTimeout), std::chrono::minutes(5));
}

TEST_F(SettingsTest, TheDataDirectoryFollowsFlagThenEnvironmentThenXdgThenHome) {
  SettingSources sources;
  sources.environment = {{"HOME", "/home/ada"}};
  EXPECT_EQ(Settings::load(sources)->text(Setting::kDataDirectory), "/home/ada/.local/share/grove");
  sources.environment.emplace_back("XDG_DATA_HOME", "/xdg");
  EXPECT_EQ(Settings::load(sources)->text(Setting::kDataDirectory), "/xdg/grove");
  sources.environment.emplace_back("GROVE_HOME", "/there/x/../");
  EXPECT_EQ(Settings::load(sources)->text(Setting::kDataDirectory), "/there");
  sources.flags[Setting::kDataDirectory] = "/flag";
  EXPECT_EQ(Settings::load(sources)->text(Setting::kDataDirectory), "/flag");
  EXPECT_FALSE(Settings::load(SettingSources{}).has_value());
}

TEST_F(SettingsTest, TheEnvFileInTheDataDirectoryCannotMoveTheDataDirectory) {
  write(".env", "GROVE_HOME=/elsewhere\n");
  EXPECT_THAT(refused().message, HasSubstr("GROVE_HOME can't be set"));
}

TEST(EnvFile, QuotesCommentsAndBrokenLines) {
  const auto values = parse_env_file("\xEF\xBB\xBF# c\r\nA=1 # one\r\n\nexport B='x # y'\nC=\"a\\n\\\"b\\\"\"\nD=\n", "f");
  ASSERT_TRUE(values.has_value()) << values.error().message;
  EXPECT_THAT(*values, ElementsAre(std::pair("A", "1"), std::pair("B", "x # y"), std::pair("C", "a\n\"b\""), std::pair("D", "")));
  for (const char* bad : {"A", "=1", "A='x", "A=\"x\" y", "1A=2", "A B=1"}) {
    const auto refused = parse_env_file(std::string("X=1\n") + bad, "f");
    ASSERT_FALSE(refused.has_value()) << bad;
    EXPECT_THAT(refused.error().message, HasSubstr("line 2"));
  }
}

void expect_equals_file(const std::string& path, const std::string& text) {
  const std::string whole = std::string(GROVE_SOURCE_DIR) + "/" + path;
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(whole) << text;
  std::ifstream file(whole);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text) << path << " is out of date: UPDATE_EXPECT=1 writes it anew";
}

TEST(SettingsPages, AreMadeFromTheTable) {
  expect_equals_file("docs/settings.md", settings_page());
  expect_equals_file(".env.example", env_example());
}

}  // namespace
}  // namespace grove
