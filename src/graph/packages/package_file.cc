#include "graph/packages/package_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "graph/packages/formats.h"
#include "graph/packages/gradle.h"

namespace grove::graph::packages {
namespace {

using Reader = void (*)(const PackageFile& file, PackageNames& names);

constexpr std::pair<std::string_view, Reader> kByName[] = {
    {"pom.xml", read_maven},         {"package.json", read_npm},         {"go.mod", read_go_module},
    {"Cargo.toml", read_cargo},      {"pyproject.toml", read_pyproject}, {"setup.cfg", read_setup_cfg},
    {"packages.config", read_nuget}, {".gitmodules", read_submodules},
};

Reader reader_of(std::string_view path) {
  const std::string_view name = base_name(path);
  for (const auto& [known, reader] : kByName)
    if (name == known) return reader;
  const std::string_view end = extension(name);
  if (end == "csproj" || end == "fsproj" || end == "vbproj") return read_nuget;
  if (name.ends_with(".versions.toml")) return read_version_catalog;
  const bool is_requirements = name.starts_with("requirements") || base_name(parent_path(path)) == "requirements";
  return is_requirements && (end == "txt" || end == "in") ? read_requirements : nullptr;
}

constexpr std::string_view kForbidden = " \t\r\n\"'`${}()<>,;|*\\";

}  // namespace

std::string_view ecosystem_name(Ecosystem ecosystem) {
  constexpr std::array<std::string_view, 9> names = {"maven", "npm", "go", "cargo", "python", "nuget", "submodule", "git", "path"};
  return names.at(static_cast<std::size_t>(ecosystem));
}

bool is_package_file(std::string_view path) { return reader_of(path) != nullptr || is_gradle_file(path); }

void PackageReader::read(const PackageFile& file) {
  if (is_gradle_file(file.path)) {
    GradleFile(*this, file).read();
  } else if (const Reader reader = reader_of(file.path)) {
    reader(file, names_);
  }
}

PackageNames PackageReader::take() {
  join_gradle();
  return std::move(names_);
}

void note(std::vector<PackageName>& names, PackageName name) {
  constexpr std::size_t kLongest = 400;
  if (name.name.empty() || name.name.size() > kLongest || name.name.find_first_of(kForbidden) != std::string::npos) return;
  names.push_back(std::move(name));
}

std::string path_from_root(std::string_view file, std::string_view named) {
  std::string wanted = replace_all(std::string(trim(named)), "\\", "/");
  if (wanted.starts_with('/') || (wanted.size() > 1 && wanted[1] == ':')) return "";
  wanted = std::string(parent_path(file)) + "/" + wanted;
  std::vector<std::string> parts;
  for (const std::string_view part : split(wanted, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..")
      parts.pop_back();
    else
      parts.emplace_back(part);
  }
  return join(parts, "/");
}

bool leads_out(std::string_view path_from_root) { return path_from_root == ".." || path_from_root.starts_with("../"); }

void note_folder(const PackageFile& file, std::string_view named, std::uint32_t line, PackageNames& names) {
  std::string path = path_from_root(file.path, named);
  if (leads_out(path))
    names.needed.push_back({.ecosystem = Ecosystem::kFolder, .name = std::move(path), .path = std::string(file.path), .line = line});
}

std::string plain_key(std::string_view key) {
  std::string plain;
  bool inside = false;
  for (const char c : key) {
    if (c == '[') inside = true;
    if (!inside) plain += c;
    if (c == ']') inside = false;
  }
  return plain;
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
  ++number_;
  return true;
}

std::string plain_address(std::string_view address) {
  std::string_view rest = trim(address);
  if (rest.starts_with("git+")) rest.remove_prefix(4);
  const std::size_t scheme = rest.find("://");
  const bool is_file = rest.starts_with("file://");
  if (scheme != std::string_view::npos) rest.remove_prefix(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string plain(rest);
  if (!is_file && !plain.starts_with('/')) {
    const std::size_t user = plain.substr(0, plain.find('/')).find('@');
    if (user != std::string::npos) plain.erase(0, user + 1);
    const std::size_t slash = plain.find('/');
    // `host:org/repo` as ssh has it, `host:8443/org/repo` with a port.
    if (const std::size_t colon = plain.find(':'); colon != std::string::npos && (slash == std::string::npos || colon < slash)) {
      const bool is_port = scheme != std::string_view::npos;
      if (is_port)
        plain.erase(colon, (slash == std::string::npos ? plain.size() : slash) - colon);
      else
        plain[colon] = '/';
    }
    plain = to_lower_ascii(plain);
  }
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  if (plain.ends_with(".git")) plain.resize(plain.size() - 4);
  return plain;
}

}  // namespace grove::graph::packages
