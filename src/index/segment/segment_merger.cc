#include "index/segment/segment_merger.h"

#include <algorithm>
#include <tuple>

#include "index/lexical/symbol_list.h"
#include "index/segment/segment_assembler.h"

namespace grove::index {
namespace {

constexpr std::uint32_t kTermsBetweenChecks = 4096;

/// Walks the terms of all inputs together.
class TermMerge {
 public:
  TermMerge(std::span<const MergeInput> inputs, const MergePlan& plan, SegmentAssembler& out) : plan_(plan), out_(out) {
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      TermDictionary::Cursor cursor(inputs[i].segment->terms());
      if (cursor.seek("")) sources_.push_back({cursor, i});
    }
    std::ranges::make_heap(sources_, comes_last);
  }

  Status run(const CancelToken& cancel) {
    for (std::uint32_t count = 0; !sources_.empty(); ++count) {
      if (count % kTermsBetweenChecks == 0) GROVE_RETURN_IF_ERROR(cancel.check());
      merge_next();
    }
    out_.count_symbols(symbol_count_);
    return {};
  }

 private:
  struct Source {
    TermDictionary::Cursor cursor;
    std::uint32_t input;
  };
  static bool comes_last(const Source& a, const Source& b) {
    return std::tuple(a.cursor.term(), a.input) > std::tuple(b.cursor.term(), b.input);
  }

  void merge_next() {
    term_.assign(sources_.front().cursor.term());
    postings_.clear();
    symbols_.clear();
    while (!sources_.empty() && sources_.front().cursor.term() == term_) {
      std::ranges::pop_heap(sources_, comes_last);
      Source& source = sources_.back();
      add_postings(source);
      add_symbols(source);
      if (source.cursor.next())
        std::ranges::push_heap(sources_, comes_last);
      else
        sources_.pop_back();
    }
    write();
  }

  void add_postings(const Source& source) {
    const std::vector<std::uint32_t>& units = plan_.units[source.input];
    const std::size_t before = postings_.size();
    decode_postings(source.cursor.entry(), postings_);
    std::size_t kept = before;
    for (std::size_t i = before; i < postings_.size(); ++i) {
      if (postings_[i].unit >= units.size() || units[postings_[i].unit] == kNone) continue;
      postings_[kept++] = {units[postings_[i].unit], postings_[i].impact};
    }
    postings_.resize(kept);
    const auto middle = postings_.begin() + static_cast<std::ptrdiff_t>(before);
    std::ranges::inplace_merge(postings_, middle, {}, &Posting::unit);
  }

  void add_symbols(const Source& source) {
    const std::vector<std::uint32_t>& units = plan_.units[source.input];
    SymbolListReader reader(source.cursor.entry().symbols);
    for (NamedSymbol symbol; reader.next(symbol);) {
      if (symbol.unit >= units.size() || units[symbol.unit] == kNone) continue;
      symbol.unit = units[symbol.unit];
      symbols_.push_back(symbol);
    }
  }

  void write() {
    std::ranges::sort(symbols_, {}, [](const NamedSymbol& s) { return std::tuple(s.unit, s.offset, s.kind, s.declaration); });
    SymbolListWriter list;
    for (const NamedSymbol& symbol : symbols_) list.add(symbol);
    symbol_count_ += symbols_.size();
    if (!postings_.empty() || !symbols_.empty()) out_.add_term(term_, postings_, list.bytes());
  }

  const MergePlan& plan_;
  SegmentAssembler& out_;
  std::vector<Source> sources_;
  std::string term_;
  std::vector<Posting> postings_;
  std::vector<NamedSymbol> symbols_;
  std::uint64_t symbol_count_ = 0;
};

Status copy_files(std::span<const MergeInput> inputs, const MergePlan& plan, SegmentAssembler& out, const CancelToken& cancel) {
  for (const MergePlan::Source& source : plan.files) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const Segment& segment = *inputs[source.input].segment;
    out.add_file(segment.files().at(source.file));
    const std::uint32_t first = segment.files().first_unit(source.file);
    const std::uint32_t end = segment.files().end_unit(source.file);
    UnitTable::Reader reader(segment.units(), first);
    for (std::uint32_t unit = first; unit < end; ++unit) out.add_unit(reader.next());
  }
  return {};
}

