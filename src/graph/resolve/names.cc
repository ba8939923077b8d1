#include "graph/resolve/names.h"

#include <algorithm>

#include "base/hash.h"
#include "graph/resolver.h"

namespace grove::graph {
namespace {

constexpr std::size_t kRemembered = 1'000'000;  // candidates, some 100 bytes each

std::uint64_t keyed(std::uint64_t sort, std::string_view text) { return hash64(text) * 4 + sort; }

}  // namespace

std::uint64_t consulted_name(std::string_view name) { return keyed(0, name); }
std::uint64_t consulted_file(std::string_view path) { return keyed(1, path); }
std::uint64_t consulted_base_name(std::string_view base_name) { return keyed(2, base_name); }
std::uint64_t consulted_subtypes(std::string_view name) { return keyed(3, name); }

bool Candidate::takes(unsigned arguments) const {
  if (!is_callable(kind)) return true;
  if ((flags & kSymbolVariadic) != 0) return arguments >= required;
  return arguments <= arity && arguments >= required;
}

const Candidate& Names::candidate(SymbolId symbol) const {
  const auto [known, fresh] = candidates_.try_emplace(symbol);
  if (!fresh) return known->second;
  const DeclaredSymbol declared = declarations_.symbol(symbol);
  known->second = {.id = symbol,
                   .file = declared.file,
                   .parent = declared.parent,
                   .kind = declared.kind,
                   .family = family_of(declarations_.file(declared.file).language),
                   .flags = declared.flags,
                   .arity = declared.arity,
                   .required = declared.required,
                   .name = declared.name,
                   .qualified_name = declared.qualified_name,
                   .type = declared.type,
                   .receiver = declared.receiver};
  return known->second;
}

const std::vector<Candidate>& Names::named(std::string_view name) {
  note(consulted_name(name));
  const auto [known, fresh] = by_name_.try_emplace(hash64(name));
  if (fresh) {
    for (const SymbolId symbol : declarations_.named(name)) known->second.push_back(candidate(symbol));
    remembered_ += known->second.size() + 1;
  }
  return known->second;
}

const DeclaredFile& Names::file(FileId file) {
  const auto [known, fresh] = files_.try_emplace(file);
  if (fresh) known->second = declarations_.file(file);
  return known->second;
}

const std::vector<DeclaredImport>& Names::imports(FileId file) {
  note(consulted_file(this->file(file).path));
  const auto [known, fresh] = imports_.try_emplace(file);
  if (fresh) known->second = declarations_.imports(file);
  return known->second;
}

std::vector<std::uint64_t> Names::noted_since(std::size_t moment) const {
  std::vector<std::uint64_t> keys(noted_.begin() + static_cast<std::ptrdiff_t>(moment), noted_.end());
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::vector<std::uint64_t> Names::take_notes() {
  std::ranges::sort(noted_);
  noted_.erase(std::unique(noted_.begin(), noted_.end()), noted_.end());
  return std::exchange(noted_, {});
}

void Names::forget_much() {
  if (remembered_ + candidates_.size() < kRemembered) return;
  candidates_.clear();
  by_name_.clear();
  imports_.clear();
  files_.clear();
  remembered_ = 0;
}

}  // namespace grove::graph
