#include "graph/packages/gradle.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

/// How configurations of dependencies end: `testRuntimeOnly`.
constexpr std::string_view kConfigurations[] = {"implementation", "api",       "compile", "runtime",  "only",
                                                "classpath",      "processor", "kapt",    "provided", "platform"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

/// The text between the first quotes from `at` on.
std::optional<std::string_view> quoted(std::string_view line, std::size_t at = 0) {
  const std::size_t begin = line.find_first_of("'\"", at);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = line.find(line[begin], begin + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(begin + 1, end - begin - 1);
}

/// The value of `key = "x"`, `key "x"` or, in a properties file, `key=x`; nothing where the line is of something else.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
  if (!line.starts_with(key) || line.size() == key.size() || is_letter(line[key.size()])) return std::nullopt;
  const std::string_view rest = trim(line.substr(key.size()));
  if (rest.starts_with('\'') || rest.starts_with('"')) return quoted(rest);
  if (!rest.starts_with('=')) return std::nullopt;
  const std::string_view value = trim(rest.substr(1));
  return value.starts_with('\'') || value.starts_with('"') ? quoted(value) : std::optional(value);
}

/// `group: "a"`, `group = "a"` among the arguments of a call.
std::optional<std::string_view> argument(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trim(line.substr(at + name.size()));
  if (!rest.starts_with(':') && !rest.starts_with('=')) return std::nullopt;
  return quoted(rest);
}

}  // namespace

bool is_gradle_file(std::string_view path) {
  std::string_view name = base_name(path);
  if (name.ends_with(".kts")) name.remove_suffix(4);
  return name == "build.gradle" || name == "settings.gradle" || name == "gradle.properties";
}

PackageReader::GradleProject& GradleFile::project() {
  const std::string_view folder = parent_path(file_.path);
  const auto known = std::ranges::find(reader_.gradle_, folder, &PackageReader::GradleProject::folder);
  if (known != reader_.gradle_.end()) return *known;
  reader_.gradle_.push_back(
      {.folder = std::string(folder), .group = "", .name = std::string(base_name(folder)), .path = std::string(file_.path)});
  return reader_.gradle_.back();
}

void GradleFile::read() {
  const bool is_build = base_name(file_.path).starts_with("build.");
  if (is_build) project().path = file_.path;
  for (Lines lines(file_.text); lines.next();) {
    const std::string_view line = trim(lines.line());
    if (!line.starts_with("//") && !line.starts_with('#')) read_line(line, lines.number());
  }
}

void GradleFile::read_line(std::string_view line, std::uint32_t number) {
  if (const auto group = value_of(line, "group")) {
    project().group = *group;
    project().line = number;
  } else if (const auto name = value_of(line, "rootProject.name")) {
    project().name = *name;
    if (!base_name(project().path).starts_with("build.")) project().line = number;
  } else if (line.starts_with("includeBuild")) {
    if (const auto folder = quoted(line)) note_folder(file_, *folder, number, reader_.names_);
  } else {
    read_dependency(line, number);
  }
}

void GradleFile::read_dependency(std::string_view line, std::uint32_t number) {
  std::size_t end = 0;
  while (end < line.size() && is_letter(line[end])) ++end;
  const std::string word = to_lower_ascii(line.substr(0, end));
  if (std::ranges::none_of(kConfigurations, [&](std::string_view known) { return word.ends_with(known); })) return;
  std::string coordinates;
  const auto group = argument(line, "group");
  const auto name = argument(line, "name");
  if (group && name) {
    coordinates = std::string(*group) + ":" + std::string(*name);
  } else if (const auto text = quoted(line, end)) {
    const std::size_t first = text->find(':');
    if (first == std::string_view::npos || first == 0) return;
    coordinates = text->substr(0, text->find(':', first + 1));
  }
  note(reader_.names_.needed, {.ecosystem = Ecosystem::kMaven, .name = coordinates, .path = std::string(file_.path), .line = number});
}

void PackageReader::join_gradle() {
  const auto root = std::ranges::find(gradle_, std::string(), &GradleProject::folder);
  const std::string group = root == gradle_.end() ? "" : root->group;
  for (const GradleProject& project : gradle_) {
    const std::string& own = project.group.empty() ? group : project.group;
    if (own.empty() || project.name.empty()) continue;
    note(names_.published, {.ecosystem = Ecosystem::kMaven, .name = own + ":" + project.name, .path = project.path, .line = project.line});
  }
  gradle_.clear();
}

}  // namespace grove::graph::packages
