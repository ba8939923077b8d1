#include "source/decode.h"

namespace grove::source {

DecodedFile decode_file(std::string_view, std::string bytes) {
  DecodedFile file;
  if (bytes.find('\0') != std::string::npos) {
    file.state = FileState::kBinary;
    file.reason = "binary";
    return file;
  }
  if (bytes.starts_with("\xef\xbb\xbf")) {
    file.encoding = Encoding::kUtf8Bom;
    bytes.erase(0, 3);
  }
  file.text = std::move(bytes);
  return file;
}

}  // namespace grove::source
