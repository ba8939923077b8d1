#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "graph/web/code/sources.h"

namespace grove::graph::web {

/// What AngularJS hands to functions by the names of their parameters: `module.factory("users", ["$http", function ($http) {…}])`. The
/// files that say so are read when the first name is asked for. One a thread.
class InjectedNames {
 public:
  explicit InjectedNames(Sources& sources) : sources_(sources) {}

  /// The file that says what a name stands for; nothing where none or several do.
  std::optional<FileId> file_of(std::string_view name);
  /// What of a file a name stands for if it is called: the function that is called so, or `service`, as it is written by custom.
  SymbolId function_of(FileId file, std::string_view name) const;
  /// A function that a file adds to what it hands out: `service.list = function () {…}`.
  SymbolId member_of(FileId file, std::string_view name) const;
  /// The name by which the things of a file are handed out; empty where by none or several.
  std::string_view name_of(FileId file);

 private:
  void read();
  void read_file(FileId file);

  Sources& sources_;
  bool is_read_ = false;
  std::map<std::string, std::optional<FileId>, std::less<>> files_;
  std::map<FileId, std::string> names_;
};

}  // namespace grove::graph::web
