#include "document/archive/zip_archive.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace grove::document {
namespace {

/// Below that, no ratio is too good to be true: markup of one table compresses as well as a bomb.
constexpr std::uint64_t kBelievedAnyway = std::uint64_t{1} << 20U;

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::optional<char> escaped_byte(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  if (text.size() < 3 || digit(text[1]) < 0 || digit(text[2]) < 0) return std::nullopt;
  return static_cast<char>(digit(text[1]) * 16 + digit(text[2]));
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? escaped_byte(text.substr(i, 3)) : std::nullopt;
    out += byte.value_or(text[i]);
    if (byte) i += 2;
  }
  return out;
}

}  // namespace

struct ZipArchive::Handle {
  zip_t* archive = nullptr;
  ~Handle() {
    if (archive != nullptr) zip_discard(archive);
  }
};

ZipArchive::ZipArchive(std::unique_ptr<Handle> handle, Budget& budget) : handle_(std::move(handle)), budget_(&budget) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(std::string_view bytes, Budget& budget) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  auto handle = std::make_unique<Handle>();
  if (source != nullptr) handle->archive = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (handle->archive == nullptr) {
    std::string reason = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    return fail(ErrorCode::kCorrupt, "it is no zip archive that can be read: " + reason);
  }
  zip_error_fini(&error);
  return ZipArchive(std::move(handle), budget);
}

bool ZipArchive::has(const std::string& path) const { return zip_name_locate(handle_->archive, path.c_str(), 0) >= 0; }

Result<std::string> ZipArchive::read(const std::string& path) {
  const zip_int64_t index = zip_name_locate(handle_->archive, path.c_str(), 0);
  if (index < 0) return fail(ErrorCode::kNotFound, "it has no member " + path);
  zip_stat_t stat;
  zip_stat_init(&stat);
  const auto number = static_cast<zip_uint64_t>(index);
  if (zip_stat_index(handle_->archive, number, 0, &stat) != 0) return fail(ErrorCode::kCorrupt, "its member " + path + " is damaged");
  const std::unique_ptr<zip_file_t, CloseFile> file(zip_fopen_index(handle_->archive, number, 0));
  if (file == nullptr) return fail(ErrorCode::kCorrupt, "its member " + path + " can't be unpacked: " + zip_strerror(handle_->archive));
  const std::uint64_t most = std::max(kBelievedAnyway, stat.comp_size * budget_->limits().unpacked_ratio);
  std::string content;
  std::array<char, 65536> piece{};
  for (;;) {
    const zip_int64_t got = zip_fread(file.get(), piece.data(), piece.size());
    if (got < 0) return fail(ErrorCode::kCorrupt, "its member " + path + " is damaged: " + zip_file_strerror(file.get()));
    if (got == 0) return content;
    content.append(piece.data(), static_cast<std::size_t>(got));
    GROVE_RETURN_IF_ERROR(budget_->spend(static_cast<std::uint64_t>(got)));
    if (content.size() > most)
      return fail(ErrorCode::kResourceLimit, "its member " + path + " unpacks to more than " + readable_size(most));
  }
}

std::string member_path(std::string_view from, std::string_view reference) {
  reference = reference.substr(0, reference.find_first_of("#?"));
  const std::size_t colon = reference.find(':');
  if (reference.empty() || (colon != std::string_view::npos && reference.find('/') > colon)) return {};
  const std::string relative = unescaped(reference);
  std::vector<std::string> parts;
  const auto walk = [&parts](std::string_view path) {
    for (const std::string_view part : split(path, '/')) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.emplace_back(part);
      } else if (parts.empty()) {
        return false;
      } else {
        parts.pop_back();
      }
    }
    return true;
  };
  if (!relative.starts_with('/')) walk(parent_path(from));
  return walk(relative) ? join(parts, "/") : std::string();
}

}  // namespace grove::document
