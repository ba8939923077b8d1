#include "document/pdf/pdf_reader.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/process.h"
#include "document/pdf/content.h"
#include "document/pdf/layout.h"

namespace grove::document {
namespace {

constexpr std::uint64_t kRecordBytesPerTextByte = 12;                  // a record a word, with its place
constexpr std::uint64_t kMostRecordBytes = std::uint64_t{256} << 20U;  // some six million words
constexpr std::uint64_t kMemoryBytes = std::uint64_t{2} << 30U;

/// `grove-pdf` in the folder of this program.
std::string beside_this_program() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "grove-pdf" : (self.parent_path() / "grove-pdf").string();
}

class PdfReader final : public DocumentReader {
 public:
  explicit PdfReader(std::string program) : program_(std::move(program)) {}

  std::string_view name() const override { return "pdf"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    const Budget budget(request.limits, cancel);
    auto run = run_process(process_for(request), cancel);
    if (!run && run.error().code == ErrorCode::kNotFound) {
      return fail(ErrorCode::kUnavailable, "cannot read " + request.file_name + ": there is no program " + program_,
                  "install grove-pdf beside grove; PDF is read by it");
    }
    if (!run) return std::unexpected(std::move(run).error().within("cannot read " + request.file_name));
    auto content = pdf::parse_content(run->output);
    if (!content) return std::unexpected(std::move(content).error().within("cannot read " + request.file_name));
    if (content->locked) {
      return fail(ErrorCode::kInvalidArgument, "cannot read " + request.file_name + ": it is encrypted and wants a password",
                  "save a copy without a password and read that");
    }
    if (content->unreadable || (content->pages.empty() && !content->complete)) {
      return fail(ErrorCode::kCorrupt,
                  "cannot read " + request.file_name +
                      ": it is no PDF, too damaged to find its pages, or its first page wants too much memory or time");
    }
    auto document = pdf::lay_out(std::move(*content), budget);
    if (!document) return std::unexpected(std::move(document).error().within("cannot read " + request.file_name));
    if (document->text.size() > request.limits.text_bytes) {
      return fail(ErrorCode::kResourceLimit, "cannot read " + request.file_name + ": its text is too long");
    }
    return document;
  }

 private:
  ProcessRequest process_for(const ReadRequest& request) const {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(request.limits.time).count();
    const std::uint64_t output = std::min(request.limits.text_bytes * kRecordBytesPerTextByte, kMostRecordBytes);
    return {.arguments = {program_, "--pages", std::to_string(request.limits.pages), "--output-bytes", std::to_string(output),
                          "--memory-bytes", std::to_string(kMemoryBytes + 2 * request.bytes.size()), "--cpu-seconds",
                          std::to_string(std::max<long long>(seconds, 1))},
            .environment = {},
            .input = request.bytes,
            .output_limit = 2 * output,
            .silence_limit = request.limits.time};
  }

  std::string program_;
};

}  // namespace

std::unique_ptr<DocumentReader> open_pdf_reader(const ReaderOptions& options) {
  return std::make_unique<PdfReader>(options.pdf_program.empty() ? beside_this_program() : options.pdf_program);
}

}  // namespace grove::document
