#include <array>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

/// PEP 503: runs of `-`, `_` and `.` are one `-`, and case does not matter.
std::string plain_distribution(std::string_view name) {
  std::string plain;
  for (const char c : to_lower_ascii(name)) {
    const bool is_joint = c == '-' || c == '_' || c == '.';
    if (!is_joint)
      plain += c;
    else if (!plain.ends_with('-'))
      plain += '-';
  }
  return plain;
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/// A requirement as PEP 508 and pip write it: `name[extra]>=1; marker`, `name @ git+https://…`, `git+https://…#egg=name`, `../folder`.
void read_requirement(const PackageFile& file, std::string_view text, std::uint32_t line, PackageNames& names) {
  const auto need = [&](Ecosystem ecosystem, std::string name) {
    note(names.needed, {.ecosystem = ecosystem, .name = std::move(name), .path = std::string(file.path), .line = line});
  };
  text = trim(text);
  if (const std::size_t address = text.find("git+"); address != std::string_view::npos) {
    std::string_view rest = text.substr(address);
    const std::size_t egg = rest.find("#egg=");
    if (egg != std::string_view::npos)
      need(Ecosystem::kPython, plain_distribution(rest.substr(egg + 5, rest.find_first_of("[&", egg + 5) - egg - 5)));
    rest = rest.substr(0, rest.find_first_of("# ;"));
    // `@branch` stands behind the path; `git@host` before it.
    const std::size_t at = rest.rfind('@');
    if (at != std::string_view::npos && at > rest.find('/', rest.find("://") + 3)) rest = rest.substr(0, at);
    need(Ecosystem::kGit, plain_address(rest));
    if (address == 0) return;
  }
  if (text.starts_with('.') || text.starts_with("file:.")) {
    note_folder(file, text.substr(text.starts_with("file:") ? 5 : 0, text.find_first_of("[;")), line, names);
    return;
  }
  std::size_t end = 0;
  while (end < text.size() && is_name_letter(text[end])) ++end;
  const std::string_view behind = trim(text.substr(end));
  // `name = x` is a setting, and a sentence goes on with a word.
  const bool is_one = behind.empty() || behind.starts_with("==") || std::string_view("[<>!~;@,(").contains(behind.front());
  if (is_one && end > 0) need(Ecosystem::kPython, plain_distribution(text.substr(0, end)));
}

/// Whether a key of `pyproject.toml` holds a requirement in its value.
bool lists_requirements(std::string_view key) {
  return key == "project.dependencies" || key.starts_with("project.optional-dependencies.") || key.starts_with("dependency-groups.") ||
         key == "build-system.requires";
}

/// What follows Poetry's or uv's table of dependencies in a key: `requests`, `requests.git`; empty where it is of none.
std::string_view in_table(std::string_view key) {
  constexpr std::array<std::string_view, 3> tables = {"tool.poetry.dependencies.", "tool.poetry.dev-dependencies.", "tool.uv.sources."};
  for (const std::string_view table : tables)
    if (key.starts_with(table)) return key.substr(table.size());
  constexpr std::string_view group = "tool.poetry.group.";
  constexpr std::string_view dependencies = ".dependencies.";
  const std::size_t at = key.starts_with(group) ? key.find(dependencies, group.size()) : std::string_view::npos;
  return at == std::string_view::npos ? std::string_view() : key.substr(at + dependencies.size());
}

void read_table_entry(const PackageFile& file, std::string_view rest, const Property& property, PackageNames& names) {
  const std::string_view name = rest.substr(0, rest.find('.'));
  const std::string_view field = rest.size() == name.size() ? std::string_view() : rest.substr(name.size() + 1);
  const std::string_view value = file.facts.text(property.value);
  const auto need = [&](Ecosystem ecosystem, std::string needed) {
    note(names.needed, {.ecosystem = ecosystem, .name = std::move(needed), .path = std::string(file.path), .line = property.line});
  };
  if (field == "git") need(Ecosystem::kGit, plain_address(value));
  if (field == "path") note_folder(file, value, property.line, names);
  const bool is_first = field.empty() || field == "version" || field == "git" || field == "path";
  if (is_first && name != "python") need(Ecosystem::kPython, plain_distribution(name));
}

}  // namespace

void read_pyproject(const PackageFile& file, PackageNames& names) {
  for (const Property& property : file.facts.properties) {
    const std::string key = plain_key(file.facts.text(property.key));
    const std::string_view value = file.facts.text(property.value);
    if (key == "project.name" || key == "tool.poetry.name")
      note(names.published, {.ecosystem = Ecosystem::kPython,
                             .name = plain_distribution(trim(value)),
                             .path = std::string(file.path),
                             .line = property.line});
    if (lists_requirements(key)) read_requirement(file, value, property.line, names);
    if (const std::string_view rest = in_table(key); !rest.empty()) read_table_entry(file, rest, property, names);
  }
}

void read_requirements(const PackageFile& file, PackageNames& names) {
  for (Lines lines(file.text); lines.next();) {
    std::string_view line = trim(lines.line());
    if (line.starts_with('#')) continue;
    line = trim(line.substr(0, line.find(" #")));
    for (const std::string_view option : {"-e ", "--editable ", "--editable="})
      if (line.starts_with(option)) line = trim(line.substr(option.size()));
    if (!line.empty() && !line.starts_with('-')) read_requirement(file, line, lines.number(), names);
  }
}

void read_setup_cfg(const PackageFile& file, PackageNames& names) {
  std::string section;
  bool lists = false;  // the open key's value is a list of requirements
  for (Lines lines(file.text); lines.next();) {
    const std::string_view line = trim(lines.line());
    if (line.empty() || line.starts_with('#') || line.starts_with(';')) continue;
    if (lines.line().front() == ' ' || lines.line().front() == '\t') {
      if (lists) read_requirement(file, line, lines.number(), names);
      continue;
    }
    lists = false;
    if (line.front() == '[') {
      section = line.substr(1, line.find(']') - 1);
      continue;
    }
    const std::size_t sign = line.find_first_of("=:");
    if (sign == std::string_view::npos) continue;
    const std::string_view key = trim(line.substr(0, sign));
    const std::string_view value = trim(line.substr(sign + 1));
    if (section == "metadata" && key == "name")
      note(names.published,
           {.ecosystem = Ecosystem::kPython, .name = plain_distribution(value), .path = std::string(file.path), .line = lines.number()});
    lists = section == "options.extras_require" ||
            (section == "options" && (key == "install_requires" || key == "setup_requires" || key == "tests_require"));
    if (lists && !value.empty())
      for (const std::string_view one : split(value, ';')) read_requirement(file, one, lines.number(), names);
  }
}

}  // namespace grove::graph::packages
