#include "graph/resolve/modules.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "graph/resolver.h"

namespace grove::graph {
namespace {

/// The first elements of the paths of Go's standard library (go1.26, `go list std`), `C` for cgo among them. A module of one's own may be
/// called anything else, with or without a dot: `go-admin/app/models`.
constexpr auto kGoFirstElements = std::to_array<std::string_view>(
    {"C",       "archive",  "bufio",    "builtin", "bytes",  "cmp",    "compress", "container", "context", "crypto", "database",
     "debug",   "embed",    "encoding", "errors",  "expvar", "flag",   "fmt",      "go",        "hash",    "html",   "image",
     "index",   "internal", "io",       "iter",    "log",    "maps",   "math",     "mime",      "net",     "os",     "path",
     "plugin",  "reflect",  "regexp",   "runtime", "slices", "sort",   "strconv",  "strings",   "structs", "sync",   "syscall",
     "testing", "text",     "time",     "unicode", "unique", "unsafe", "vendor",   "weak"});

bool is_of_go_itself(std::string_view module) {
  return std::ranges::find(kGoFirstElements, module.substr(0, module.find('/'))) != kGoFirstElements.end();
}

/// `a/b` and `../c/d` give `a/c/d`; nothing where it leads out of the repository.
std::optional<std::string> join_path(std::string_view folder, std::string_view relative) {
  std::vector<std::string_view> parts;
  if (!folder.empty()) parts = split(folder, '/');
  for (const std::string_view part : split(relative, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
      continue;
    }
    if (parts.empty()) return std::nullopt;
    parts.pop_back();
  }
  std::string path;
  for (const std::string_view part : parts) path += (path.empty() ? "" : "/") + std::string(part);
  return path;
}

class ModuleFinder {
 public:
  ModuleFinder(Names& names, FileId from) : names_(names), path_(names.file(from).path), folder_(parent_path(path_)) {}

  std::vector<FileId> script(std::string_view module) {
    if (const auto query = module.find('?'); query != std::string_view::npos) module = module.substr(0, query);
    if (module.starts_with("/@/")) module.remove_prefix(1);
    if (module.starts_with(".") || module.starts_with("/")) {
      const auto path = join_path(module.starts_with("/") ? std::string_view() : folder_, module);
      if (!path) return {};
      return first_of_script(*path);
    }
    // Aliases of a source root: `@/a`, `~/a`, `src/a`.
    for (const std::string_view alias : {"@/", "~/", "$lib/", "src/", "app/"}) {
      if (!module.starts_with(alias)) continue;
      for (std::string_view root = folder_;; root = parent_path(root)) {
        const std::string inside = std::string(root) + (root.empty() ? "" : "/");
        const std::string rest(alias == "src/" || alias == "app/" ? module : module.substr(alias.size()));
        for (const std::string& tried : {inside + rest, inside + "src/" + rest, inside + "src/lib/" + rest})
          if (std::vector<FileId> files = first_of_script(tried); !files.empty()) return files;
        if (root.empty()) break;
      }
      return {};
    }
    return package_of_workspace(module);
  }

  std::vector<FileId> python(std::string_view module) {
    std::size_t dots = 0;
    while (dots < module.size() && module[dots] == '.') ++dots;
    std::string rest = replace_all(std::string(module.substr(dots)), ".", "/");
    if (dots > 0) {
      std::string_view base = folder_;
      for (std::size_t up = 1; up < dots; ++up) base = parent_path(base);
      const std::string path = std::string(base) + (base.empty() || rest.empty() ? "" : "/") + rest;
      return first_of({path + ".py", path + "/__init__.py", path + ".pyi"});
    }
    if (rest.empty()) return {};
    // A source root is any folder around the importing file, one that is no package itself rather than one that is.
    if (std::vector<FileId> files = python_below_roots(rest, Roots::kPlain); !files.empty()) return files;
    if (std::vector<FileId> files = python_below_roots(rest, Roots::kPackages); !files.empty()) return files;
    if (rest.find('/') == std::string::npos) return {};
    return python_root_elsewhere(rest);
  }

  enum class Roots { kPlain, kPackages };

  std::vector<FileId> python_below_roots(const std::string& rest, Roots roots) {
    for (std::string_view root = folder_;; root = parent_path(root)) {
      const std::string inside = std::string(root) + (root.empty() ? "" : "/");
      const bool package = !root.empty() && exists(inside + "__init__.py");
      if (package == (roots == Roots::kPackages))
        for (const std::string& source : {std::string(), std::string("src/"), std::string("lib/")})
          if (std::vector<FileId> files = first_of({inside + source + rest + ".py", inside + source + rest + "/__init__.py"});
              !files.empty())
            return files;
      if (root.empty()) return {};
    }
  }

