#include "graph/web/routing/source_files.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

Site site_at(const Site& site, Index expression) {
  return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
}

}  // namespace

Site entry_of(const Site& object, std::string_view name) {
  if (object.expression == kNone) return site_at(object, kNone);
  const Expression& all = object.facts->expressions[object.expression];
  if (all.kind != Expression::Kind::kObject && all.kind != Expression::Kind::kArray) return site_at(object, kNone);
  for (std::uint32_t i = 0; i < all.child_count; ++i) {
    const Expression& entry = object.facts->expressions[all.first_child + i];
    if (object.facts->text(entry.text) != name) continue;
    const bool is_short = entry.kind == Expression::Kind::kName && all.kind == Expression::Kind::kObject;  // `{ url }`
    if (is_short) return site_at(object, all.first_child + i);
    if (entry.kind == Expression::Kind::kNamed && entry.child_count == 1) return site_at(object, entry.first_child);
  }
  return site_at(object, kNone);
}

Site Arguments::at(std::size_t place) const {
  return site_at(call, place < size() ? call.facts->expressions[call.expression].first_child + static_cast<Index>(place) : kNone);
}

Site Arguments::named(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const Site site = at(i);
    const Expression& one = site.facts->expressions[site.expression];
    if (one.kind == Expression::Kind::kNamed && one.child_count == 1 && site.facts->text(one.text) == name)
      return site_at(site, one.first_child);
  }
  return site_at(call, kNone);
}

Site Arguments::option(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (const Site found = entry_of(at(i), name); found.expression != kNone) return found;
  return site_at(call, kNone);
}

NamePlace SourceFiles::place_of(const Place& call) {
  const Reference& one = reference(call);
  return {.file = call.file, .scope = symbol(call.file, one.symbol), .at = one.begin};
}

Arguments SourceFiles::arguments(const Place& call) {
  const CallChains& all = calls(call.file);
  return {.call = {.file = call.file, .facts = &facts(call.file), .scope = place_of(call).scope, .expression = all[call.call].arguments}};
}

const std::vector<SourceFiles::Place>& SourceFiles::calls_of(std::string_view name) {
  if (files_by_call_.empty()) {
    for (const FileId file : program().other_code()) {
      const Facts& facts = *program().facts(file);
      for (const Reference& reference : facts.references) {
        if (reference.role != Role::kCall) continue;
        std::vector<FileId>& files = files_by_call_[facts.text(reference.name)];
        if (files.empty() || files.back() != file) files.push_back(file);
      }
    }
  }
  const auto [known, fresh] = calls_by_name_.try_emplace(name);
  if (!fresh) return known->second;
  std::vector<Place>& places = known->second;
  if (const auto files = files_by_call_.find(name); files != files_by_call_.end())
    for (const FileId file : files->second)
      for (CallNumber call = 0; call < calls(file).calls().size(); ++call)
        if (calls(file).name(call) == name) places.push_back({.file = file, .call = call});
  return places;
}

void SourceFiles::nest(std::vector<Stretch>& all) {
  std::ranges::stable_sort(all, [](const Stretch& a, const Stretch& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<Index> open;
  for (Index i = 0; i < all.size(); ++i) {
    while (!open.empty() && all[open.back()].end <= all[i].begin) open.pop_back();
    if (!open.empty()) all[i].above = open.back();
    open.push_back(i);
  }
}

std::vector<Index> SourceFiles::around(const std::vector<Stretch>& all, std::uint32_t place) {
  std::vector<Index> found;
  const auto behind = std::ranges::lower_bound(all, place, {}, &Stretch::begin);
  for (Index i = behind == all.begin() ? kNone : static_cast<Index>(behind - all.begin() - 1); i != kNone; i = all[i].above)
    if (place < all[i].end && (found.empty() || found.back() != all[i].what)) found.push_back(all[i].what);
  return found;
}

const SourceFiles::Nesting& SourceFiles::nesting(FileId file) {
  std::unique_ptr<Nesting>& made = nesting_[file];
  if (made != nullptr) return *made;
  made = std::make_unique<Nesting>();
  const Facts& facts = this->facts(file);
  const std::vector<ChainedCall>& all = calls(file).calls();
  for (CallNumber call = 0; call < all.size(); ++call) made->by_reference.emplace(all[call].reference, call);
  for (const CallArguments& one : facts.call_arguments)
    if (const auto call = made->by_reference.find(one.reference); call != made->by_reference.end())
      made->calls.push_back({.begin = facts.references[one.reference].begin, .end = one.end, .what = call->second});
  for (Index i = 0; i < facts.lambdas.size(); ++i) {
    const Lambda& one = facts.lambdas[i];
    made->lambdas.push_back({.begin = one.range.begin, .end = one.range.end, .what = i});
    if (const auto call = made->by_reference.find(one.call); call != made->by_reference.end())
      made->calls.push_back({.begin = one.range.begin, .end = one.range.end, .what = call->second});
  }
  nest(made->calls);
  nest(made->lambdas);
  return *made;
}

CallNumber SourceFiles::call_of_reference(FileId file, Index reference) {
  const Nesting& all = nesting(file);
  const auto found = all.by_reference.find(reference);
  return found == all.by_reference.end() ? kNoCall : found->second;
}

std::vector<CallNumber> SourceFiles::calls_around(FileId file, std::uint32_t place) { return around(nesting(file).calls, place); }

std::vector<Index> SourceFiles::lambdas_around(FileId file, std::uint32_t place) { return around(nesting(file).lambdas, place); }

std::vector<SymbolId> SourceFiles::meant(FileId file, std::uint32_t begin) {
  const auto [known, fresh] = meant_.try_emplace(file);
  if (fresh)
    for (const Edge& edge : uses_(file)) known->second[edge.begin].push_back(edge.target);
  const auto found = known->second.find(begin);
  return found == known->second.end() ? std::vector<SymbolId>{} : found->second;
}

}  // namespace grove::graph::web
