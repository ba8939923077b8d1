#include <algorithm>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

constexpr std::string_view kDependencies[] = {"dependencies.", "devDependencies.", "peerDependencies.", "optionalDependencies."};

/// The address of what is taken from Git: an address, or `user/repo` and its like for the usual hosts. Empty for anything else.
std::string git_address(std::string_view version) {
  constexpr std::pair<std::string_view, std::string_view> hosts[] = {
      {"github:", "github.com/"}, {"gitlab:", "gitlab.com/"}, {"bitbucket:", "bitbucket.org/"}};
  for (const auto& [prefix, host] : hosts)
    if (version.starts_with(prefix)) return plain_address(std::string(host) + std::string(version.substr(prefix.size())));
  const bool is_git = version.starts_with("git+") || version.starts_with("git:") || version.starts_with("git@") ||
                      (version.contains("://") && version.substr(0, version.find('#')).ends_with(".git"));
  if (is_git) return plain_address(version);
  const bool is_short = std::ranges::count(version.substr(0, version.find('#')), '/') == 1 && !version.contains(':') &&
                        !version.starts_with('.') && !version.starts_with('@') && !version.contains(' ');
  return is_short ? plain_address("github.com/" + std::string(version)) : "";
}

void read_dependency(const PackageFile& file, std::string_view name, const Property& property, PackageNames& names) {
  std::string_view version = trim(file.facts.text(property.value));
  for (const std::string_view protocol : {"file:", "link:", "portal:"})
    if (version.starts_with(protocol)) note_folder(file, version.substr(protocol.size()), property.line, names);
  if (std::string address = git_address(version); !address.empty())
    note(names.needed, {.ecosystem = Ecosystem::kGit, .name = std::move(address), .path = std::string(file.path), .line = property.line});
  if (version.starts_with("npm:")) {  // an alias: `npm:name@^1`
    version.remove_prefix(4);
    name = version.substr(0, version.find('@', 1));
  }
  note(names.needed, {.ecosystem = Ecosystem::kNpm, .name = std::string(name), .path = std::string(file.path), .line = property.line});
}

}  // namespace

void read_npm(const PackageFile& file, PackageNames& names) {
  for (const Property& property : file.facts.properties) {
    const std::string_view key = file.facts.text(property.key);
    if (key == "name")
      note(names.published, {.ecosystem = Ecosystem::kNpm,
                             .name = std::string(trim(file.facts.text(property.value))),
                             .path = std::string(file.path),
                             .line = property.line});
    for (const std::string_view section : kDependencies)
      if (key.starts_with(section)) read_dependency(file, key.substr(section.size()), property, names);
  }
}

}  // namespace grove::graph::packages
