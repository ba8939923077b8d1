#include "index/segment/segment_assembler.h"

namespace grove::index {

Result<SegmentAssembler> SegmentAssembler::create(const std::string& path, const Scoring& scoring, const FileCalls& calls) {
  GROVE_ASSIGN_OR_RETURN(SegmentFileWriter file, SegmentFileWriter::create(path, SegmentFileType::kSegment, calls));
  return SegmentAssembler(std::move(file), scoring);
}

SegmentAssembler::SegmentAssembler(SegmentFileWriter file, const Scoring& scoring) : file_(std::move(file)) {
  meta_.scoring = scoring;
  file_.begin(Section::kPostings);
}

void SegmentAssembler::add_term(std::string_view term, std::span<const Posting> postings, std::string_view symbols) {
  file_.append(terms_.add(term, postings, symbols));
  meta_.postings += postings.size();
}

void SegmentAssembler::add_file(SegmentFileRecord file) {
  heap_.next_file();
  file.first_unit = units_.size();
  files_.add(file, heap_.intern(file.path));
}

Result<std::uint64_t> SegmentAssembler::commit() {
  meta_.files = files_.size();
  meta_.units = units_.size();
  meta_.terms = terms_.size();
  file_.add(Section::kTerms, terms_.blocks());
  file_.add(Section::kTermIndex, terms_.index());
  file_.add(Section::kSymbols, terms_.symbols());
  file_.add(Section::kFiles, files_.bytes());
  file_.add(Section::kUnits, units_.rows());
  file_.add(Section::kUnitGroups, units_.groups());
  file_.add(Section::kUnitKinds, units_.kinds());
  file_.add(Section::kStrings, heap_.bytes());
  file_.add(Section::kMeta, encode_meta(meta_));
  return file_.commit();
}

}  // namespace grove::index
