#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/source_tree.h"

// Rules of style that need no compiler: sizes, names, and matter that doesn't belong into a tree of sources.
namespace grove::house {
namespace {

constexpr std::size_t kMaxFileLines = 600;
constexpr std::size_t kMaxFileBytes = 1'000'000;
constexpr std::array kEmptyWords = {"util", "utils", "utilities", "manager", "helper", "helpers", "misc", "common", "stuff"};

const std::vector<std::string_view> kCodeFolders = {"src", "apps", "tests", "bench", "fuzz"};

std::vector<SourceFile> code_files() { return project_files(kCodeFolders, {".h", ".cc"}); }

/// Those, and the sources of the web UI.
std::vector<SourceFile> all_code_files() {
  std::vector<SourceFile> files = code_files();
  for (SourceFile& file : project_files({"web"}, {".ts", ".tsx", ".css", ".mjs"})) files.push_back(std::move(file));
  return files;
}

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      words.emplace_back();
    }
  }
  return words;
}

// Hosts of package registries, put together here so that this file doesn't name them either.
std::vector<std::string> registry_hosts() {
  const std::string dot = ".";
  return {"npmjs" + dot + "org",
          "npmjs" + dot + "com",
          "pypi" + dot + "org",
          "pythonhosted" + dot + "org",
          "crates" + dot + "io",
          "repo" + dot + "maven" + dot + "apache" + dot + "org",
          "proxy" + dot + "golang" + dot + "org",
          "deb" + dot + "debian" + dot + "org"};
}

// Folders of the machines that people and CI build on.
std::vector<std::string> machine_paths() {
  const std::string work = "/work";
  return {work + "/main", work + "/wt", work + "/tmp", work + "/shared", work + "/corpora", "/root" + std::string("/.")};
}

void expect_nowhere(const std::vector<std::string>& words, std::string_view why) {
  for (const SourceFile& file : project_files()) {
    for (const std::string& word : words) {
      EXPECT_EQ(file.text.find(word), std::string::npos) << file.path << " contains " << word << ": " << why;
    }
  }
}

TEST(Tidiness, FilesOfCodeStayShort) {
  const auto files = all_code_files();
  ASSERT_GT(files.size(), 30U);
  for (const SourceFile& file : files) {
    EXPECT_LE(lines_of(file.text).size(), kMaxFileLines) << file.path << " holds more than one concept: split it";
  }
}

TEST(Tidiness, FilesOfCodeAreNamedInSnakeCaseAfterOneConcept) {
  for (const SourceFile& file : all_code_files()) {
    const std::string name = std::filesystem::path(file.path).stem().string();
    const bool snake = std::ranges::all_of(name, [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_'; });
    EXPECT_TRUE(snake) << file.path << " is not snake_case";
    for (const std::string& word : words_of(name)) {
      EXPECT_EQ(std::ranges::find(kEmptyWords, word), kEmptyWords.end())
          << file.path << ": \"" << word << "\" says nothing; name the concept";
    }
  }
}

TEST(Tidiness, EveryHeaderIsGuardedOnce) {
  for (const SourceFile& file : code_files()) {
    if (!file.path.ends_with(".h")) continue;
    EXPECT_NE(file.text.find("#pragma once"), std::string::npos) << file.path;
  }
}

TEST(Tidiness, NoCodeIsCommentedOut) {
  // A comment line that is a whole statement: a call or an assignment with its semicolon.
  static const std::regex kStatement(R"(^\s*//\s*[A-Za-z_][\w:<>*&.\[\]]*(\s+[\w:*&]+)?\s*(\(.*\)|=[^=].*);\s*$)");
  for (const SourceFile& file : code_files()) {
    int number = 0;
    for (const std::string& line : lines_of(file.text)) {
      ++number;
      EXPECT_FALSE(line.find("//") != std::string::npos && line.size() < 300 && std::regex_match(line, kStatement))
          << file.path << ":" << number << ": " << line;
    }
  }
}

TEST(Tidiness, WorkLeftOpenNamesItsCondition) {
  const std::string mark = std::string("TO") + "DO";
  for (const SourceFile& file : all_code_files()) {
    for (auto place = file.text.find(mark); place != std::string::npos; place = file.text.find(mark, place + 1)) {
      EXPECT_TRUE(file.text.substr(place + mark.size(), 1) == "(" || file.path.ends_with("_test.cc"))
          << file.path << ": write " << mark << "(condition): what";
    }
  }
}

TEST(Tidiness, NoRegistryIsNamed) { expect_nowhere(registry_hosts(), "packages come through ordinary clients by name and version"); }

TEST(Tidiness, NoMachineIsNamed) { expect_nowhere(machine_paths(), "the project builds anywhere"); }

TEST(Tidiness, LockFilesHoldNoAddresses) {
  for (const SourceFile& file : project_files()) {
    if (!file.path.ends_with("package-lock.json")) continue;
    EXPECT_EQ(file.text.find("\"resolved\""), std::string::npos) << file.path;
  }
  EXPECT_FALSE(std::filesystem::exists(project_root() / "Cargo.lock"));
}

TEST(Tidiness, TextFilesAreOfAReadableSize) {
  for (const SourceFile& file : project_files()) EXPECT_LE(file.text.size(), kMaxFileBytes) << file.path;
}

TEST(Tidiness, ChangesHaveNotes) {
  const auto notes = project_files({"changes"}, {".md"});
  EXPECT_GE(notes.size(), 2U) << "changes/ has its README and at least one note";
}

}  // namespace
}  // namespace grove::house
