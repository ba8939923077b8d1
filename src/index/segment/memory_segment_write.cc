// Sorting a collected segment and writing it to disk.
#include <algorithm>
#include <bit>
#include <numeric>

#include "index/lexical/symbol_list.h"
#include "index/segment/memory_segment.h"
#include "index/segment/segment_assembler.h"
#include "index/vector/vector_file.h"

namespace grove::index {
namespace {

constexpr std::uint32_t kTermsBetweenChecks = 4096;

/// The first eight bytes as a number that sorts like the text.
std::uint64_t sort_prefix(std::string_view text) {
  std::uint64_t prefix = 0;
  std::memcpy(&prefix, text.data(), std::min<std::size_t>(text.size(), 8));
  return __builtin_bswap64(prefix);
}

}  // namespace

MemorySegment::Order MemorySegment::order() const {
  Order order;
  std::vector<std::uint32_t> all(files_.size());
  std::iota(all.begin(), all.end(), 0U);
  std::ranges::stable_sort(all, {}, [&](std::uint32_t file) -> const std::string& { return files_[file].path; });
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 == all.size() || files_[all[i]].path != files_[all[i + 1]].path) order.files.push_back(all[i]);
  order.units.assign(units_.size(), kNone);
  std::uint32_t next = 0;
  for (const std::uint32_t file : order.files)
    for (std::uint32_t i = 0; i < files_[file].units; ++i) {
      const std::uint32_t unit = files_[file].first_unit + i;
      order.moved |= unit != next;
      order.units[unit] = next++;
    }
  order.moved |= next != units_.size();
  return order;
}

std::vector<TermId> MemorySegment::sorted_terms() const {
  struct Key {
    std::uint64_t prefix;
    TermId term;
  };
  std::vector<Key> keys(terms_.size());
  for (TermId term = 0; term < keys.size(); ++term) keys[term] = {sort_prefix(terms_.text(term)), term};
  std::ranges::sort(keys, [&](const Key& a, const Key& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return terms_.text(a.term) < terms_.text(b.term);
  });
  std::vector<TermId> sorted(keys.size());
  std::ranges::transform(keys, sorted.begin(), &Key::term);
  return sorted;
}

Status MemorySegment::write_terms(const Order& order, SegmentAssembler& out, const CancelToken& cancel) const {
  std::vector<NamedPlace> names = names_;
  for (NamedPlace& place : names) place.unit = order.units[place.unit];
  std::erase_if(names, [](const NamedPlace& place) { return place.unit == kNone; });
  std::ranges::sort(names, {}, [](const NamedPlace& p) { return std::tuple(p.name, p.unit, p.offset, p.kind, p.declaration); });
  out.count_symbols(names.size());

  std::vector<std::uint32_t> first_name(terms_.size() + 1, 0);  // of each term, in names
  for (const NamedPlace& place : names) ++first_name[place.name + 1];
  std::partial_sum(first_name.begin(), first_name.end(), first_name.begin());

  std::vector<Posting> postings;
  std::uint32_t count = 0;
  for (const TermId term : sorted_terms()) {
    if (count++ % kTermsBetweenChecks == 0) GROVE_RETURN_IF_ERROR(cancel.check());
    postings.clear();
    terms_.read_postings(term, postings);
    if (order.moved) {
      for (Posting& posting : postings) posting.unit = order.units[posting.unit];
      std::erase_if(postings, [](const Posting& posting) { return posting.unit == kNone; });
      if (!std::ranges::is_sorted(postings, {}, &Posting::unit)) std::ranges::sort(postings, {}, &Posting::unit);
    }
    SymbolListWriter symbols;
    for (std::uint32_t i = first_name[term]; i < first_name[term + 1]; ++i)
      symbols.add({names[i].unit, names[i].kind, names[i].declaration, names[i].offset});
    if (!postings.empty() || !symbols.bytes().empty()) out.add_term(terms_.text(term), postings, symbols.bytes());
  }
  return {};
}

Status MemorySegment::write_files(const Order& order, SegmentAssembler& out, const CancelToken& cancel) const {
  const UnitTable units({units_.rows(), units_.groups(), units_.kinds(), heap_.bytes()});
  for (const std::uint32_t index : order.files) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const File& file = files_[index];
    out.add_file({file.path, file.hash, file.language, 0});
    UnitTable::Reader reader(units, file.first_unit);
    for (std::uint32_t i = 0; i < file.units; ++i) out.add_unit(reader.next());
  }
  return {};
}

Result<std::uint64_t> MemorySegment::write_vectors(const Order& order, const std::string& path, const FileCalls& calls,
                                                   const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(VectorFileWriter out, VectorFileWriter::create(path, space_, calls));
  for (const std::uint32_t index : order.files) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const File& file = files_[index];
    if (file.first_row == kNoRows)
      out.add_missing(file.units);
    else
      out.add_rows(std::string_view(rows_).substr(file.first_row, file.units * space_.row_bytes()));
  }
  return out.commit();
}

Result<WrittenSegment> MemorySegment::write(const SegmentPaths& paths, const FileCalls& calls, const CancelToken& cancel) const {
  const Order placed = order();
  GROVE_ASSIGN_OR_RETURN(SegmentAssembler out, SegmentAssembler::create(paths.segment, scoring_, calls));
  GROVE_RETURN_IF_ERROR(write_terms(placed, out, cancel));
  GROVE_RETURN_IF_ERROR(write_files(placed, out, cancel));
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, out.commit());
  std::uint64_t vectors_bytes = 0;
  if (!rows_.empty()) {
    GROVE_ASSIGN_OR_RETURN(vectors_bytes, write_vectors(placed, paths.vectors, calls, cancel));
  }
  const auto units = static_cast<std::uint32_t>(std::ranges::count_if(placed.units, [](std::uint32_t unit) { return unit != kNone; }));
  return WrittenSegment{bytes, vectors_bytes, static_cast<std::uint32_t>(placed.files.size()), units};
}

}  // namespace grove::index
