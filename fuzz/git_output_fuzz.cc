#include <algorithm>

#include "base/utf8.h"
#include "fuzz/fuzz_input.h"
#include "source/git_progress.h"
#include "source/git_tree.h"

namespace {

class CheckedProgress final : public grove::ProgressSink {
 public:
  void report(const grove::Progress& progress) override { grove::fuzz::require(!progress.stage.empty() && !progress.unit.empty()); }
};

}  // namespace

// What git prints: the files of a commit, and how far a fetch is, arriving in two pieces.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto output = grove::fuzz::as_text(data, size);
  const auto entries = grove::source::read_git_tree(output);
  grove::fuzz::require(std::ranges::is_sorted(entries, {}, &grove::source::GitTreeEntry::path));
  for (const auto& entry : entries) grove::fuzz::require(grove::is_valid_utf8(entry.path));
  CheckedProgress sink;
  grove::source::GitProgress progress(sink, "fuzzed");
  progress.read(output.substr(0, size / 2));
  progress.read(output.substr(size / 2));
  return 0;
}
