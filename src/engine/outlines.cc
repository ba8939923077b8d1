#include "engine/outlines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/nearest.h"
#include "base/text.h"
#include "corpus/corpus.h"
#include "engine/doc_text.h"
#include "engine/unit_id.h"
#include "model/line_index.h"

namespace grove::engine {
namespace {

/// Makes items of symbols with their children, which follow their parents.
class Nesting {
 public:
  Nesting(const Facts& facts, std::string_view text) : facts_(facts), text_(text), lines_(text), children_(facts.symbols.size()) {
    for (Index i = 0; i < facts.symbols.size(); ++i) {
      const Index parent = facts.symbols[i].parent;
      (parent == kNone ? roots_ : children_[parent]).push_back(i);
    }
  }

  std::vector<OutlineItem> items() const { return items(roots_); }

 private:
  std::vector<OutlineItem> items(const std::vector<Index>& symbols) const {
    std::vector<OutlineItem> out;
    for (const Index i : symbols) {
      const Symbol& symbol = facts_.symbols[i];
      OutlineItem item;
      item.name = facts_.text(symbol.name);
      item.qualified_name = facts_.text(symbol.qualified_name);
      if (symbol.parent != kNone) item.parent = facts_.text(facts_.symbols[symbol.parent].name);
      item.signature = signature_text(slice(text_, symbol.signature));
      item.docstring = doc_text(slice(text_, symbol.doc));
      item.kind = symbol.kind;
      item.lines = lines_.lines_of(symbol.range);
      item.children = items(children_[i]);
      out.push_back(std::move(item));
    }
    return out;
  }

  const Facts& facts_;
  std::string_view text_;
  LineIndex lines_;
  std::vector<Index> roots_;
  std::vector<std::vector<Index>> children_;
};

void set_ids(std::vector<OutlineItem>& items, const FileInRepository& file, std::map<std::string, std::uint32_t>& seen) {
  for (OutlineItem& item : items) {
    const std::string& name = item.qualified_name.empty() ? item.name : item.qualified_name;
    item.id = unit_id({.repository = file.repository.name,
                       .path = file.path,
                       .qualified_name = name,
                       .twin = ++seen[name],
                       .part = 0,
                       .lines = item.lines});
    set_ids(item.children, file, seen);
  }
}

/// The path inside `root`, where `path` lies below it.
std::string below(const std::string& root, const std::string& path) {
  return path.size() > root.size() + 1 && path.starts_with(root) && path[root.size()] == '/' ? path.substr(root.size() + 1) : "";
}

bool has_file(const Repository& repository, const std::string& path) {
  std::error_code error;
  return !path.empty() && std::filesystem::is_regular_file(repository.root + "/" + path, error);
}

const Repository* named(const std::vector<Repository>& repositories, std::string_view name) {
  const auto found = std::ranges::find_if(repositories, [&](const Repository& one) { return one.name == name || one.id == name; });
  return found == repositories.end() ? nullptr : &*found;
}

std::string absolute_path(const std::string& file) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(file, error);
  return error ? std::string() : real.string();
}

std::unexpected<Error> no_such_file(const std::string& file, std::string_view where) {
  return fail(ErrorCode::kNotFound, fmt::format("there is no file {} in {}", file, where),
              "Give a path on this machine, one inside a repository, or repo:path.");
}

}  // namespace

Result<FileInRepository> find_file(const OutlineRequest& request, const std::vector<Repository>& repositories) {
  std::string file = request.file;
  std::string wanted = request.repository;
  if (const auto colon = file.find(':'); wanted.empty() && colon != std::string::npos && named(repositories, file.substr(0, colon))) {
    wanted = file.substr(0, colon);
    file = file.substr(colon + 1);
  }
  const std::string absolute = absolute_path(file);
  std::vector<FileInRepository> found;
  for (const Repository& repository : repositories) {
    if (!wanted.empty() && repository.name != wanted && repository.id != wanted) continue;
    if (const std::string inside = below(repository.root, absolute); !inside.empty()) return FileInRepository{repository, inside};
    if (has_file(repository, file)) found.push_back({repository, file});
  }
  if (!wanted.empty() && named(repositories, wanted) == nullptr) {
    std::vector<std::string> names;
    for (const Repository& repository : repositories) names.push_back(repository.name);
    return fail(ErrorCode::kNotFound, fmt::format("there is no repository `{}`", wanted), did_you_mean(wanted, names));
  }
  if (found.empty()) return no_such_file(file, wanted.empty() ? "any repository" : wanted);
  if (found.size() > 1) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} is in several repositories: {} and {}", file, found[0].repository.name, found[1].repository.name),
                fmt::format("Name one: {}:{}.", found[0].repository.name, file));
  }
  return found.front();
}

Status check_listed(const FileInRepository& file, const DataDirectory& directory, UnitReader& reader, const CancelToken& cancel) {
  const auto corpus = corpus::Corpus::open(directory.repository(file.repository.id), corpus::Corpus::Access::kRead);
  if (corpus) {
    GROVE_ASSIGN_OR_RETURN(const auto known, (*corpus)->file(file.path));
    if (known && is_part(known->record.state)) return {};
  }
  GROVE_ASSIGN_OR_RETURN(const bool is_listed, reader.lists(file.repository.root, file.path, cancel));
  if (is_listed) return {};
  return fail(ErrorCode::kNotFound, fmt::format("there is no file {} in the index of {}", file.path, file.repository.name),
              "What ignore rules leave out is not shown; `grove coverage` says what was read.");
}

std::vector<OutlineItem> outline_items(const Facts& facts, std::string_view text) {
  if (!facts.symbols.empty()) return Nesting(facts, text).items();
  std::vector<OutlineItem> items;
  for (const Unit& unit : facts.units) {
    OutlineItem item;
    item.name = facts.text(unit.name);
    item.kind = unit.kind;
    item.lines = unit.lines;
    items.push_back(std::move(item));
  }
  return items;
}

Result<Outline> outline_of(const FileInRepository& file, UnitReader& reader, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const UnitReader::Parsed parsed, reader.parse(file.repository, file.path, cancel));
  Outline outline;
  outline.repository = file.repository.name;
  outline.path = file.path;
  outline.language = parsed.facts.language;
  outline.items = outline_items(parsed.facts, parsed.source->text);
  std::map<std::string, std::uint32_t> seen;
  set_ids(outline.items, file, seen);
  return outline;
}

}  // namespace grove::engine
