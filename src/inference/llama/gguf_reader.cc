#include "inference/llama/gguf_reader.h"

#include <bit>
#include <cmath>

#include "base/bytes.h"

namespace grove::inference {
namespace {

// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kMaxKeys = 1U << 16U;
constexpr std::uint64_t kMaxTensors = 1U << 16U;
constexpr std::uint64_t kMaxNameBytes = 64;  // with the final zero that ggml adds
constexpr std::uint64_t kMaxKeyBytes = 1U << 15U;
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 40U;
constexpr std::uint64_t kDefaultAlignment = 32;

enum ValueType : std::uint32_t { kU8, kI8, kU16, kI16, kU32, kI32, kF32, kBool, kString, kArray, kU64, kI64, kF64, kValueTypes };

/// Elements of a tensor type come in blocks.
struct TensorType {
  std::uint32_t block = 0;  // elements; 0: no such type
  std::uint32_t bytes = 0;
};

constexpr std::array<TensorType, 31> kTensorTypes = {{
    {1, 4},     {1, 2},     {32, 18},   {32, 20},   {0, 0},     {0, 0},    {32, 22},  {32, 24},  {32, 34},  {32, 36}, {256, 84},
    {256, 110}, {256, 144}, {256, 176}, {256, 210}, {256, 292}, {256, 66}, {256, 74}, {256, 98}, {256, 50}, {32, 18}, {256, 110},
    {256, 82},  {256, 136}, {1, 1},     {1, 2},     {1, 4},     {1, 8},    {1, 8},    {256, 56}, {1, 2},
}};

std::unexpected<Error> corrupt(std::string what) { return fail(ErrorCode::kCorrupt, std::move(what)); }

std::size_t width_of(std::uint32_t type) {
  switch (type) {
    case kU8:
    case kI8:
    case kBool: return 1;
    case kU16:
    case kI16: return 2;
    case kU32:
    case kI32:
    case kF32: return 4;
    case kU64:
    case kI64:
    case kF64: return 8;
    default: return 0;
  }
}

double read_number(ByteReader& reader, std::uint32_t type) {
  switch (type) {
    case kU8:
    case kBool: return reader.fixed<std::uint8_t>();
    case kI8: return reader.fixed<std::int8_t>();
    case kU16: return reader.fixed<std::uint16_t>();
    case kI16: return reader.fixed<std::int16_t>();
    case kU32: return reader.fixed<std::uint32_t>();
    case kI32: return reader.fixed<std::int32_t>();
    case kF32: return static_cast<double>(std::bit_cast<float>(reader.fixed<std::uint32_t>()));
    case kU64: return static_cast<double>(reader.fixed<std::uint64_t>());
    case kI64: return static_cast<double>(reader.fixed<std::int64_t>());
    default: return std::bit_cast<double>(reader.fixed<std::uint64_t>());
  }
}

std::string_view read_text(ByteReader& reader) { return reader.raw(reader.fixed<std::uint64_t>()); }

Result<GgufValue> read_array(ByteReader& reader, std::string_view bytes) {
  const auto type = reader.fixed<std::uint32_t>();
  const auto count = reader.fixed<std::uint64_t>();
  if (type >= kValueTypes || type == kArray) return corrupt("it has an array of unknown elements");
  const std::size_t begin = bytes.size() - reader.remaining();
  if (type == kString) {
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) (void)read_text(reader);
  } else if (count <= reader.remaining() / width_of(type)) {
    (void)reader.raw(count * width_of(type));
  } else {
    return corrupt("an array is cut off");
  }
  if (!reader.ok()) return corrupt("an array is cut off");
  const std::size_t end = bytes.size() - reader.remaining();
  return GgufValue{.kind = GgufValue::Kind::kArray, .text = bytes.substr(begin, end - begin), .count = count, .has_texts = type == kString};
}

Result<GgufValue> read_value(ByteReader& reader, std::string_view bytes) {
  const auto type = reader.fixed<std::uint32_t>();
  if (type >= kValueTypes) return corrupt("it has a value of unknown type");
  if (type == kArray) return read_array(reader, bytes);
  if (type == kString) return GgufValue{.kind = GgufValue::Kind::kText, .text = read_text(reader)};
  return GgufValue{.kind = GgufValue::Kind::kNumber, .number = read_number(reader, type)};
}

Status read_values(ByteReader& reader, std::string_view bytes, std::uint64_t count, GgufContent& content) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view key = read_text(reader);
    if (!reader.ok()) return corrupt("its metadata is cut off");
    if (key.empty() || key.size() > kMaxKeyBytes) return corrupt("it has a key of " + std::to_string(key.size()) + " bytes");
    GROVE_ASSIGN_OR_RETURN(const GgufValue value, read_value(reader, bytes));
    if (!reader.ok()) return corrupt("its metadata is cut off");
    if (!content.values.emplace(key, value).second) return corrupt("it has the key \"" + std::string(key) + "\" twice");
  }
  return {};
}

