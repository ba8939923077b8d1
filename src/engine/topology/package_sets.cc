#include "engine/topology/package_sets.h"

#include <fmt/format.h>

#include "base/file.h"
#include "graph/packages/match.h"
#include "search/path_class.h"
#include "source/git_directory.h"
#include "syntax/config/read_properties.h"

namespace grove::engine {
namespace {

namespace packages = graph::packages;

bool counts(const graph::DeclaredFile& file) {
  if (!packages::is_package_file(file.path)) return false;
  const search::PathClass path = search::classify_path(file.path, file.language);
  return !path.test && !path.example;
}

DependencyEvidence evidence_of(const packages::PackageMatch& match, const Repository& to) {
  const std::string kind(packages::ecosystem_name(match.need.ecosystem));
  DependencyEvidence evidence{.kind = kind,
                              .name = match.need.name,
                              .path = match.need.path,
                              .line = match.need.line,
                              .target_path = match.offer.path,
                              .target_line = match.offer.path.empty() ? 0 : match.offer.line,
                              .reason = ""};
  if (match.need.ecosystem == packages::Ecosystem::kFolder)
    evidence.reason = fmt::format("{} names the folder {}, which is {}", match.need.path, match.need.name, to.name);
  else if (match.need.ecosystem == packages::Ecosystem::kSubmodule)
    evidence.reason = fmt::format("{} is a Git submodule: {} is fetched from there", match.need.name, to.name);
  else if (match.need.ecosystem == packages::Ecosystem::kGit)
    evidence.reason = fmt::format("{} takes a package from {}, where {} is fetched from", match.need.path, match.need.name, to.name);
  else
    evidence.reason = fmt::format("{} needs the {} package {}, which {} of {} publishes", match.need.path, kind, match.need.name,
                                  match.offer.path, to.name);
  return evidence;
}

}  // namespace

Result<std::shared_ptr<const packages::PackageNames>> PackageSets::of(const GraphScope& scope, const CancelToken& cancel) {
  const std::uint64_t generation = scope.graph->generation();
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(scope.repository.id);
    if (found != known_.end() && found->second.generation == generation) return found->second.names;
  }
  packages::PackageReader reader;
  const graph::Declarations& declarations = scope.declarations();
  for (graph::FileId file = 0; file < declarations.file_limit(); ++file) {
    if (!declarations.is_live(file)) continue;
    const graph::DeclaredFile declared = declarations.file(file);
    if (!counts(declared)) continue;
    GROVE_RETURN_IF_ERROR(cancel.check());
    const auto source = texts_.text(scope.repository, declared.path);
    if (!source) continue;  // gone or changed since: the next generation tells
    Facts facts;
    syntax::read_properties((*source)->text, declared.language, facts);
    reader.read({.path = declared.path, .text = (*source)->text, .facts = facts});
  }
  auto names = std::make_shared<const packages::PackageNames>(reader.take());
  const std::lock_guard lock(mutex_);
  known_[scope.repository.id] = {.generation = generation, .names = names};
  return names;
}

void PackageSets::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
}

std::vector<std::string> remote_addresses(const Repository& repository) {
  constexpr std::uint64_t kLargestConfig = std::uint64_t{1} << 20U;
  std::vector<std::string> addresses;
  if (!repository.url.empty()) addresses.push_back(packages::plain_address(repository.url));
  const auto git = source::git_directory_of(repository.root);
  const auto config = git ? read_file(git->common_dir + "/config", kLargestConfig) : Result<std::string>("");
  if (!repository.url.empty() || !config) return addresses;
  Facts facts;
  syntax::read_properties(*config, Language::kIni, facts);
  for (const Property& property : facts.properties)
    if (facts.text(property.key) == "remote.origin.url") addresses.push_back(packages::plain_address(facts.text(property.value)));
  return addresses;
}

Status suggest_by_packages(const std::vector<GraphScope>& scopes, PackageSets& sets, SuggestionBook& book, const CancelToken& cancel) {
  std::vector<std::shared_ptr<const packages::PackageNames>> names;
  std::vector<packages::RepositoryPackages> repositories;
  for (const GraphScope& scope : scopes) {
    GROVE_ASSIGN_OR_RETURN(auto of_scope, sets.of(scope, cancel));
    names.push_back(std::move(of_scope));
    repositories.push_back({.names = *names.back(), .root = scope.repository.root, .addresses = remote_addresses(scope.repository)});
  }
  for (const packages::PackageMatch& match : packages::match_packages(repositories)) {
    const Repository& to = scopes[match.to].repository;
    book.add(scopes[match.from].repository.id, to.id, evidence_of(match, to));
  }
  return {};
}

}  // namespace grove::engine