  std::vector<FileId> go(std::string_view module) {
    const std::string_view package = last_segment(module);
    std::vector<FileId> best;
    std::size_t best_size = 0;
    const bool standard = is_of_go_itself(module);
    names_.note(consulted_name(package));
    for (const std::string_view clause : {package, package_of_version(module)}) {
      if (clause.empty()) continue;
      for (const FileId file : names_.declarations().files_of_module(clause)) {
        if (names_.file(file).language != Language::kGo) continue;
        const std::string_view folder = parent_path(names_.file(file).path);
        const bool whole = folder == module;
        const bool tail =
            !standard && (folder.empty() ? true : module.ends_with(folder) && module[module.size() - folder.size() - 1] == '/');
        if (!whole && !tail) continue;
        if (folder.size() + 1 < best_size) continue;
        if (folder.size() + 1 > best_size) best.clear();
        best_size = folder.size() + 1;
        best.push_back(file);
      }
    }
    return best;
  }

  std::vector<FileId> rust(std::string_view module) {
    std::vector<std::string_view> parts;
    for (std::string_view rest = module; !rest.empty();) {
      const auto at = rest.find("::");
      parts.push_back(rest.substr(0, at));
      rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 2);
    }
    if (parts.empty()) return {};
    std::string base = rust_folder();  // where the children of this module lie
    std::size_t next = 0;
    if (parts[0] == "crate") {
      base = crate_root();
      next = 1;
    } else if (parts[0] == "self") {
      next = 1;
    } else if (parts[0] == "super") {
      for (; next < parts.size() && parts[next] == "super"; ++next) base = parent_path(base);
    } else if (std::vector<FileId> other = other_crate(parts[0]); !other.empty()) {
      base = parent_path(names_.file(other.front()).path);
      next = 1;
      if (next == parts.size()) return other;
    }
    if (next == parts.size()) return module_file(base);
    std::string path = base;
    for (; next < parts.size(); ++next) path += (path.empty() ? "" : "/") + std::string(parts[next]);
    return first_of({path + ".rs", path + "/mod.rs"});
  }

  std::vector<FileId> dart(std::string_view module) {
    if (module.starts_with("package:")) {
      const auto slash = module.find('/');
      if (slash == std::string_view::npos) return {};
      const std::string tail = "lib/" + std::string(module.substr(slash + 1));
      return with_tail(tail);
    }
    if (module.find(':') != std::string_view::npos) return {};
    const auto path = join_path(folder_, module);
    return path ? first_of({*path}) : std::vector<FileId>();
  }

 private:
  std::optional<FileId> find(const std::string& path) {
    names_.note(consulted_file(path));
    return names_.declarations().find_file(path);
  }
  bool exists(const std::string& path) { return find(path).has_value(); }

  std::vector<FileId> first_of(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      if (const auto file = find(path)) return {*file};
    return {};
  }

  std::vector<FileId> first_of_script(const std::string& path) {
    if (const auto exact = find(path)) return {*exact};
    static constexpr std::array<std::string_view, 11> extensions = {".ts",  ".tsx", ".js",  ".jsx",    ".mjs", ".cjs",
                                                                    ".mts", ".cts", ".vue", ".svelte", ".d.ts"};
    std::string stem = path;
    for (const std::string_view extension : {".js", ".jsx", ".mjs", ".cjs"})  // TypeScript is imported by the name of its output
      if (stem.ends_with(extension)) stem.resize(stem.size() - extension.size());
    for (const std::string_view extension : extensions)
      if (const auto file = find(stem + std::string(extension))) return {*file};
    for (const std::string_view extension : extensions)
      if (const auto file = find(path + (path.empty() ? "index" : "/index") + std::string(extension))) return {*file};
    return {};
  }

  /// `@scope/name/deep`: a package of the same workspace lies in a folder of its name.
  std::vector<FileId> package_of_workspace(std::string_view module) {
    std::string_view rest = module;
    if (rest.starts_with("@")) {
      const auto slash = rest.find('/');
      if (slash == std::string_view::npos) return {};
      rest = rest.substr(slash + 1);
    }
    const auto slash = rest.find('/');
    const std::string package(rest.substr(0, slash));
    const std::string deep(slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1));
    if (package.empty()) return {};
    for (const std::string_view parent : {"packages/", "libs/", "apps/", "modules/"}) {
      const std::string folder = std::string(parent) + package + "/";
      for (const std::string& inside : {folder + "src/" + deep, folder + deep, folder + "lib/" + deep})
        if (std::vector<FileId> files = first_of_script(inside.ends_with("/") ? inside.substr(0, inside.size() - 1) : inside);
            !files.empty())
          return files;
    }
    return {};
  }

