#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/text.h"
#include "graph/part/part_file.h"
#include "tests/graph/small_world.h"

namespace grove::graph {
namespace {

namespace fs = std::filesystem;

std::string first_difference(const std::string& left, const std::string& right) {
  if (left == right) return {};
  const std::vector<std::string_view> lefts = split(left, '\n');
  const std::vector<std::string_view> rights = split(right, '\n');
  std::size_t line = 0;
  while (line < std::min(lefts.size(), rights.size()) && lefts[line] == rights[line]) ++line;
  const auto shown = [line](const auto& lines) { return std::string(line < lines.size() ? lines[line] : "(end)"); };
  return "line " + std::to_string(line + 1) + ":\n" + shown(lefts) + "\n" + shown(rights);
}

GraphChanges changes(const SmallWorld& world, const std::vector<std::string>& paths) {
  GraphChanges changes;
  for (const std::string& path : paths) {
    if (world.files.contains(path))
      changes.present.push_back(world.file(path));
    else
      changes.gone.push_back(path);
  }
  return changes;
}

TEST(GraphUpdate, FindsUsesOfASymbolInOtherFiles) {
  SmallWorld world;
  world.files = {{"a.py", "def helper():\n  pass\n"}, {"b.py", "from a import helper\n\ndef run():\n  helper()\n  helper()\n"}};
  ASSERT_TRUE(world.update("g"));
  const auto graph = open_graph(world.directory("g")).value();
  const SymbolId helper = graph->declarations().named("helper").front();
  std::vector<Edge> calls = graph->uses_of(helper);
  std::erase_if(calls, [](const Edge& edge) { return edge.role != Role::kCall; });
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].line, 4U);
  EXPECT_EQ(calls[1].line, 5U);
  EXPECT_EQ(graph->declarations().symbol(calls[0].source).name, "run");
  EXPECT_EQ(graph->call_in_degree(helper), 1U);
}

TEST(GraphUpdate, LeavesUnaffectedFilesAlone) {
  SmallWorld world;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    world.files["f" + n + ".py"] = "def own" + n + "():\n  shared()\n\ndef other" + n + "():\n  own" + n + "()\n";
  }
  world.files["shared.py"] = "def shared():\n  pass\n";
  ASSERT_TRUE(world.update("g"));
  world.files["shared.py"] = "# a comment\ndef shared():\n  pass\n";
  auto report = world.update("g");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->resolved, 1U) << "a comment changes nothing for others";
  world.files["f3.py"] += "\ndef own4():\n  pass\n";
  report = world.update("g");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->declared, 1U);
  EXPECT_EQ(report->resolved, 2U) << "only f4.py asked for that name";
  EXPECT_EQ(world.update("g")->resolved, 0U);
}

TEST(GraphUpdate, AFileOfDamagedFactsCostsItsOwnSymbolsUntilItIsReadAgain) {
  SmallWorld world;
  for (int i = 0; i < 10; ++i) world.files["f" + std::to_string(i) + ".py"] = "def use" + std::to_string(i) + "():\n  shared()\n";
  world.files["shared.py"] = "def shared():\n  pass\n";
  ASSERT_TRUE(world.update("whole"));
  world.damaged = {"shared.py"};
  const auto hurt = world.update("g");
  ASSERT_TRUE(hurt) << describe(hurt.error());
  EXPECT_EQ(hurt->damaged, std::vector<std::string>{"shared.py"});
  EXPECT_EQ(hurt->edges, 0U);
  EXPECT_EQ(world.update("g")->damaged.size(), 1U) << "it is tried again";
  world.damaged.clear();
  const auto mended = world.update("g");
  ASSERT_TRUE(mended);
  EXPECT_TRUE(mended->damaged.empty());
  EXPECT_EQ(world.state("g"), world.state("whole"));
}

