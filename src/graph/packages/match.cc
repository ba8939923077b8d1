#include "graph/packages/match.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

/// More repositories than that with one name use it as people use `app`.
constexpr std::size_t kMostPublishers = 3;

struct Offer {
  std::size_t repository = 0;
  const PackageName* name = nullptr;  ///< Null for the repository as a whole.
};

class Matcher {
 public:
  explicit Matcher(const std::vector<RepositoryPackages>& repositories) : repositories_(repositories) {
    for (std::size_t i = 0; i < repositories.size(); ++i) {
      for (const PackageName& name : repositories[i].names.published) offer({name.ecosystem, name.name}, {i, &name});
      for (const std::string& address : repositories[i].addresses) offer({Ecosystem::kGit, address}, {i, nullptr});
      offer({Ecosystem::kFolder, repositories[i].root}, {i, nullptr});
      // A clone's remote may be a folder of this machine, which is registered too.
      offer({Ecosystem::kGit, repositories[i].root}, {i, nullptr});
    }
  }

  void match(std::size_t from, std::vector<PackageMatch>& matches) const {
    for (const PackageName& need : repositories_[from].names.needed) {
      const std::vector<Offer>* offers = offers_for(from, need);
      if (offers == nullptr || offers->size() > kMostPublishers) continue;
      const bool is_own = std::ranges::any_of(*offers, [&](const Offer& one) { return one.repository == from; });
      if (is_own) continue;
      for (const Offer& one : *offers)
        matches.push_back({.from = from, .to = one.repository, .need = need, .offer = one.name == nullptr ? PackageName{} : *one.name});
    }
  }

 private:
  using Key = std::pair<Ecosystem, std::string>;

  void offer(Key key, Offer one) {
    std::vector<Offer>& offers = offers_[std::move(key)];
    if (std::ranges::find(offers, one.repository, &Offer::repository) == offers.end()) offers.push_back(one);
  }

  const std::vector<Offer>* find(const Key& key) const {
    const auto found = offers_.find(key);
    return found == offers_.end() ? nullptr : &found->second;
  }

  const std::vector<Offer>* offers_for(std::size_t from, const PackageName& need) const {
    const RepositoryPackages& own = repositories_[from];
    if (need.ecosystem == Ecosystem::kFolder) return find_folder("/" + path_from_root(own.root.substr(1) + "/x", need.name));
    if (need.ecosystem != Ecosystem::kSubmodule) return find({need.ecosystem, need.name});
    if (!need.name.starts_with('.')) return find({Ecosystem::kGit, need.name});
    for (const std::string& address : own.addresses) {
      const bool is_path = address.starts_with('/');
      std::string wanted = path_from_root((is_path ? address.substr(1) : address) + "/x", need.name);
      if (is_path) wanted.insert(0, "/");
      if (const auto* found = find({Ecosystem::kGit, plain_address(wanted)})) return found;
    }
    return nullptr;
  }

  /// The repository that a folder is, or lies in.
  const std::vector<Offer>* find_folder(std::string folder) const {
    for (; folder.size() > 1; folder = std::string(parent_path(folder)))
      if (const auto* found = find({Ecosystem::kFolder, folder})) return found;
    return nullptr;
  }

  const std::vector<RepositoryPackages>& repositories_;
  std::map<Key, std::vector<Offer>> offers_;
};

}  // namespace

std::vector<PackageMatch> match_packages(const std::vector<RepositoryPackages>& repositories) {
  const Matcher matcher(repositories);
  std::vector<PackageMatch> matches;
  for (std::size_t i = 0; i < repositories.size(); ++i) matcher.match(i, matches);
  return matches;
}

}  // namespace grove::graph::packages
