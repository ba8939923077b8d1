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
  /// A call of a file.
  struct Place {
    FileId file = 0;
    CallNumber call = kNoCall;
  };
  /// The call `module.constant("API", "/api")` that says what a name stands for; nothing where none or several do.
  std::optional<Place> constant_of(std::string_view name);
  /// Whether it says so of a name that is hardly one of a variable: it has capital letters.
  bool is_constant_name(std::string_view name);
  /// A binding of a file.
  struct Bound {
    FileId file = 0;
    Index binding = kNone;
  };
  /// What all components have under a name: `Vue.prototype.$api = …`, `app.config.globalProperties.$api = …`; nothing where none or
  /// several say so.
  std::optional<Bound> shared_by_all(std::string_view name);
  /// The file of data that an import means, by the end of its path; nothing where none or several do.
  std::optional<FileId> data_file(std::string_view module) const;
  /// What of a file a name stands for if it is called: the function that is called so, or `service`, as it is written by custom.
  SymbolId function_of(FileId file, std::string_view name) const;
  /// A function that a file adds to what it hands out: `service.list = function () {…}`.
  SymbolId member_of(FileId file, std::string_view name) const;
  /// The name by which the things of a file are handed out; empty where by none or several.
  std::string_view name_of(FileId file);

 private:
  void read();
  void read_file(FileId file);
  void note_shared(FileId file);
  void note_constant(FileId file, CallNumber call);

  Sources& sources_;
  bool is_read_ = false;
  std::map<std::string, std::optional<FileId>, std::less<>> files_;
  std::map<FileId, std::string> names_;
  std::map<std::string, std::optional<Place>, std::less<>> constants_;
  std::map<std::string, std::optional<Bound>, std::less<>> shared_;
};

}  // namespace grove::graph::web
