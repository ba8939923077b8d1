#pragma once

#include <span>
#include <string>
#include <string_view>

#include "index/segment/segment.h"

namespace grove::index {

/// Writes a segment file: first all terms in order, then all files in order of their paths, each with its units. Used by builders and
/// merges alike, so that the same contents give the same bytes. Belongs to one thread.
class SegmentAssembler {
 public:
  static Result<SegmentAssembler> create(const std::string& path, const Scoring& scoring, const FileCalls& calls);

  /// REQUIRES: terms ascending, postings ascending; no file was added yet.
  void add_term(std::string_view term, std::span<const Posting> postings, std::string_view symbols);
  void count_symbols(std::uint64_t symbols) { meta_.symbols += symbols; }
  /// REQUIRES: files ascending by path. `first_unit` is set here.
  void add_file(SegmentFileRecord file);
  /// A unit of the file added last.
  void add_unit(const UnitRecord& unit) { units_.add(unit, heap_); }
  /// Writes everything durably. Returns the size of the file.
  Result<std::uint64_t> commit();

 private:
  SegmentAssembler(SegmentFileWriter file, const Scoring& scoring);

  SegmentFileWriter file_;
  SegmentMeta meta_;
  TermDictionaryWriter terms_;
  FileTableWriter files_;
  UnitTableWriter units_;
  StringHeap heap_;
};

}  // namespace grove::index