Result<std::uint64_t> merge_vectors(std::span<const MergeInput> inputs, const MergePlan& plan, const std::string& path,
                                    const FileCalls& calls, const CancelToken& cancel) {
  // Of several spaces the one with most vectors stays.
  const auto present = [](const MergeInput& input) { return input.vectors == nullptr ? 0 : input.vectors->present(); };
  const VectorSpace space = std::ranges::max_element(inputs, {}, present)->vectors->space();
  GROVE_ASSIGN_OR_RETURN(VectorFileWriter out, VectorFileWriter::create(path, space, calls));
  for (const MergePlan::Source& source : plan.files) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const MergeInput& input = inputs[source.input];
    const std::uint32_t first = input.segment->files().first_unit(source.file);
    const std::uint32_t end = input.segment->files().end_unit(source.file);
    if (input.vectors != nullptr && input.vectors->space() == space)
      copy_vectors(*input.vectors, first, end, out);
    else
      out.add_missing(end - first);
  }
  return out.commit();
}

}  // namespace

void copy_vectors(const VectorFile& from, std::uint32_t first, std::uint32_t end, VectorFileWriter& out) {
  if (first < end && from.has(first))
    out.add_rows(from.rows(first, end - first));
  else
    out.add_missing(end - first);
}

MergePlan plan_merge(std::span<const MergeInput> inputs) {
  MergePlan plan;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    const FileTable& files = inputs[i].segment->files();
    plan.units.emplace_back(inputs[i].segment->units().size(), kNone);
    for (std::uint32_t file = 0; file < files.size(); ++file)
      if (!inputs[i].dead_files[file]) plan.files.push_back({i, file});
  }
  const auto path = [&](const MergePlan::Source& source) { return inputs[source.input].segment->files().path(source.file); };
  std::ranges::sort(plan.files, {}, path);
  std::uint32_t next = 0;
  for (const MergePlan::Source& source : plan.files) {
    const FileTable& files = inputs[source.input].segment->files();
    for (std::uint32_t unit = files.first_unit(source.file); unit < files.end_unit(source.file); ++unit)
      plan.units[source.input][unit] = next++;
  }
  return plan;
}

Result<WrittenSegment> merge_segments(std::span<const MergeInput> inputs, const MergePlan& plan, const SegmentPaths& paths,
                                      const FileCalls& calls, const CancelToken& cancel) {
  const Scoring scoring = inputs.empty() ? Scoring{} : inputs.front().segment->meta().scoring;
  GROVE_ASSIGN_OR_RETURN(SegmentAssembler out, SegmentAssembler::create(paths.segment, scoring, calls));
  GROVE_RETURN_IF_ERROR(TermMerge(inputs, plan, out).run(cancel));
  GROVE_RETURN_IF_ERROR(copy_files(inputs, plan, out, cancel));
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, out.commit());
  std::uint64_t vectors_bytes = 0;
  if (std::ranges::any_of(inputs, [](const MergeInput& input) { return input.vectors != nullptr && input.vectors->present() > 0; })) {
    GROVE_ASSIGN_OR_RETURN(vectors_bytes, merge_vectors(inputs, plan, paths.vectors, calls, cancel));
  }
  std::uint32_t units = 0;
  for (const auto& placed : plan.units)
    units += static_cast<std::uint32_t>(std::ranges::count_if(placed, [](std::uint32_t u) { return u != kNone; }));
  return WrittenSegment{bytes, vectors_bytes, static_cast<std::uint32_t>(plan.files.size()), units};
}

}  // namespace grove::index
