#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <regex>
#include <sstream>
#include <string>

#include "tests/source_tree.h"

// What the documents claim about the project is so.
namespace grove::house {
namespace {

TEST(Notices, NameEveryNpmPackageWithItsVersion) {
  const std::string notices = read_project_file("THIRD_PARTY_NOTICES.md");
  const std::string manifest = read_project_file("deps/package.json") + read_project_file("web/package.json");
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

TEST(Notices, NameEveryCrateOfTheRustPartWithItsVersion) {
  const std::string notices = read_project_file("THIRD_PARTY_NOTICES.md");
  const std::size_t section = notices.find("by way of Oxigraph, from crates");
  ASSERT_NE(section, std::string::npos);
  const std::string for_other_systems = notices.substr(section, notices.find("| crate |", section) - section);
  const std::string lock = read_project_file("deps/rust-crates.lock");
  static const std::regex kPackage("name = \"([^\"]+)\"\nversion = \"([^\"]+)\"\nchecksum");
  int seen = 0;
  for (std::sregex_iterator it(lock.begin(), lock.end(), kPackage), end; it != end; ++it) {
    const std::string name = "`" + (*it)[1].str() + "`";
    if (for_other_systems.find(name) != std::string::npos) continue;
    EXPECT_NE(notices.find("| " + name + " | " + (*it)[2].str() + " |"), std::string::npos) << name << " " << (*it)[2].str();
    ++seen;
  }
  EXPECT_GT(seen, 40);
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

/// All pages but the change notes, which tell of their day.
std::vector<SourceFile> pages() {
  std::vector<SourceFile> all = project_files({"docs"}, {".md"});
  for (const char* page : {"README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"}) all.push_back({page, read_project_file(page)});
  return all;
}

/// Calls `check` with every first group that the pattern finds in a page.
void for_each_match(const std::string& pattern, const std::function<void(const std::string& page, const std::string& word)>& check) {
  const std::regex regex(pattern);
  for (const SourceFile& page : pages()) {
    for (std::sregex_iterator it(page.text.begin(), page.text.end(), regex), end; it != end; ++it) check(page.path, (*it)[1].str());
  }
}

TEST(Pages, AreAllListed) {
  const std::string index = read_project_file("docs/README.md");
  const std::string formats = read_project_file("docs/formats/README.md");
  for (const SourceFile& page : project_files({"docs"}, {".md"})) {
    if (page.path.ends_with("README.md")) continue;
    const std::string name = page.path.substr(page.path.rfind('/') + 1);
    const bool listed = page.path.starts_with("docs/formats/") ? formats.find(name) != std::string::npos
                                                               : index.find("`" + page.path + "`") != std::string::npos;
    EXPECT_TRUE(listed) << page.path << " is named by no list of pages";
  }
}

TEST(Pages, LinkToWhatIsThere) {
  static const std::regex kLink("\\]\\(([^)#: ]+)(?:#[^)]*)?\\)");
  for (const SourceFile& page : pages()) {
    const std::string folder = page.path.find('/') == std::string::npos ? "" : page.path.substr(0, page.path.rfind('/') + 1);
    for (std::sregex_iterator it(page.text.begin(), page.text.end(), kLink), end; it != end; ++it) {
      EXPECT_TRUE(std::filesystem::exists(project_root() / (folder + (*it)[1].str()))) << page.path << " links to " << (*it)[1].str();
    }
  }
}

TEST(Pages, NameSettingsThatExist) {
  const std::string table = read_project_file("src/base/settings_table.cc") + read_project_file("eval/run.sh");
  int seen = 0;
  for_each_match("\\b(GROVE_[A-Z][A-Z_]*[A-Z])\\b", [&](const std::string& page, const std::string& name) {
    EXPECT_NE(table.find(name), std::string::npos) << page << " names " << name;
    ++seen;
  });
  EXPECT_GT(seen, 20);
}

TEST(Pages, NameCommandsThatExist) {
  const std::string commands = read_project_file("docs/command-line.md");
  int seen = 0;
  for_each_match("(?:`|\n)grove ([a-z]+)\\b", [&](const std::string& page, const std::string& name) {
    EXPECT_NE(commands.find("## grove " + name), std::string::npos) << page << " names `grove " << name << "`";
    ++seen;
  });
  EXPECT_GT(seen, 20);
}

TEST(Pages, NamePathsOfTheApiThatExist) {
  std::string routes;
  for (const SourceFile& file : project_files({"src/serve/rest"}, {".cc"})) routes += file.text;
  int seen = 0;
  for_each_match("`(/api/v1/[a-z/{}]+)`", [&](const std::string& page, const std::string& path) {
    EXPECT_NE(routes.find("\"" + path + "\""), std::string::npos) << page << " names " << path;
    ++seen;
  });
  EXPECT_GT(seen, 10);
}

TEST(Pages, TheApiPageListsEveryRoute) {
  const std::string page = read_project_file("docs/http-api.md");
  static const std::regex kRoute("\\.method = \"([A-Z]+)\",\\s*\\.pattern = \"([^\"]+)\"");
  int seen = 0;
  for (const SourceFile& file : project_files({"src/serve/rest"}, {".cc"})) {
    for (std::sregex_iterator it(file.text.begin(), file.text.end(), kRoute), end; it != end; ++it) {
      const std::string row = "| " + (*it)[1].str() + " | `" + (*it)[2].str() + "` |";
      EXPECT_NE(page.find(row), std::string::npos) << "docs/http-api.md lacks the row " << row;
      ++seen;
    }
  }
  EXPECT_GT(seen, 15);
}

TEST(Pages, TheApiPageAndTheSchemasNameTheSameFields) {
  const std::string schemas = read_project_file("src/serve/rest/answer_schemas.cc");
  const std::string page = read_project_file("docs/http-api.md");
  for (const char* field : {"state", "progress", "report", "error", "matched_terms", "took_ms", "code", "stale"}) {
    EXPECT_NE(page.find("`" + std::string(field)), std::string::npos) << field;
    EXPECT_NE(schemas.find("\"" + std::string(field) + "\":"), std::string::npos) << field;
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
