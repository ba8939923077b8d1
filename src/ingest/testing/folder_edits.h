#pragma once

#include <random>
#include <string>
#include <vector>

namespace grove::ingest {

/// Edits a folder at random as people and programs do: creates, edits, deletes, renames and copies files and folders, changes
/// permissions, encodings and ignore rules, exchanges files for links. The same seed gives the same edits.
class FolderEdits {
 public:
  FolderEdits(std::string root, unsigned seed) : root_(std::move(root)), random_(seed) {}

  void apply_one();
  /// What the last edit was, for messages.
  const std::string& last() const { return last_; }
  /// The paths that the last edit concerns, relative to the root.
  const std::vector<std::string>& touched() const { return touched_; }

 private:
  std::string any_path();
  std::string any_text();
  void write(const std::string& path, const std::string& bytes);
  void remove(const std::string& path);
  void rename(const std::string& from, const std::string& to);
  void link(const std::string& path, const std::string& target);
  void create_folder();
  void ignore_something();
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  std::string root_;
  std::mt19937 random_;
  std::string last_;
  std::vector<std::string> touched_;
};

}  // namespace grove::ingest
