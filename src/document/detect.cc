#include <magic.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.h"
#include "base/text_encoding.h"
#include "document/archive/zip_archive.h"
#include "document/document_reader.h"

namespace grove::document {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kPdfMarkWithin = 1024;  // bytes (ISO 32000-1, implementation note 13)

struct Ending {
  std::string_view extension;
  std::string_view media_type;
};

/// Texts that say nothing by their bytes of what they are.
constexpr auto kTextEndings = std::to_array<Ending>({
    {"md", "text/markdown"},
    {"markdown", "text/markdown"},
    {"mdown", "text/markdown"},
    {"mkd", "text/markdown"},
    {"html", "text/html"},
    {"htm", "text/html"},
    {"csv", "text/csv"},
    {"tsv", "text/csv"},
    {"xhtml", "text/html"},
    {"txt", "text/plain"},
    {"text", "text/plain"},
    {"rst", "text/plain"},
    {"adoc", "text/plain"},
    {"org", "text/plain"},
});

struct CloseMagic {
  void operator()(magic_t cookie) const { magic_close(cookie); }
};

/// What libmagic takes the bytes for; empty where its tables are missing.
std::string magic_type(std::string_view bytes) {
  constexpr std::size_t kEnough = std::size_t{1} << 20U;
  const std::unique_ptr<magic_set, CloseMagic> cookie(magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR));
  if (cookie == nullptr || magic_load(cookie.get(), nullptr) != 0) return {};
  const char* const type = magic_buffer(cookie.get(), bytes.data(), std::min(bytes.size(), kEnough));
  return type == nullptr ? std::string() : std::string(type);
}

bool begins_like_a_page(std::string_view bytes) {
  const std::string begin = to_lower_ascii(trim(bytes.substr(0, 256)));
  return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

std::string text_type(std::string_view bytes, std::string_view file_name) {
  const auto ending = std::ranges::find(kTextEndings, to_lower_ascii(extension(file_name)), &Ending::extension);
  const bool plain = ending == kTextEndings.end() || ending->media_type == "text/plain";
  if (plain && begins_like_a_page(bytes)) return "text/html";
  if (ending != kTextEndings.end()) return std::string(ending->media_type);
  const std::string type = magic_type(bytes);
  if (type == "text/html" || type == "application/xhtml+xml") return "text/html";
  return type.starts_with("text/") || type.empty() ? "text/plain" : std::string();
}

/// What an archive is, by the members that its format asks for.
std::string archive_type(std::string_view bytes) {
  const CancelToken never;
  Budget budget({.text_bytes = std::uint64_t{1} << 20U}, never);
  auto archive = ZipArchive::open(bytes, budget);
  if (!archive) return {};
  if (archive->has("META-INF/container.xml")) return "application/epub+zip";
  if (archive->has("word/document.xml")) return "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  if (archive->has("ppt/presentation.xml")) return "application/vnd.openxmlformats-officedocument.presentationml.presentation";
  if (archive->has("xl/workbook.xml")) return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return {};
}

}  // namespace

std::string detect_media_type(std::string_view bytes, std::string_view file_name) {
  if (bytes.substr(0, kPdfMarkWithin).find("%PDF-") != std::string_view::npos) return "application/pdf";
  if (bytes.starts_with("PK\3\4"sv)) return archive_type(bytes);
  if (!decode_text(bytes.substr(0, kSampleBytes & ~std::size_t{3}))) return {};
  return text_type(bytes, base_name(file_name));
}

}  // namespace grove::document
