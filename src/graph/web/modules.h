#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/configuration_store.h"
#include "graph/web/program.h"

namespace grove::graph::web {

/// What a configuration file says of a module, in whatever profile.
struct Setting {
  std::string key;  ///< Canonical.
  std::string value, profile;
  FileId file = 0;
  std::uint32_t line = 0;
  bool is_for_all = false;  ///< A configuration server tells it to all of its clients.
};

/// What a build file names: `spring-boot-starter-web`, `org-x:y:1-0`, `libs-x-y`.
struct Artifact {
  std::string name;
  FileId file = 0;
  std::uint32_t line = 0;
};

/// A folder that is built as one thing.
struct Module {
  std::string folder;  ///< Relative to the repository; empty for its root.
  bool has_configuration = false;
  std::vector<Artifact> artifacts;                             ///< Of its build file.
  std::vector<Setting> settings;                               ///< Files of all profiles; those of a configuration server last.
  std::map<std::string, std::string, std::less<>> properties;  ///< By canonical key, as they hold without further profiles.
};

/// The modules of a repository and what their configuration says. One a thread.
class Modules {
 public:
  explicit Modules(Program& program);

  const Module& of(FileId file) const;
  /// The module whose configuration holds for what stands in another: itself, or the only one there is where it has none.
  const Module& application_of(FileId file) const;
  const std::vector<Module>& all() const { return modules_; }

  /// Whether a module, or one whose folder is around it, is built with a library whose name has that in it.
  bool is_built_with(const Module& module, std::string_view library) const;
  /// The first library of a module's own build file whose name has that in it; null where there is none.
  static const Artifact* artifact(const Module& module, std::string_view library);
  /// The first of some properties that is set, placeholders filled in; empty where none is. Keys as in documentation: `server.port`.
  std::string property(const Module& module, std::initializer_list<std::string_view> keys) const;
  /// What containers tell a module's program: it counts for placeholders where no file says more.
  void add_environment(const Module& module, std::string_view name, std::string_view value);
  /// `${name:default}` filled in by a module's properties.
  std::string filled(const Module& module, std::string_view text) const;

 private:
  struct ConfigurationFile;
  struct Stored {
    std::vector<StoredConfiguration> files;
    std::vector<std::vector<std::string>> names;  // by module
  };
  std::size_t place_of(std::string_view path) const;
  void add_module(std::string_view folder);
  void read_build_file(FileId file, const Facts& facts, Module& module);
  Stored stored_files(const Program& program) const;
  std::vector<ConfigurationFile> own_files(const Program& program, const Stored& stored) const;
  void read_configuration(const Program& program, const Stored& stored);
  void read_stored_configuration(const Program& program, const Stored& stored);
  bool asks_configuration_server(const Module& module) const;
  std::vector<std::string> active_profiles(const Module& module) const;
  static void apply(const ConfigurationFile& file, Module& module, const std::vector<std::string>& profiles);
  static void keep_settings(const ConfigurationFile& file, Module& module);

  const Declarations& declarations_;
  std::vector<Module> modules_;  // ascending by folder
};

/// Spring's relaxed binding: `server.servlet.context-path`, `server.servlet.contextPath` and `SERVER_SERVLET_CONTEXTPATH` are one.
std::string canonical_key(std::string_view key);

}  // namespace grove::graph::web
