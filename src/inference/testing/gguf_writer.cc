#include "inference/testing/gguf_writer.h"

#include <bit>

namespace grove::inference {
namespace {

constexpr std::uint32_t kU32 = 4;
constexpr std::uint32_t kI32 = 5;
constexpr std::uint32_t kF32 = 6;
constexpr std::uint32_t kBool = 7;
constexpr std::uint32_t kString = 8;
constexpr std::uint32_t kArray = 9;
constexpr std::size_t kAlignment = 32;

}  // namespace

void GgufWriter::raw_text(ByteWriter& to, std::string_view text) {
  to.fixed<std::uint64_t>(text.size());
  to.raw(text);
}

void GgufWriter::begin(std::string_view key, std::uint32_t type) {
  ++keys_;
  raw_text(values_, key);
  values_.fixed(type);
}

void GgufWriter::number(std::string_view key, std::uint32_t value) {
  begin(key, kU32);
  values_.fixed(value);
}

void GgufWriter::real(std::string_view key, float value) {
  begin(key, kF32);
  values_.fixed(std::bit_cast<std::uint32_t>(value));
}

void GgufWriter::boolean(std::string_view key, std::uint8_t value) {
  begin(key, kBool);
  values_.fixed(value);
}

void GgufWriter::text(std::string_view key, std::string_view value) {
  begin(key, kString);
  raw_text(values_, value);
}

void GgufWriter::texts(std::string_view key, const std::vector<std::string>& values) {
  begin(key, kArray);
  values_.fixed(kString);
  values_.fixed<std::uint64_t>(values.size());
  for (const std::string& value : values) raw_text(values_, value);
}

void GgufWriter::integers(std::string_view key, const std::vector<std::int32_t>& values) {
  begin(key, kArray);
  values_.fixed(kI32);
  values_.fixed<std::uint64_t>(values.size());
  for (const std::int32_t value : values) values_.fixed(value);
}

void GgufWriter::reals(std::string_view key, const std::vector<float>& values) {
  begin(key, kArray);
  values_.fixed(kF32);
  values_.fixed<std::uint64_t>(values.size());
  for (const float value : values) values_.fixed(std::bit_cast<std::uint32_t>(value));
}

void GgufWriter::tensor(std::string_view name, std::size_t rows, std::size_t columns, const std::vector<float>& numbers) {
  ++tensors_;
  raw_text(infos_, name);
  infos_.fixed<std::uint32_t>(rows > 1 ? 2 : 1);
  infos_.fixed<std::uint64_t>(columns);
  if (rows > 1) infos_.fixed<std::uint64_t>(rows);
  infos_.fixed<std::uint32_t>(0);  // 32-bit numbers
  infos_.fixed<std::uint64_t>(data_.size());
  data_.raw({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)});
  while (data_.size() % kAlignment != 0) data_.fixed<std::uint8_t>(0);
}

std::string GgufWriter::bytes() const {
  ByteWriter file;
  file.raw("GGUF");
  file.fixed<std::uint32_t>(3);
  file.fixed(tensors_);
  file.fixed(keys_);
  file.raw(values_.bytes());
  file.raw(infos_.bytes());
  while (file.size() % kAlignment != 0) file.fixed<std::uint8_t>(0);
  file.raw(data_.bytes());
  return std::move(file).bytes();
}

}  // namespace grove::inference