TEST(GraphUpdate, AnySequenceOfEditsSaysWhatAFreshGraphSays) {
  SmallWorld world;
  RandomPrograms programs(5);
  std::vector<std::string> touched;
  for (int i = 0; i < 120; ++i) programs.edit(world.files, touched);
  ASSERT_TRUE(world.update("all"));
  ASSERT_TRUE(world.update("named"));
  int rounds_of_several_parts = 0;
  for (int round = 0; round < 120; ++round) {
    touched.clear();
    std::string done;
    for (int edit = 0; edit <= round % 3; ++edit) done += programs.edit(world.files, touched) + "; ";
    ASSERT_TRUE(world.update("all"));
    ASSERT_TRUE(world.update("named", changes(world, touched)));
    rounds_of_several_parts += world.parts("named") > 1 ? 1 : 0;
    fs::remove_all(world.directory("fresh"));
    ASSERT_TRUE(world.update("fresh"));
    ASSERT_EQ(first_difference(world.state("all"), world.state("fresh")), "") << "round " << round << ": " << done;
    ASSERT_EQ(first_difference(world.state("named"), world.state("fresh")), "") << "round " << round << ": " << done;
  }
  EXPECT_GT(rounds_of_several_parts, 40);
}

TEST(GraphUpdate, ADamagedGraphEndsNoUpdate) {
  SmallWorld world;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    world.files["f" + n + ".py"] = "class Own" + n + ":\n  def step(self):\n    other" + n + "()\n\ndef made" + n + "():\n  pass\n";
  }
  world.policy = {.anew_below = 0, .anew_share = 2, .clean_share = 2, .merge_factor = 1};
  ASSERT_TRUE(world.update("g"));
  fs::path part;
  for (const auto& entry : fs::directory_iterator(world.directory("g")))
    if (entry.path().extension() == ".graph") part = entry.path();
  const std::string sound = read_file(part.string(), 1U << 20U).value();
  // f3.py and f4.py have to be resolved again; they stay in the damaged part.
  world.files["f1.py"] += "def other3():\n  pass\ndef other4():\n  pass\n";
  const PartFile sections = PartFile::parse(sound).value();
  for (const Section section : {Section::kSymbols, Section::kFiles}) {
    const std::string_view bytes = sections.at(section);
    for (std::size_t at = 0; at < bytes.size(); at += section == Section::kFiles ? 4 : 1) {
      fs::remove_all(world.directory("d"));
      fs::copy(world.directory("g"), world.directory("d"));
      std::string damaged = sound;
      char& byte = damaged[static_cast<std::size_t>(bytes.data() - sound.data()) + at];
      byte = static_cast<char>(byte ^ 2);
      ASSERT_TRUE(write_file(world.directory("d") + "/" + part.filename().string(), damaged, Durability::kProcess));
      const auto report = world.update("d", changes(world, {"f1.py"}));
      ASSERT_TRUE(report) << "byte " << at << " of section " << static_cast<int>(section) << ": " << describe(report.error());
    }
  }
}

TEST(GraphUpdate, AWrongChecksumIsFoundWhereEverythingIsCompared) {
  SmallWorld world;
  world.policy = {.anew_below = 0, .anew_share = 2, .clean_share = 2, .merge_factor = 1};
  for (int i = 0; i < 12; ++i) world.files["f" + std::to_string(i) + ".py"] = "def own" + std::to_string(i) + "():\n  pass\n";
  ASSERT_TRUE(world.update("g"));
  const std::string sound = world.state("g");
  for (const auto& entry : fs::directory_iterator(world.directory("g"))) {
    if (entry.path().extension() != ".graph") continue;
    std::string bytes = read_file(entry.path().string()).value();
    const std::string_view strings = PartFile::parse(bytes).value().at(Section::kStrings);
    bytes[static_cast<std::size_t>(strings.data() - bytes.data()) + strings.size() - 1] ^= 1;
    ASSERT_TRUE(write_file(entry.path().string(), bytes, Durability::kProcess));
  }
  ASSERT_FALSE(verify_graph(world.directory("g")));
  EXPECT_EQ(world.update("g", GraphChanges{})->resolved, 0U) << "a change of nothing reads nothing";
  EXPECT_EQ(world.update("g")->resolved, 12U);
  EXPECT_TRUE(verify_graph(world.directory("g")));
  EXPECT_EQ(first_difference(world.state("g"), sound), "");
}

/// Fails at the n-th call of any kind, and ever after.
class FailingCalls final : public FileCalls {
 public:
  explicit FailingCalls(int until) : left_(until) {}
  int open(const char* path, int flags, mode_t mode) const override { return fails() ? -1 : FileCalls::open(path, flags, mode); }
  ssize_t write(int fd, const char* bytes, std::size_t size) const override { return fails() ? -1 : FileCalls::write(fd, bytes, size); }
  int sync(int fd) const override { return fails() ? -1 : FileCalls::sync(fd); }
  int rename(const char* from, const char* to) const override { return fails() ? -1 : FileCalls::rename(from, to); }