Result<std::uint64_t> tensor_bytes(const GgufTensor& tensor) {
  const TensorType type = tensor.type < kTensorTypes.size() ? kTensorTypes[tensor.type] : TensorType{};
  if (type.block == 0) return corrupt("the tensor \"" + std::string(tensor.name) + "\" is of unknown type");
  std::uint64_t elements = 1;
  for (const std::uint64_t extent : tensor.shape) {
    if (extent == 0 || extent > kMaxElements / elements)
      return corrupt("the tensor \"" + std::string(tensor.name) + "\" has an absurd shape");
    elements *= extent;
  }
  if (tensor.shape[0] % type.block != 0) return corrupt("the tensor \"" + std::string(tensor.name) + "\" does not fill its blocks");
  return elements / type.block * type.bytes;
}

Status read_tensors(ByteReader& reader, std::uint64_t count, GgufContent& content) {
  for (std::uint64_t i = 0; i < count; ++i) {
    GgufTensor tensor{.name = read_text(reader)};
    const auto extents = reader.fixed<std::uint32_t>();
    if (!reader.ok() || tensor.name.size() >= kMaxNameBytes || extents > tensor.shape.size()) {
      return corrupt("its list of tensors is damaged at number " + std::to_string(i + 1));
    }
    for (std::uint32_t j = 0; j < extents; ++j) tensor.shape[j] = reader.fixed<std::uint64_t>();
    tensor.type = reader.fixed<std::uint32_t>();
    tensor.offset = reader.fixed<std::uint64_t>();
    if (!reader.ok()) return corrupt("its list of tensors is cut off");
    GROVE_ASSIGN_OR_RETURN(tensor.bytes, tensor_bytes(tensor));
    if (!content.tensors.emplace(tensor.name, tensor).second)
      return corrupt("it has the tensor \"" + std::string(tensor.name) + "\" twice");
  }
  return {};
}

Status check_places(const GgufContent& content, std::uint64_t file_bytes, std::uint64_t alignment) {
  const std::uint64_t data_bytes = content.data_begin <= file_bytes ? file_bytes - content.data_begin : 0;
  for (const auto& [name, tensor] : content.tensors) {
    if (tensor.offset % alignment != 0) return corrupt("the tensor \"" + std::string(name) + "\" is not aligned");
    if (tensor.offset > data_bytes || tensor.bytes > data_bytes - tensor.offset) {
      return corrupt("the tensor \"" + std::string(name) + "\" reaches past the end: the file is cut off");
    }
  }
  return {};
}

}  // namespace

std::optional<std::uint64_t> GgufContent::number(std::string_view key, std::uint64_t least, std::uint64_t most) const {
  const auto found = values.find(key);
  if (found == values.end() || found->second.kind != GgufValue::Kind::kNumber) return std::nullopt;
  const double value = found->second.number;
  if (!(value >= static_cast<double>(least)) || !(value <= static_cast<double>(most)) || std::floor(value) < value) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::string_view GgufContent::text(std::string_view key) const {
  const auto found = values.find(key);
  return found == values.end() || found->second.kind != GgufValue::Kind::kText ? std::string_view() : found->second.text;
}

std::vector<std::string_view> GgufContent::texts(std::string_view key) const {
  const auto found = values.find(key);
  std::vector<std::string_view> result;
  if (found == values.end() || !found->second.has_texts) return result;
  ByteReader reader(found->second.text);
  for (std::uint64_t i = 0; i < found->second.count; ++i) result.push_back(read_text(reader));
  return result;
}

Result<GgufContent> read_gguf_content(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.raw(kMagic.size()) != kMagic) return corrupt("it does not begin with GGUF");
  const auto version = reader.fixed<std::uint32_t>();
  const auto tensors = reader.fixed<std::uint64_t>();
  const auto keys = reader.fixed<std::uint64_t>();
  if (!reader.ok()) return corrupt("its header is cut off");
  if (version != 2 && version != 3) return corrupt("it is of version " + std::to_string(version) + ", not 2 or 3");
  if (keys > kMaxKeys || tensors > kMaxTensors) {
    return corrupt("it claims " + std::to_string(keys) + " keys and " + std::to_string(tensors) + " tensors");
  }
  GgufContent content;
  GROVE_RETURN_IF_ERROR(read_values(reader, bytes, keys, content));
  GROVE_RETURN_IF_ERROR(read_tensors(reader, tensors, content));
  std::uint64_t alignment = kDefaultAlignment;
  if (content.values.contains("general.alignment")) {
    alignment = content.number("general.alignment", 1, 1U << 16U).value_or(0);
    if (!std::has_single_bit(alignment)) return corrupt("its alignment is no power of two");
  }
  const std::uint64_t read = bytes.size() - reader.remaining();
  content.data_begin = (read + alignment - 1) / alignment * alignment;
  GROVE_RETURN_IF_ERROR(check_places(content, bytes.size(), alignment));
  return content;
}

}  // namespace grove::inference
