#include "knowledge/ontology/read_ontology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;

/// An ontology in Turtle, a line `---`, its namespace and its schema card.
class OntologyGolden : public testing::TestWithParam<std::string> {};

TEST_P(OntologyGolden, GivesTheCardOfItsCase) {
  const std::string text = *read_file(GetParam());
  const std::size_t separator = text.rfind("\n---\n");
  ASSERT_NE(separator, text.npos);
  const std::string source = text.substr(0, separator + 1);
  const auto quads = rdf::parse({.text = source});
  ASSERT_TRUE(quads) << describe(quads.error());
  const std::string got = head_of(*quads).name_space + '\n' + schema_card_json(card_of_ontology(*quads, "own"));
  if (std::getenv("UPDATE_EXPECT") != nullptr)
    ASSERT_TRUE(write_file(GetParam(), source + "---\n" + got));
  else
    EXPECT_EQ(got, text.substr(separator + 5));
}

std::vector<std::string> cases() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/knowledge/ontology"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

INSTANTIATE_TEST_SUITE_P(Cases, OntologyGolden, testing::ValuesIn(cases()),
                         [](const auto& one) { return fs::path(one.param).stem().string(); });

}  // namespace
}  // namespace grove::knowledge
