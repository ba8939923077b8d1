#include <utility>

#include "source/file_source.h"
#include "source/listing.h"

namespace grove::source {
namespace {

class MemorySource final : public FileSource {
 public:
  MemorySource(std::map<std::string, std::string> files, SourceLimits limits) : files_(std::move(files)), limits_(std::move(limits)) {}

  Status list(const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const override {
    PathListing listing(limits_, visit);
    for (const auto& [path, bytes] : files_) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      listing.add({.path = path, .size = bytes.size()});
    }
    return {};
  }

  Result<std::string> read(std::string_view path) const override {
    const auto found = files_.find(std::string(path));
    if (found == files_.end()) return fail(ErrorCode::kNotFound, "cannot read " + std::string(path) + ": there is no such file");
    return found->second;
  }

 private:
  std::map<std::string, std::string> files_;
  SourceLimits limits_;
};

}  // namespace

std::unique_ptr<FileSource> memory_source(std::map<std::string, std::string> files, const SourceLimits& limits) {
  return std::make_unique<MemorySource>(std::move(files), limits);
}

}  // namespace grove::source
