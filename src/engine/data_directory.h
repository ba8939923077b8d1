#pragma once

#include <string>
#include <string_view>

namespace grove::engine {

/// Where things lie in the data directory (docs/formats/).
class DataDirectory {
 public:
  explicit DataDirectory(std::string root) : root_(std::move(root)) {}

  const std::string& root() const { return root_; }
  /// All that belongs to one repository: corpus, index, lock, clone.
  std::string repository(std::string_view id) const { return root_ + "/repos/" + std::string(id); }
  std::string repositories() const { return root_ + "/repos"; }
  /// Where that lies while it is being deleted. Whatever has such a name belongs to nobody.
  std::string discarded(std::string_view id) const { return repositories() + "/" + std::string(kDiscarded) + std::string(id); }
  static constexpr std::string_view kDiscarded = ".removed-";
  std::string index(std::string_view id) const { return repository(id) + "/index"; }
  std::string graph(std::string_view id) const { return repository(id) + "/graph"; }
  /// What whoever watches the repository holds: a lock, and the mark of pending changes.
  std::string watch(std::string_view id) const { return repository(id) + "/watch"; }
  std::string clone(std::string_view id) const { return repository(id) + "/clone"; }
  std::string models() const { return root_ + "/models"; }

 private:
  std::string root_;
};

}  // namespace grove::engine
