#include "graph/resolve/names.h"

#include <algorithm>
#include <string>

#include "base/hash.h"
#include "graph/resolve/type_text.h"
#include "graph/resolver.h"

namespace grove::graph {
namespace {

constexpr std::size_t kRememberedBytes = std::size_t{96} << 20U;  // of names
constexpr std::size_t kRememberedCandidates = 500'000;            // some 120 bytes each
constexpr std::size_t kRememberedModules = 100'000;
constexpr std::size_t kEntryBytes = 200;

std::uint64_t keyed(std::uint64_t sort, std::string_view text) { return hash64(text) * 4 + sort; }

}  // namespace

std::uint64_t consulted_name(std::string_view name) { return keyed(0, name); }
std::uint64_t consulted_file(std::string_view path) { return keyed(1, path); }
std::uint64_t consulted_base_name(std::string_view base_name) { return keyed(2, base_name); }
std::uint64_t consulted_subtypes(std::string_view name) { return keyed(3, name); }

std::uint32_t& SparseNumbers::operator[](std::uint32_t at) {
  const std::size_t page = at / kPage;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (pages_[page] == nullptr) pages_[page] = std::make_unique<std::uint32_t[]>(kPage);
  return pages_[page][at % kPage];
}

bool Candidate::takes(unsigned arguments) const {
  if (!is_callable(kind)) return true;
  if ((flags & kSymbolVariadic) != 0) return arguments >= required;
  return arguments <= arity && arguments >= required;
}

const Candidate& Names::candidate(SymbolId symbol) {
  std::uint32_t& slot = candidate_slots_[symbol];
  if (slot > 0) return candidates_[slot - 1];
  const DeclaredSymbol declared = declarations_.symbol(symbol);
  const Family family = family_of(file(declared.file).language);
  candidates_.push_back({.id = symbol,
                         .file = declared.file,
                         .parent = declared.parent,
                         .kind = declared.kind,
                         .family = family,
                         .flags = declared.flags,
                         .arity = declared.arity,
                         .required = declared.required,
                         .name = declared.name,
                         .qualified_name = declared.qualified_name,
                         .type = declared.type,
                         .receiver = declared.receiver,
                         .receiver_name = declared.receiver.empty() ? "" : last_part(parse_type(declared.receiver, family).path)});
  slot = static_cast<std::uint32_t>(candidates_.size());
  return candidates_.back();
}

bool Names::is_generic(SymbolId symbol) {
  const auto [known, fresh] = generic_.try_emplace(symbol);
  if (fresh) known->second = !declarations_.type_parameters(symbol).empty();
  return known->second;
}

Names::Entry& Names::entry(std::string_view name) {
  const std::uint64_t hash = hash64(name);
  note(consulted_name(name));
  const auto [known, fresh] = by_name_.try_emplace(hash);
  Entry& entry = known->second;
  if (!fresh) return entry;
  const std::vector<NamedSymbol> all = declarations_.named_with_standing(name);
  entry.symbols.reserve(all.size());
  for (const auto& [symbol, standing] : all) {
    entry.symbols.push_back(symbol);
    if (standing == Standing::kOutside || standing == Standing::kBoth) entry.sorted.outside.push_back(symbol);
    if (standing >= Standing::kMember) entry.sorted.members.push_back(symbol);
    if (standing == Standing::kExtension) entry.sorted.extensions.push_back(symbol);
  }
  if (!std::ranges::is_sorted(entry.symbols)) {
    entry.ascending = entry.symbols;
    std::ranges::sort(entry.ascending);
  }
  remembered_ += kEntryBytes + (2 * entry.symbols.size() + entry.ascending.size()) * sizeof(SymbolId);
  return entry;
}

std::span<const SymbolId> Names::named_in(FileId file, std::string_view name) {
  const Entry& all = entry(name);
  const std::vector<SymbolId>& symbols = all.ascending.empty() ? all.symbols : all.ascending;
  if (symbols.empty()) return {};
  const DeclaredFile& declared = this->file(file);
  const auto begin = std::ranges::lower_bound(symbols, declared.first_symbol);
  const auto end = std::ranges::lower_bound(begin, symbols.end(), declared.first_symbol + declared.symbol_count);
  return {begin, end};
}

std::vector<SymbolId> Names::named_inside(SymbolId outer, std::string_view name) {
  std::vector<SymbolId> inside;
  for (const SymbolId symbol : named_in(candidate(outer).file, name))
    if (candidate(symbol).parent == outer) inside.push_back(symbol);
  return inside;
}

std::vector<SymbolId> Names::qualified(std::string_view qualified_name, std::string_view name) {
  Entry& all = entry(name);
  if (all.qualified.size() != all.symbols.size()) {
    for (std::uint32_t i = 0; i < all.symbols.size(); ++i) all.qualified.emplace_back(hash64(candidate(all.symbols[i]).qualified_name), i);
    std::ranges::sort(all.qualified);
    remembered_ += all.qualified.size() * sizeof(all.qualified.front());
  }
  std::vector<SymbolId> found;
  const std::uint64_t hash = hash64(qualified_name);
  for (auto at = std::ranges::lower_bound(all.qualified, std::pair(hash, 0U)); at != all.qualified.end() && at->first == hash; ++at) {
    const SymbolId symbol = all.symbols[at->second];
    if (candidate(symbol).qualified_name == qualified_name) found.push_back(symbol);
  }
  return found;
}

std::vector<SymbolId> Names::extensions(std::string_view receiver_name, std::string_view name) {
  Entry& known = entry(name);
  SortedNames& all = known.sorted;
  std::vector<SymbolId> found;
  if (all.extensions.empty()) return found;
  if (!std::exchange(known.by_receiver, true)) {
    for (std::uint32_t i = 0; i < all.extensions.size(); ++i)
      all.by_receiver.emplace_back(hash64(candidate(all.extensions[i]).receiver_name), i);
    std::ranges::sort(all.by_receiver);
    remembered_ += all.by_receiver.size() * sizeof(all.by_receiver.front());
  }
  const std::uint64_t hash = hash64(receiver_name);
  for (auto at = std::ranges::lower_bound(all.by_receiver, std::pair(hash, 0U)); at != all.by_receiver.end() && at->first == hash; ++at)
    if (candidate(all.extensions[at->second]).receiver_name == receiver_name) found.push_back(all.extensions[at->second]);
  return found;
}

const DeclaredFile& Names::file(FileId file) {
  std::uint32_t& slot = file_slots_[file];
  if (slot == 0) {
    files_.push_back(declarations_.file(file));
    slot = static_cast<std::uint32_t>(files_.size());
  }
  return files_[slot - 1];
}

const std::vector<DeclaredImport>& Names::imports(FileId file) {
  note(consulted_file(this->file(file).path));
  const auto [known, fresh] = imports_.try_emplace(file);
  if (fresh) known->second = declarations_.imports(file);
  return known->second;
}

ModuleFiles& Names::module_files(FileId from, std::string_view module) {
  return module_files_[hash64(module) ^ (std::uint64_t{from} * 0x9E3779B97F4A7C15ULL)];
}

std::size_t Names::start_recording() {
  ++recordings_;
  return noted_.size();
}

Consulted Names::end_recording(std::size_t start) {
  --recordings_;
  std::vector<std::uint64_t> keys(noted_.begin() + static_cast<std::ptrdiff_t>(start), noted_.end());
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return {std::move(keys), noting_for_};
}

void Names::note_again(Consulted& consulted) {
  if (recordings_ == 0 && consulted.noted_in == noting_for_) return;
  noted_.insert(noted_.end(), consulted.keys.begin(), consulted.keys.end());
  consulted.noted_in = noting_for_;
}

std::vector<std::uint64_t> Names::take_notes() {
  ++noting_for_;
  std::ranges::sort(noted_);
  noted_.erase(std::unique(noted_.begin(), noted_.end()), noted_.end());
  return std::exchange(noted_, {});
}

void Names::forget_much() {
  if (remembered_ > kRememberedBytes) {
    by_name_.clear();
    remembered_ = 0;
  }
  if (module_files_.size() > kRememberedModules) module_files_.clear();
  if (candidates_.size() < kRememberedCandidates) return;
  candidate_slots_.clear();
  candidates_.clear();
  imports_.clear();
  generic_.clear();
}

}  // namespace grove::graph
