#include "document/testing/archive_bytes.h"

#include <zip.h>

#include "base/check.h"

namespace grove::document {

std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const target = zip_source_buffer_create(nullptr, 0, 0, &error);
  GROVE_CHECK(target != nullptr);
  zip_t* const archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  GROVE_CHECK(archive != nullptr);
  zip_source_keep(target);
  for (const auto& [path, content] : members) {
    zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
    GROVE_CHECK(source != nullptr && zip_file_add(archive, path.c_str(), source, ZIP_FL_ENC_UTF_8) >= 0);
  }
  GROVE_CHECK(zip_close(archive) == 0);
  zip_stat_t stat;
  GROVE_CHECK(zip_source_open(target) == 0 && zip_source_stat(target, &stat) == 0);
  std::string bytes(stat.size, '\0');
  GROVE_CHECK(zip_source_read(target, bytes.data(), bytes.size()) == static_cast<zip_int64_t>(bytes.size()));
  zip_source_close(target);
  zip_source_free(target);
  return bytes;
}

}  // namespace grove::document
