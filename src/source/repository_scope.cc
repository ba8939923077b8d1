#include "source/repository_scope.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "source/ignore_file.h"

namespace grove::source {
namespace {

/// What the rules outside a folder say of it, the nearest first.
bool outer_rules_ignore(const RepositoryScope& scope, std::string_view path) {
  for (auto outer = scope.outer.rbegin(); outer != scope.outer.rend(); ++outer)
    if (const auto verdict = outer->rules.match(path.substr(outer->base), EntryType::kFolder)) return *verdict;
  return scope.exclude.match(path, EntryType::kFolder).value_or(false);
}

/// Reads the ignore files from the top down to the folder above `root`; stops where one of them ignores the way to it.
void load_outer_rules(const std::string& top, RepositoryScope& scope) {
  const std::string_view way = scope.prefix;
  for (std::size_t base = 0; base < way.size();) {
    scope.outer.push_back({.base = base, .rules = read_ignore_file(AT_FDCWD, top + "/" + std::string(way.substr(0, base)) + ".gitignore")});
    const std::size_t end = way.find('/', base);
    const std::string_view folder = way.substr(0, end);
    if (outer_rules_ignore(scope, folder) && !scope.index().is_submodule(folder)) {
      scope.root_ignored = true;
      return;
    }
    base = end + 1;
  }
}

}  // namespace

const GitIndex& RepositoryScope::index() const {
  if (!index_) index_ = git ? load_index(*git) : GitIndex();
  return *index_;
}

RepositoryScope scope_of_nested(GitDirectory git) {
  RepositoryScope scope;
  scope.exclude = IgnoreRules(load_exclude(git));
  scope.git = std::move(git);
  return scope;
}

RepositoryScope scope_of_root(const std::string& root) {
  auto around = enclosing_work_tree(root);
  if (!around) return {};
  RepositoryScope scope = scope_of_nested(std::move(around->git));
  if (root.size() == around->top.size()) return scope;
  scope.prefix = root.substr(around->top.size() + 1) + "/";
  load_outer_rules(around->top, scope);
  const std::string_view folder = std::string_view(scope.prefix).substr(0, scope.prefix.size() - 1);
  if (scope.root_ignored && !scope.index().tracks_below(folder)) return {};
  return scope;
}

}  // namespace grove::source
