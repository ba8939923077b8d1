#include "tests/graph/small_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "base/check.h"
#include "graph/testing/describe_graph.h"

namespace grove::graph {

SmallWorld::SmallWorld() {
  std::string pattern = (std::filesystem::temp_directory_path() / "grove-graph-XXXXXX").string();
  GROVE_CHECK(mkdtemp(pattern.data()) != nullptr);
  directory_ = pattern;
}

SmallWorld::~SmallWorld() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

const FileCalls& SmallWorld::unsynced_calls() {
  class Unsynced final : public FileCalls {
    int sync(int) const override { return 0; }
  };
  static const Unsynced calls;
  return calls;
}

std::size_t SmallWorld::parts(const std::string& name) const {
  const auto files = std::filesystem::directory_iterator(directory(name));
  return static_cast<std::size_t>(
      std::count_if(begin(files), end(files), [](const auto& one) { return one.path().extension() == ".graph"; }));
}

GraphFile SmallWorld::file(const std::string& path) const {
  const std::string& text = files.at(path);
  return {.path = path, .hash = sha256(text), .language = syntax::detect_language(path, text), .facts_version = 1};
}

Result<GraphReport> SmallWorld::update(const std::string& name, std::optional<GraphChanges> only, const FileCalls& calls) {
  GraphSource source;
  source.files = [this]() -> Result<std::vector<GraphFile>> {
    std::vector<GraphFile> all;
    for (const auto& [path, text] : files) all.push_back(file(path));
    return all;
  };
  std::mutex mutex;
  source.facts = [&, this](const GraphFile& wanted) -> Result<Facts> {
    const std::lock_guard lock(mutex);
    if (damaged.contains(wanted.path)) return fail(ErrorCode::kCorrupt, "facts blob is damaged");
    if (!files.contains(wanted.path)) return fail(ErrorCode::kNotFound, "there are no such facts");  // only damaged bytes name it
    const std::string& text = files.at(wanted.path);
    auto& parsed = parsed_[{wanted.path, text}];
    if (!parsed)
      parsed = std::make_shared<const Facts>(
          parser_->parse({.path = wanted.path, .language = wanted.language, .text = text, .limits = {}, .cancel = {}}));
    return *parsed;
  };
  source.only = std::move(only);
  const std::string folder = directory(name);
  GraphUpdate update{.directory = folder, .source = source, .threads = 2, .calls = calls};
  update.policy = policy;
  return update_graph(update, CancelToken());
}

std::string SmallWorld::state(const std::string& name) const {
  const auto graph = open_graph(directory(name));
  return graph ? describe_graph(**graph) : describe(graph.error());
}

std::string RandomPrograms::name() {
  static constexpr const char* kNames[] = {"Cart",   "Item", "total", "price", "add",  "Shop",
                                           "render", "load", "save",  "User",  "find", "main"};
  return below(3) == 0 ? kNames[below(12)] : fmt::format("{}{}", kNames[below(12)], below(30));
}

std::string RandomPrograms::path() {
  static constexpr const char* kFolders[] = {"", "src/", "src/shop/", "lib/"};
  static constexpr const char* kExtensions[] = {"java", "py", "ts", "go", "c", "rs"};
  return fmt::format("{}{}{}.{}", kFolders[below(4)], name(), below(3), kExtensions[below(6)]);
}

std::string RandomPrograms::program(const std::string& extension) {
  std::string text;
  for (unsigned part = 1 + below(3); part > 0; --part) {
    const std::string type = name(), base = name(), function = name(), callee = name(), other = name();
    if (extension == "java")
      text += fmt::format(
          "package shop;\nimport shop.{};\nclass {} extends {} {{\n  {} field;\n  int {}({} a) {{ return {}(a) + field.{}(); }}\n}}\n",
          base, type, base, other, function, base, callee, other);
    else if (extension == "py")
      text += fmt::format(
          "from src import {}\nclass {}({}):\n    def {}(self, x=1):\n        return {}(x) + self.{}()\n\ndef {}():\n    {}()\n"
          "\ndef use(it, f):\n    it.{}()\n    f()\n    return {}\n\nuse(0, {})()\nknown = [{}, {}]\nknown[1]()\n",
          base, type, base, function, callee, other, other, function, callee, other, base, callee, type);
    else if (extension == "ts")
      text += fmt::format("import {{ {} }} from './{}';\nexport class {} extends {} {{\n  {}(a: {}): number {{ return {}(a); }}\n}}\n",
                          base, other, type, base, function, other, callee);
    else if (extension == "go")
      text += fmt::format("package shop\n\ntype {} struct {{\n\t{}\n}}\n\nfunc (c *{}) {}() int {{\n\treturn {}()\n}}\n", type, base, type,
                          function, callee);
    else if (extension == "c")
      text += fmt::format("#include \"{}.h\"\nstruct {} {{ int {}; }};\nint {}(struct {} *x)\n{{\n\treturn {}(x);\n}}\n", base, type, other,
                          function, base, callee);
    else
      text += fmt::format("use crate::{};\nstruct {} {{ a: {} }}\nimpl {} for {} {{\n  fn {}(&self) {{ {}(); }}\n}}\n", base, type, other,
                          base, type, function, callee);
  }
  return text;
}

std::string RandomPrograms::edit(std::map<std::string, std::string>& files, std::vector<std::string>& touched) {
  const auto any = [&] { return std::next(files.begin(), below(static_cast<unsigned>(files.size())))->first; };
  if (below(10) == 0) {  // where a unit of building begins
    static constexpr const char* kBuildFiles[] = {"src/setup.py", "src/shop/package.json", "lib/pom.xml"};
    const std::string at = kBuildFiles[below(3)];
    touched.push_back(at);
    if (files.erase(at) == 0) files[at] = "\n";
    return "wrote or removed " + at;
  }
  const unsigned what = files.size() < 8 ? 0 : below(6);
  if (what <= 1) {
    const std::string at = path();
    files[at] = program(at.substr(at.rfind('.') + 1));
    touched.push_back(at);
    return "wrote " + at;
  }
  const std::string at = any();
  touched.push_back(at);
  if (what == 2) {
    files.erase(at);
    return "removed " + at;
  }
  if (what == 3) {
    const std::string to = path().substr(0, 4) + at.substr(at.rfind('/') + 1);
    touched.push_back(to);
    const std::string text = files[at];
    files.erase(at);
    files[to] = text;
    return "moved " + at + " to " + to;
  }
  std::string& text = files[at];
  if (what == 4) {
    text.insert(0, "\n\n");
    return "moved all of " + at + " down";
  }
  const std::string from = name(), to = name();
  if (const std::size_t found = text.find(from, below(static_cast<unsigned>(text.size()))); found != std::string::npos)
    text.replace(found, from.size(), to);
  return fmt::format("put {} for {} in {}", to, from, at);
}

}  // namespace grove::graph
