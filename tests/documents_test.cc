#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "tests/source_tree.h"

// What the documents claim about the project is so.
namespace grove::house {
namespace {

TEST(Notices, NameEveryNpmPackageWithItsVersion) {
  const std::string notices = read_project_file("THIRD_PARTY_NOTICES.md");
  const std::string manifest = read_project_file("deps/package.json");
  static const std::regex kDependency("\"((?:@[a-z-]+/)?[a-z0-9-]+)\": \"([0-9][0-9.]*)\"");
  int seen = 0;
  for (std::sregex_iterator it(manifest.begin(), manifest.end(), kDependency), end; it != end; ++it) {
    const std::string row = "| `" + (*it)[1].str() + "` | " + (*it)[2].str() + " |";
    EXPECT_NE(notices.find(row), std::string::npos) << "THIRD_PARTY_NOTICES.md lacks the row " << row;
    ++seen;
  }
  EXPECT_GT(seen, 30);
}

TEST(Notices, NameEveryCrateWithItsVersion) {
  const std::string notices = read_project_file("THIRD_PARTY_NOTICES.md");
  for (const std::string& line : lines_of(read_project_file("deps/crates.txt"))) {
    if (line.empty() || line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string name;
    std::string version;
    words >> name >> version;
    EXPECT_NE(notices.find("| `" + name + "` | " + version + " |"), std::string::npos) << name << " " << version;
  }
}

TEST(Notices, NameEveryLibraryFromDebian) {
  const std::string notices = read_project_file("THIRD_PARTY_NOTICES.md");
  for (const std::string& package : lines_of(read_project_file("deps/apt.txt"))) {
    if (!package.ends_with("-dev")) continue;
    EXPECT_NE(notices.find("| `" + package + "` |"), std::string::npos) << package;
  }
}

TEST(Readme, MakeVerbsItNamesExist) {
  const std::string makefile = read_project_file("Makefile");
  static const std::regex kVerb("\\bmake ([a-z][a-z-]*)");
  int seen = 0;
  for (const char* page : {"README.md", "CONTRIBUTING.md"}) {
    const std::string text = read_project_file(page);
    for (std::sregex_iterator it(text.begin(), text.end(), kVerb), end; it != end; ++it) {
      const std::string verb = (*it)[1].str();
      if (verb == "it") continue;
      EXPECT_NE(makefile.find("\n" + verb + ":"), std::string::npos) << page << " names `make " << verb << "`";
      ++seen;
    }
  }
  EXPECT_GT(seen, 8);
}

TEST(Readme, PagesItNamesExist) {
  static const std::regex kPage("`([A-Za-z_/.-]+\\.md)`");
  for (const char* page : {"README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"}) {
    const std::string text = read_project_file(page);
    for (std::sregex_iterator it(text.begin(), text.end(), kPage), end; it != end; ++it) {
      EXPECT_TRUE(std::filesystem::exists(project_root() / (*it)[1].str())) << page << " names " << (*it)[1].str();
    }
  }
}

TEST(Formats, PagesNamedInTheSourceExist) {
  static const std::regex kPage("(?:^|[^/])(docs/formats/[a-z/_-]+\\.md)");
  for (const SourceFile& file : project_files({"src", "apps"}, {".h", ".cc"})) {
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kPage), end; it != end; ++it) {
      EXPECT_TRUE(std::filesystem::exists(project_root() / (*it)[1].str())) << file.path << " names " << (*it)[1].str();
    }
  }
}

}  // namespace
}  // namespace grove::house
