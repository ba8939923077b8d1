// What repositories publish and need, as golden cases: `== repository/path`; a file `.address` holds the address of a remote.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>

#include "base/text.h"
#include "graph/packages/match.h"
#include "syntax/config/read_properties.h"
#include "syntax/parser.h"
#include "tests/graph/golden_case.h"

namespace grove::graph::packages {
namespace {

namespace fs = std::filesystem;

void read_into(PackageReader& reader, const std::string& path, const std::string& text) {
  Facts facts;
  syntax::read_properties(text, syntax::detect_language(path, text), facts);
  reader.read({.path = path, .text = text, .facts = facts});
}

struct World {
  std::map<std::string, PackageReader> readers;
  std::map<std::string, std::vector<std::string>> addresses;
};

World read_world(const Texts& files) {
  World world;
  for (const auto& [path, text] : files) {
    const std::string repository = path.substr(0, path.find('/'));
    const std::string inside = path.substr(repository.size() + 1);
    PackageReader& reader = world.readers[repository];
    if (inside == ".address")
      world.addresses[repository].push_back(plain_address(text));
    else
      read_into(reader, inside, text);
  }
  return world;
}

std::string place(const PackageName& name) { return fmt::format("{}:{}", name.path, name.line); }

std::string told(const Texts& files) {
  World world = read_world(files);
  std::vector<std::string> order;
  std::vector<PackageNames> names;
  for (auto& [repository, reader] : world.readers) {
    order.push_back(repository);
    names.push_back(reader.take());
  }
  std::string out;
  std::vector<RepositoryPackages> repositories;
  for (std::size_t i = 0; i < order.size(); ++i) {
    repositories.push_back({.names = names[i], .root = "/src/" + order[i], .addresses = world.addresses[order[i]]});
    for (const PackageName& one : names[i].published)
      out += fmt::format("{} publishes {} {} {}\n", order[i], ecosystem_name(one.ecosystem), one.name, place(one));
    for (const PackageName& one : names[i].needed)
      out += fmt::format("{} needs {} {} {}\n", order[i], ecosystem_name(one.ecosystem), one.name, place(one));
  }
  for (const PackageMatch& one : match_packages(repositories))
    out += fmt::format("{} → {} {} {}{}\n", order[one.from], order[one.to], one.need.name, place(one.need),
                       one.offer.path.empty() ? "" : " → " + place(one.offer));
  return out;
}

std::vector<std::string> case_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/packages"))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

class PackagesGolden : public testing::TestWithParam<std::string> {};

TEST_P(PackagesGolden, AreWhatTheCaseSays) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const std::string actual = told(golden.files);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << file;
}

INSTANTIATE_TEST_SUITE_P(Cases, PackagesGolden, testing::ValuesIn(case_paths()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

TEST(Packages, AddressesOfOneRepositoryAreOne) {
  for (const char* address : {"https://host.example/acme/log", "https://host.example/acme/log.git", "https://me@Host.example/acme/log/",
                              "git@host.example:acme/log.git", "ssh://git@host.example:2222/acme/log.git",
                              "git+https://host.example/acme/log.git#v1", "host.example/acme/log"})
    EXPECT_EQ(plain_address(address), "host.example/acme/log") << address;
  EXPECT_EQ(plain_address("file:///src/Log.git/"), "/src/Log");
  EXPECT_EQ(plain_address("/src/Log"), "/src/Log");
}

TEST(Packages, AnyTextIsReadWithoutHarm) {
  std::mt19937 random(7);
  constexpr std::string_view alphabet = "[]{}()<>=:;,.@#'\"/\\ \n\tabgroupnmeqisd";
  for (const char* path : {"pom.xml", "package.json", "go.mod", "Cargo.toml", "pyproject.toml", "setup.cfg", "requirements.txt", "a.csproj",
                           "packages.config", ".gitmodules", "build.gradle", "settings.gradle.kts", "gradle/libs.versions.toml"}) {
    ASSERT_TRUE(is_package_file(path)) << path;
    for (int round = 0; round < 200; ++round) {
      std::string text;
      for (int i = 0; i < 200; ++i) text += alphabet[random() % alphabet.size()];
      PackageReader reader;
      read_into(reader, path, text);
      for (const PackageName& name : reader.take().needed) EXPECT_LT(name.name.size(), 401U);
    }
  }
}

}  // namespace
}  // namespace grove::graph::packages
