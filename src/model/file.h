#pragma once

#include <cstdint>
#include <string>

#include "base/hash.h"
#include "model/language.h"

namespace grove {

/// Why a file is not indexed, or only as text. On disk: append only.
enum class FileState : std::uint8_t {
  kIndexed = 0,  ///< Read and searchable (its ParseState says how deeply).
  kBinary = 1,
  kTooLarge = 2,  ///< Over the size limit.
  kMinified = 3,
  kGenerated = 4,  ///< Machine-written bulk data that nobody searches.
  kLockFile = 5,
  kUnreadable = 6,     ///< The operating system refused, or it vanished meanwhile.
  kBadEncoding = 7,    ///< No known encoding decodes it.
  kOutsideRoot = 8,    ///< A symbolic link that leaves the root or runs in a circle.
  kBuiltInSkip = 9,    ///< In a dependency folder or build output.
  kIgnored = 10,       ///< By Git's ignore rules; listed only where asked.
  kSubmodule = 11,     ///< A Git submodule that is not checked out.
  kSymbolicLink = 12,  ///< A symbolic link to a place inside the root, which is listed by its own name, or to nothing.
};
std::string_view file_state_name(FileState state);

enum class Encoding : std::uint8_t { kUtf8 = 0, kUtf8Bom = 1, kUtf16Le = 2, kUtf16Be = 3, kLatin1 = 4, kOther = 5 };

/// A file as the corpus remembers it.
struct FileRecord {
  std::uint32_t id = 0;    ///< Stable while the path is known; assigned by the corpus.
  std::string path = {};   ///< Relative to the repository, `/` between parts.
  std::uint64_t size = 0;  ///< Bytes on disk.
  std::int64_t mtime_ns = 0;
  Sha256 hash{};  ///< Of the bytes on disk; zero for files that were not read.
  Language language = Language::kPlainText;
  Encoding encoding = Encoding::kUtf8;
  FileState state = FileState::kIndexed;
  std::string reason = {};  ///< For people: "12.4 MB, limit 4 MB"; empty for indexed files.
};

}  // namespace grove
