#include "index/vector/vector_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"

namespace grove::index {
namespace {

std::string encode_space(const VectorSpace& space, std::uint32_t units, std::uint32_t present) {
  ByteWriter out;
  out.fixed(units);
  out.fixed(present);
  out.fixed(space.dimensions);
  out.fixed(static_cast<std::uint8_t>(space.storage));
  out.string(space.provider);
  out.string(space.model);
  out.string(space.fingerprint);
  return std::move(out).bytes();
}

/// Component d of a stored row.
float component(const VectorSpace& space, const char* row, std::size_t d) {
  switch (space.storage) {
    case VectorStorage::kFloat32: {
      float value;
      std::memcpy(&value, row + d * sizeof(value), sizeof(value));
      return value;
    }
    case VectorStorage::kBinary: return (static_cast<unsigned char>(row[d / 8]) >> (d % 8) & 1U) != 0 ? 1.0F : -1.0F;
    case VectorStorage::kInt8: break;
  }
  return static_cast<float>(static_cast<signed char>(row[d]));
}

}  // namespace

Result<VectorFileWriter> VectorFileWriter::create(const std::string& path, const VectorSpace& space, const FileCalls& calls) {
  GROVE_ASSIGN_OR_RETURN(SegmentFileWriter file, SegmentFileWriter::create(path, SegmentFileType::kVectors, calls));
  VectorFileWriter writer(std::move(file), space);
  writer.file_.begin(Section::kVectorRows);
  return writer;
}

void VectorFileWriter::mark(bool present) {
  if (units_ % 8 == 0) presence_ += '\0';
  if (present) presence_.back() = static_cast<char>(presence_.back() | (1 << (units_ % 8)));
  ++units_;
}

void VectorFileWriter::add_missing(std::size_t units) {
  const std::string zeros(space_.row_bytes(), '\0');
  for (std::size_t i = 0; i < units; ++i) {
    file_.append(zeros);
    if (space_.storage != VectorStorage::kBinary) codes_.append((space_.dimensions + 7) / 8, '\0');
    scales_.append(sizeof(float), '\0');
    mark(false);
  }
}

void VectorFileWriter::add_rows(std::string_view rows) {
  GROVE_CONTRACT(space_.dimensions > 0 && rows.size() % space_.row_bytes() == 0);
  for (; !rows.empty(); rows.remove_prefix(space_.row_bytes())) add_row(rows.substr(0, space_.row_bytes()));
}

void VectorFileWriter::add_row(std::string_view row) {
  double squares = 0;
  std::string code((space_.dimensions + 7) / 8, '\0');
  for (std::size_t d = 0; d < space_.dimensions; ++d) {
    const float value = component(space_, row.data(), d);
    squares += static_cast<double>(value) * static_cast<double>(value);
    if (value >= 0) code[d / 8] = static_cast<char>(code[d / 8] | (1 << (d % 8)));
  }
  const float scale = squares > 0 && std::isfinite(squares) ? static_cast<float>(1 / std::sqrt(squares)) : 0;
  file_.append(row);
  if (space_.storage != VectorStorage::kBinary) codes_ += code;
  scales_.append(reinterpret_cast<const char*>(&scale), sizeof(scale));
  ++present_;
  mark(true);
}

Result<std::uint64_t> VectorFileWriter::commit() {
  if (space_.storage != VectorStorage::kBinary) file_.add(Section::kVectorCodes, codes_);
  file_.add(Section::kVectorScales, scales_);
  file_.add(Section::kVectorPresence, presence_);
  file_.add(Section::kVectorSpace, encode_space(space_, units_, present_));
  return file_.commit();
}

Result<VectorFile> VectorFile::read(std::string_view bytes, std::uint32_t units) {
  VectorFile file;
  GROVE_ASSIGN_OR_RETURN(file.file_, SegmentFile::parse(bytes, SegmentFileType::kVectors));
  ByteReader in(file.file_.section(Section::kVectorSpace));
  file.units_ = in.fixed<std::uint32_t>();
  file.present_ = in.fixed<std::uint32_t>();
  file.space_.dimensions = in.fixed<std::uint32_t>();
  file.space_.storage = static_cast<VectorStorage>(in.fixed<std::uint8_t>());
  file.space_.provider = in.string();
  file.space_.model = in.string();
  file.space_.fingerprint = in.string();
  if (!in.ok()) return fail(ErrorCode::kCorrupt, "vector file is damaged: its header is cut off");
  const VectorSpace& space = file.space_;
  file.rows_ = file.file_.section(Section::kVectorRows);
  file.codes_ = space.storage == VectorStorage::kBinary ? file.rows_ : file.file_.section(Section::kVectorCodes);
  file.scales_ = file.file_.section(Section::kVectorScales);
  file.presence_ = file.file_.section(Section::kVectorPresence);
  const bool fits = space.dimensions > 0 && file.units_ == units && file.rows_.size() == units * space.row_bytes() &&
                    file.codes_.size() == units * file.code_bytes() && file.scales_.size() == units * sizeof(float) &&
                    file.presence_.size() == (std::size_t{units} + 7) / 8;
  if (!fits) return fail(ErrorCode::kCorrupt, "vector file is damaged: its tables do not fit its segment");
  return file;
}

Result<VectorFile> VectorFile::open(std::string_view bytes, const VectorSpace& space, std::uint32_t units) {
  GROVE_ASSIGN_OR_RETURN(VectorFile file, read(bytes, units));
  if (file.space_ == space) return file;
  return fail(ErrorCode::kConflict, "vectors are of model " + file.space_.model + ", not of " + space.model, "Run `grove index`.");
}

Result<std::uint64_t> VectorFile::write_with_graph(const Copy& copy, const CancelToken& cancel) const {
  GROVE_ASSIGN_OR_RETURN(SegmentFileWriter out, SegmentFileWriter::create(copy.path, SegmentFileType::kVectors, copy.calls));
  const auto add = [&](Section section, std::string_view bytes) -> Status {
    constexpr std::size_t kPiece = std::size_t{4} << 20U;
    if (!bytes.empty()) out.begin(section);
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      out.append(bytes.substr(0, kPiece));
    }
    return {};
  };
  for (const Section section :
       {Section::kVectorRows, Section::kVectorCodes, Section::kVectorScales, Section::kVectorPresence, Section::kVectorSpace})
    GROVE_RETURN_IF_ERROR(add(section, file_.section(section)));
  GROVE_RETURN_IF_ERROR(add(Section::kVectorGraph, copy.graph));
  return out.commit();
}

float VectorFile::scale(std::uint32_t unit) const {
  float scale;
  std::memcpy(&scale, scales_.data() + std::size_t{unit} * sizeof(scale), sizeof(scale));
  return scale;
}

std::string_view VectorFile::rows(std::uint32_t first, std::uint32_t count) const {
  return rows_.substr(std::size_t{first} * space_.row_bytes(), std::size_t{count} * space_.row_bytes());
}

const std::uint8_t* VectorFile::code(std::uint32_t unit) const {
  return reinterpret_cast<const std::uint8_t*>(codes_.data()) + std::size_t{unit} * code_bytes();
}

}  // namespace grove::index
