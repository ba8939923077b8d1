#include "index/segment/segment.h"

#include "base/bytes.h"

namespace grove::index {
namespace {

void write_float(ByteWriter& out, float value) { out.fixed(std::bit_cast<std::uint32_t>(value)); }
float read_float(ByteReader& in) { return std::bit_cast<float>(in.fixed<std::uint32_t>()); }

Result<SegmentMeta> decode_meta(std::string_view bytes) {
  ByteReader in(bytes);
  SegmentMeta meta;
  meta.files = in.fixed<std::uint32_t>();
  meta.units = in.fixed<std::uint32_t>();
  meta.terms = in.fixed<std::uint32_t>();
  meta.postings = in.fixed<std::uint64_t>();
  meta.symbols = in.fixed<std::uint64_t>();
  meta.scoring.k1 = read_float(in);
  meta.scoring.stem_repeats = in.fixed<std::uint32_t>();
  for (FieldScoring& field : meta.scoring.fields) {
    field.weight = read_float(in);
    field.b = read_float(in);
    field.pivot = read_float(in);
  }
  if (!in.ok()) return fail(ErrorCode::kCorrupt, "segment file is damaged: its totals are cut off");
  return meta;
}

}  // namespace

std::string encode_meta(const SegmentMeta& meta) {
  ByteWriter out;
  out.fixed(meta.files);
  out.fixed(meta.units);
  out.fixed(meta.terms);
  out.fixed(meta.postings);
  out.fixed(meta.symbols);
  write_float(out, meta.scoring.k1);
  out.fixed(meta.scoring.stem_repeats);
  for (const FieldScoring& field : meta.scoring.fields) {
    write_float(out, field.weight);
    write_float(out, field.b);
    write_float(out, field.pivot);
  }
  return std::move(out).bytes();
}

Result<Segment> Segment::open(std::string_view bytes) {
  Segment segment;
  GROVE_ASSIGN_OR_RETURN(segment.file_, SegmentFile::parse(bytes, SegmentFileType::kSegment));
  const SegmentFile& file = segment.file_;
  GROVE_ASSIGN_OR_RETURN(segment.meta_, decode_meta(file.section(Section::kMeta)));
  const std::string_view heap = file.section(Section::kStrings);
  segment.terms_ = TermDictionary({file.section(Section::kTerms), file.section(Section::kTermIndex), file.section(Section::kSymbols),
                                   file.section(Section::kPostings)});
  segment.units_ = UnitTable({file.section(Section::kUnits), file.section(Section::kUnitGroups), file.section(Section::kUnitKinds), heap});
  segment.files_ = FileTable(file.section(Section::kFiles), heap, segment.meta_.units);
  const bool agrees = segment.units_.size() == segment.meta_.units && segment.files_.size() == segment.meta_.files &&
                      (segment.meta_.units == 0 || segment.meta_.files > 0);
  if (!agrees) return fail(ErrorCode::kCorrupt, "segment file is damaged: its tables are not as long as its totals say");
  return segment;
}

}  // namespace grove::index
