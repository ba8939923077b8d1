#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "apps/grove/help.h"
#include "base/text.h"
#include "tests/e2e/program.h"

// Help, man page and documentation come from the table of commands; what they say is kept in files that people read in reviews.
namespace grove::e2e {
namespace {

using ::testing::HasSubstr;

void expect_equals_file(const std::string& path, const std::string& text) {
  const std::string whole = std::string(GROVE_SOURCE_DIR) + "/" + path;
  if (std::getenv("UPDATE_EXPECT") != nullptr) std::ofstream(whole) << text;
  std::ifstream file(whole);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text) << path << " is out of date: UPDATE_EXPECT=1 writes it anew";
}

TEST(CommandLinePages, TheDocumentationIsMadeFromTheTable) { expect_equals_file("docs/command-line.md", cli::command_line_page()); }

TEST(CommandLinePages, HelpIsAsPeopleKnowIt) {
  const World world;
  expect_equals_file("tests/golden/help/grove.txt", world.run({"--help"}).output);
  expect_equals_file("tests/golden/help/search.txt", world.run({"search", "--help"}).output);
  expect_equals_file("tests/golden/help/kb.txt", world.run({"kb", "--help"}).output);
  EXPECT_EQ(world.run({"help", "kb"}).output, world.run({"kb", "--help"}).output);
  EXPECT_EQ(world.run({"help", "search"}).output, world.run({"search", "--help"}).output);
  EXPECT_EQ(world.run({"help"}).output, world.run({"--help"}).output);
}

TEST(CommandLinePages, EveryCommandHasHelpAndAPlaceInTheManual) {
  const World world;
  const std::string manual = world.run({"manual"}).output;
  for (const cli::CommandSpec* command : cli::all_commands()) {
    const Outcome help = world.run({"help", std::string(command->name)});
    EXPECT_EQ(help.exit_code, 0) << command->name;
    EXPECT_THAT(help.output, HasSubstr(std::string("usage: grove ") + std::string(command->name)));
    EXPECT_THAT(manual, HasSubstr("\n.SS grove " + replace_all(std::string(command->name), "-", "\\-")));
    for (const cli::OptionSpec& option : command->options) {
      const bool shown = option.shown == cli::OptionSpec::Shown::kYes;
      EXPECT_EQ(help.output.find("--" + std::string(option.name)) != std::string::npos, shown) << option.name;
    }
  }
}

TEST(CommandLinePages, EveryFamilyIsTold) {
  std::vector<std::string> named, used;
  for (const cli::CommandFamily& family : cli::command_families()) named.emplace_back(family.name);
  for (const cli::CommandSpec* command : cli::all_commands()) {
    const auto space = command->name.find(' ');
    if (space != std::string_view::npos) used.emplace_back(command->name.substr(0, space));
  }
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  EXPECT_THAT(named, ::testing::UnorderedElementsAreArray(used));
}

TEST(CommandLinePages, TheVersionIsPrinted) {
  const World world;
  EXPECT_THAT(world.run({"--version"}).output, ::testing::MatchesRegex("grove [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_TRUE(world.run({"--version", "--json"}).json().contains("version"));
}

}  // namespace
}  // namespace grove::e2e
