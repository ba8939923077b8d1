#include "graph/web/routing/library_names.h"

#include "base/text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

std::string with_dots(std::string_view path) {
  std::string text = replace_all(std::string(path), "::", ".");
  return replace_all(std::move(text), "\\", ".");
}

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty()) return std::string(first.empty() ? second : first);
  return std::string(first) + "." + std::string(second);
}

/// `require('m')`, `require("m").Router`
std::optional<Imported> required(std::string_view path) {
  if (!path.starts_with("require(") || path.size() < 11) return std::nullopt;
  const char quote = path[8];
  const std::size_t end = path.find(quote, 9);
  if ((quote != '\'' && quote != '"') || end == std::string_view::npos || end + 1 >= path.size() || path[end + 1] != ')')
    return std::nullopt;
  std::string_view rest = path.substr(end + 2);
  if (rest.starts_with('.')) rest.remove_prefix(1);
  return Imported{.module = std::string(path.substr(9, end - 9)), .name = std::string(rest)};
}

/// `github.com/go-chi/chi/v5`, `gopkg.in/x.v3`: whether a package goes by a name without saying so.
bool goes_by(std::string_view module, std::string_view name) {
  for (std::string_view rest = module; !rest.empty(); rest = parent_path(rest)) {
    std::string_view last = base_name(rest);
    const bool is_version = last.size() > 1 && last[0] == 'v' && last.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (is_version) continue;
    last = last.substr(0, last.find(".v"));
    return last == name || (last.starts_with("go-") && last.substr(3) == name);
  }
  return false;
}

}  // namespace

std::optional<Imported> imported_name(SourceFiles& files, FileId file, std::string_view path) {
  if (auto found = required(path)) return found;
  const std::string text = with_dots(path);
  const std::string_view first = std::string_view(text).substr(0, text.find('.'));
  const std::string_view rest = first.size() < text.size() ? std::string_view(text).substr(first.size() + 1) : std::string_view();
  const Family family = files.family(file);
  if (family == Family::kDotNet) return Imported{.module = {}, .name = text};  // files name whole namespaces
  for (const DeclaredImport& import : files.program().imports(file)) {
    if (import.module.empty()) continue;
    const std::string_view local = import.alias.empty() ? import.name : import.alias;
    const bool whole = import.name.empty() || import.name == "*" || import.name == "default";
    if (!local.empty() && local != "*") {
      if (local == first) return Imported{.module = std::string(import.module), .name = joined(whole ? "" : import.name, rest)};
      continue;
    }
    if (import.name == "*") continue;
    if (family == Family::kGo && goes_by(import.module, first))
      return Imported{.module = std::string(import.module), .name = std::string(rest)};
    if (family == Family::kPython && (text == import.module || std::string_view(text).starts_with(std::string(import.module) + ".")))
      return Imported{.module = std::string(import.module),
                      .name = text.size() > import.module.size() ? text.substr(import.module.size() + 1) : ""};
  }
  for (const DeclaredImport& import : files.program().imports(file))
    if (import.name == "*" && import.alias.empty() && files.scopes().look_up({file, kNobody}, first, Want::kAny).symbols.empty())
      return Imported{.module = std::string(import.module), .name = text};
  if (family == Family::kRust && !rest.empty()) return Imported{.module = std::string(first), .name = std::string(rest)};
  return std::nullopt;
}

bool is_of(const Imported& imported, const LibraryName& library) {
  const std::string_view module = imported.module;
  if (!module.starts_with(library.module)) return false;
  if (module.size() > library.module.size()) {
    const char next = module[library.module.size()];
    if (next != '/' && next != '.' && next != ':' && next != '\\') return false;
  }
  return imported.name == library.name;
}

}  // namespace grove::graph::web
