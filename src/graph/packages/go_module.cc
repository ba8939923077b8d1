#include <algorithm>
#include <vector>

#include "base/text.h"
#include "graph/packages/formats.h"

namespace grove::graph::packages {
namespace {

/// `example.org/shop/v2` is a version of `example.org/shop`.
std::string plain_module(std::string_view path) {
  if (path.size() > 1 && (path.front() == '"' || path.front() == '`')) path = path.substr(1, path.size() - 2);
  const std::size_t slash = path.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  const bool is_version =
      last.size() > 1 && last.front() == 'v' && last.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
  return std::string(is_version ? path.substr(0, slash) : path);
}

/// A directive's words, comments gone.
struct Directive {
  std::string_view verb;
  std::vector<std::string_view> words;
  std::uint32_t line = 1;
  bool is_indirect = false;
};

void read_directive(const PackageFile& file, const Directive& one, PackageNames& names) {
  const auto named = [&](std::string_view module) {
    return PackageName{.ecosystem = Ecosystem::kGo, .name = plain_module(module), .path = std::string(file.path), .line = one.line};
  };
  if (one.words.empty()) return;
  if (one.verb == "module") note(names.published, named(one.words[0]));
  if (one.verb == "require" && !one.is_indirect) note(names.needed, named(one.words[0]));
  if (one.verb != "replace") return;
  const auto arrow = std::ranges::find(one.words, std::string_view("=>"));
  if (arrow == one.words.end() || arrow + 1 == one.words.end()) return;
  const std::string_view target = *(arrow + 1);
  if (target.starts_with('.'))
    note_folder(file, target, one.line, names);
  else
    note(names.needed, named(target));
}

}  // namespace

void read_go_module(const PackageFile& file, PackageNames& names) {
  std::string_view block;
  for (Lines lines(file.text); lines.next();) {
    const std::size_t comment = lines.line().find("//");
    Directive one{.verb = block,
                  .words = split_words(lines.line().substr(0, comment)),
                  .line = lines.number(),
                  .is_indirect = comment != std::string_view::npos && trim(lines.line().substr(comment + 2)).starts_with("indirect")};
    if (one.words.empty()) continue;
    if (one.words[0] == ")") {
      block = {};
      continue;
    }
    if (block.empty()) {
      one.verb = one.words[0];
      one.words.erase(one.words.begin());
      if (!one.words.empty() && one.words[0] == "(") {
        block = one.verb;
        continue;
      }
    }
    read_directive(file, one, names);
  }
}

}  // namespace grove::graph::packages
