#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "index/lexical/term_dictionary.h"
#include "index/scoring.h"
#include "index/segment/file_table.h"
#include "index/segment/segment_file.h"
#include "index/segment/unit_table.h"

namespace grove::index {

/// Totals of a segment and the scoring its impacts were made with.
struct SegmentMeta {
  std::uint32_t files = 0;
  std::uint32_t units = 0;
  std::uint32_t terms = 0;
  std::uint64_t postings = 0;
  std::uint64_t symbols = 0;
  Scoring scoring;
};
std::string encode_meta(const SegmentMeta& meta);

/// One immutable segment, read in place. Borrows its bytes; thread-safe. Any bytes may be opened: damaged ones give an error, or wrong
/// answers where only a full `verify` can tell, but never a read outside of them.
class Segment {
 public:
  static Result<Segment> open(std::string_view bytes);

  const SegmentMeta& meta() const { return meta_; }
  const TermDictionary& terms() const { return terms_; }
  const FileTable& files() const { return files_; }
  const UnitTable& units() const { return units_; }
  Status verify(const CancelToken& cancel = {}) const { return file_.verify(cancel); }

 private:
  SegmentFile file_;
  SegmentMeta meta_;
  TermDictionary terms_;
  FileTable files_;
  UnitTable units_;
};

}  // namespace grove::index