 private:
  bool fails() const {
    if (left_ > 0) {
      --left_;
      return false;
    }
    errno = ENOSPC;
    return true;
  }
  mutable int left_;
};

TEST(GraphUpdate, AFailureAtAnyWriteLeavesTheLastGeneration) {
  SmallWorld world;
  RandomPrograms programs(9);
  std::vector<std::string> touched;
  for (int i = 0; i < 30; ++i) programs.edit(world.files, touched);
  ASSERT_TRUE(world.update("g"));
  const std::string before = world.state("g");
  const std::uint64_t generation = published_graph_generation(world.directory("g")).value();
  programs.edit(world.files, touched);
  world.files["new.py"] = "def brand_new():\n  pass\n";
  int calls = 0;
  for (;; ++calls) {
    const auto report = world.update("g", {}, FailingCalls(calls));
    if (report) break;
    EXPECT_EQ(report.error().code, ErrorCode::kResourceLimit);
    // Once its manifest is in place the next generation counts, whole, even if the folder can't be synced.
    if (open_graph(world.directory("g")).value()->stats().generation == generation) {
      ASSERT_EQ(first_difference(world.state("g"), before), "") << "after " << calls << " calls";
    }
  }
  EXPECT_GT(calls, 4);
  ASSERT_TRUE(world.update("fresh"));
  EXPECT_EQ(first_difference(world.state("g"), world.state("fresh")), "");
  EXPECT_LE(world.parts("g"), 2U) << "what was replaced and what failed is removed";
}

TEST(GraphUpdate, WhatHas32BitsIsNeverOutgrownSilently) {
  SmallWorld world;
  for (int i = 0; i < 20; ++i)
    world.files["f" + std::to_string(i) + ".py"] = "def own" + std::to_string(i) + "():\n  shared()\ndef shared():\n  pass\n";
  ASSERT_TRUE(world.update("g"));
  std::uint64_t largest = 0;
  for (std::uint64_t most = 1U << 16U; most > 0; most /= 2) {
    world.policy.most = most;
    const auto report = world.update("g" + std::to_string(most));
    if (report) continue;
    EXPECT_EQ(report.error().code, ErrorCode::kResourceLimit);
    EXPECT_NE(report.error().hint.find("index.skip_patterns"), std::string::npos);
    EXPECT_EQ(open_graph(world.directory("g" + std::to_string(most))).error().code, ErrorCode::kNotFound);
    largest = std::max(largest, most);
  }
  EXPECT_GT(largest, 20U) << "edges and declarations count too, not files only";
  // What was published stays, and so does its place for a smaller change.
  const std::string before = world.state("g");
  world.policy.most = 8;
  world.files["g.py"] = "def more():\n  pass\n";
  EXPECT_EQ(world.update("g").error().code, ErrorCode::kResourceLimit);
  EXPECT_EQ(first_difference(world.state("g"), before), "");
}

TEST(GraphUpdate, DamagedBytesNeverReadOutsideAndAreMadeAnew) {
  SmallWorld world;
  RandomPrograms programs(4);
  std::vector<std::string> touched;
  for (int i = 0; i < 20; ++i) programs.edit(world.files, touched);
  ASSERT_TRUE(world.update("g"));
  const std::string whole = world.state("g");
  std::string part;
  for (const auto& entry : fs::directory_iterator(world.directory("g")))
    if (entry.path().extension() == ".graph") part = entry.path();
  const std::string bytes = read_file(part).value();
  std::mt19937 random(1);
  int noticed = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
    ASSERT_TRUE(write_file(part, damaged, Durability::kProcess));
    static_cast<void>(world.state("g"));  // says something, or that it is damaged
    noticed += verify_graph(world.directory("g")) ? 0 : 1;
  }
  EXPECT_GT(noticed, 250);
  ASSERT_TRUE(write_file(part, bytes.substr(0, bytes.size() / 2)));
  EXPECT_EQ(open_graph(world.directory("g")).error().code, ErrorCode::kCorrupt);
  ASSERT_TRUE(world.update("g"));
  EXPECT_EQ(first_difference(world.state("g"), whole), "");
}

}  // namespace
}  // namespace grove::graph
