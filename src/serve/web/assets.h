#pragma once

#include <span>
#include <string_view>

namespace grove::serve {

/// A file of the web UI as it lies in the program. All views live as long as the program.
struct WebAsset {
  std::string_view path;  ///< "/" for the page, else "/assets/NAME-HASH.EXT".
  std::string_view content_type;
  std::string_view digest;  ///< Of the content, hexadecimal.

  /// A form of the content.
  struct Bytes {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::string_view text() const { return {begin, end}; }
  };
  Bytes identity;
  Bytes gzip;
  Bytes brotli;
};

/// All of them, the page first; written by web/build.mjs.
std::span<const WebAsset> web_assets();

}  // namespace grove::serve
