#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "document/document.h"

namespace grove::document {

/// What reading one document may cost; what goes past it is kResourceLimit or kTimeout.
struct ReadLimits {
  std::uint64_t text_bytes = std::uint64_t{1} << 28U;  ///< Of the text, and of all that is unpacked on the way.
  std::uint64_t unpacked_ratio = 200;                  ///< Of an archive's member to its packed size.
  std::uint32_t pages = 50'000;
  std::chrono::milliseconds time{120'000};
};

struct ReadRequest {
  std::string_view bytes;
  std::string file_name;  ///< Its ending helps where the bytes don't say what they are.
  ReadLimits limits = {};
};

/// Reads one format. Thread-safe. Bad input is kCorrupt with what is wrong; what can be read of it is read.
class DocumentReader {
 public:
  virtual ~DocumentReader() = default;
  virtual std::string_view name() const = 0;
  virtual Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const = 0;
};

/// By content first (a PDF named `.txt` is a PDF), then by the name's ending. Empty where no reader of ours reads it.
std::string detect_media_type(std::string_view bytes, std::string_view file_name);

struct ReaderOptions {
  std::string pdf_program = {};  ///< `grove-pdf`; empty: beside this program.
};

/// Reads each format by its own reader. kInvalidArgument names the formats there are where it is none of them.
std::unique_ptr<DocumentReader> open_builtin_reader(const ReaderOptions& options);

}  // namespace grove::document