  std::vector<FileId> python_root_elsewhere(const std::string& rest) {
    for (const std::string& tail : {rest + ".py", rest + "/__init__.py"}) {
      std::vector<FileId> found;
      for (const FileId file : with_tail(tail)) {
        const std::string_view path = names_.file(file).path;
        const std::string_view root = path.substr(0, path.size() - tail.size());
        if (root.empty() || !exists(std::string(root) + "__init__.py")) found.push_back(file);
      }
      if (found.size() == 1) return found;
    }
    return {};
  }

  /// Files whose path ends with that.
  std::vector<FileId> with_tail(const std::string& tail) {
    std::vector<FileId> found;
    const std::string_view base = base_name(tail);
    names_.note(consulted_base_name(base));
    for (const FileId file : names_.declarations().files_named(base)) {
      const std::string_view path = names_.file(file).path;
      if (path == tail || (path.size() > tail.size() && path.ends_with(tail) && path[path.size() - tail.size() - 1] == '/'))
        found.push_back(file);
    }
    return found;
  }

  static std::string_view last_segment(std::string_view module) { return module.substr(module.rfind('/') + 1); }
  /// `github.com/a/b/v2` is the package `b`; `gopkg.in/yaml.v3` is `yaml`.
  static std::string_view package_of_version(std::string_view module) {
    const std::string_view last = last_segment(module);
    if (last.size() > 1 && last[0] == 'v' && last[1] >= '0' && last[1] <= '9' && last.size() < module.size())
      return last_segment(module.substr(0, module.size() - last.size() - 1));
    const auto dot = last.find(".v");
    if (dot != std::string_view::npos) return last.substr(0, dot);
    return last.starts_with("go-") ? last.substr(3) : std::string_view();
  }

  std::string rust_folder() const {
    const std::string_view base = base_name(path_);
    if (base == "mod.rs" || base == "lib.rs" || base == "main.rs") return std::string(folder_);
    return std::string(path_.substr(0, path_.size() - 3));
  }
  std::string crate_root() {
    for (std::string_view folder = folder_;; folder = parent_path(folder)) {
      const std::string inside = std::string(folder) + (folder.empty() ? "" : "/");
      if (exists(inside + "lib.rs") || exists(inside + "main.rs")) return std::string(folder);
      if (folder.empty()) return std::string(folder_);
    }
  }
  std::vector<FileId> module_file(const std::string& base) {
    const std::string inside = base + (base.empty() ? "" : "/");
    return first_of({inside + "mod.rs", inside + "lib.rs", inside + "main.rs", base + ".rs"});
  }
  /// Another crate of the workspace lies in a folder of its name.
  std::vector<FileId> other_crate(std::string_view name) {
    const std::string dashed = replace_all(std::string(name), "_", "-");
    for (const std::string& folder : {std::string(name), dashed, "crates/" + std::string(name), "crates/" + dashed})
      if (std::vector<FileId> files = first_of({folder + "/src/lib.rs"}); !files.empty()) return files;
    return {};
  }

  Names& names_;
  std::string_view path_;
  std::string_view folder_;
};

}  // namespace

namespace {

std::vector<FileId> find_files_of_module(Names& names, FileId from, std::string_view module) {
  ModuleFinder finder(names, from);
  switch (family_of(names.file(from).language)) {
    case Family::kScript: return finder.script(module);
    case Family::kPython: return finder.python(module);
    case Family::kGo: return finder.go(module);
    case Family::kRust: return finder.rust(module);
    case Family::kDart: return finder.dart(module);
    default: return {};
  }
}

}  // namespace

std::vector<FileId> files_of_module(Names& names, FileId from, std::string_view module) {
  if (module.empty()) return {};
  ModuleFiles& known = names.module_files(from, module);
  if (known.is_known) {
    names.note_again(known.consulted);
    return known.files;
  }
  const std::size_t start = names.start_recording();
  known.files = find_files_of_module(names, from, module);
  known.consulted = names.end_recording(start);
  known.is_known = true;
  return known.files;
}

}  // namespace grove::graph
