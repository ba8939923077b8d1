#include "source/binary_file.h"

#include <array>

namespace grove::source {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view format;
  std::size_t offset = 0;
};

constexpr auto kSignatures = std::to_array<Signature>({
    {"\x89PNG\r\n\x1A\n"sv, "PNG image"},
    {"\xFF\xD8\xFF"sv, "JPEG image"},
    {"GIF87a"sv, "GIF image"},
    {"GIF89a"sv, "GIF image"},
    {"\0\0\1\0"sv, "icon"},
    {"WEBP"sv, "WebP image", 8},
    {"%PDF-"sv, "PDF document"},
    {"PK\3\4"sv, "ZIP archive"},
    {"PK\5\6"sv, "ZIP archive"},
    {"\x1F\x8B"sv, "gzip archive"},
    {"BZh91AY&SY"sv, "bzip2 archive"},
    {"\xFD"
     "7zXZ\0"sv,
     "xz archive"},
    {"\x28\xB5\x2F\xFD"sv, "zstd archive"},
    {"7z\xBC\xAF\x27\x1C"sv, "7z archive"},
    {"Rar!\x1A\7"sv, "RAR archive"},
    {"ustar"sv, "tar archive", 257},
    {"!<arch>\n"sv, "static library"},
    {"\x7F"
     "ELF"sv,
     "ELF program or library"},
    {"\xCA\xFE\xBA\xBE"sv, "Java class or Mach-O file"},
    {"\xCF\xFA\xED\xFE"sv, "Mach-O file"},
    {"\xCE\xFA\xED\xFE"sv, "Mach-O file"},
    {"\0asm"sv, "WebAssembly module"},
    {"BC\xC0\xDE"sv, "LLVM bitcode"},
    {"SQLite format 3\0"sv, "SQLite database"},
    {"OggS\0"sv, "Ogg media"},
    {"ID3\3"sv, "MP3 audio"},
    {"ID3\4"sv, "MP3 audio"},
    {"ftyp"sv, "MP4 media", 4},
    {"wOFF"sv, "font"},
    {"wOF2"sv, "font"},
    {"OTTO\0"sv, "font"},
    {"\0\1\0\0"sv, "font"},
    {"\xED\xAB\xEE\xDB"sv, "RPM package"},
});

}  // namespace

std::optional<std::string_view> binary_format(std::string_view bytes) {
  for (const Signature& signature : kSignatures)
    if (bytes.size() >= signature.offset && bytes.substr(signature.offset).starts_with(signature.bytes)) return signature.format;
  return std::nullopt;
}

}  // namespace grove::source
