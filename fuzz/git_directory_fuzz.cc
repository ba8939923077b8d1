#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/fuzz_input.h"
#include "source/git_directory.h"

// The small files of a repository of strangers, one after the other with a nul between them: `.git`, HEAD, commondir, packed-refs and a
// branch. Whatever they say, HEAD is the name of an object, nothing, or an error.
namespace grove::fuzz {
namespace {

namespace fs = std::filesystem;

class StrangeRepository {
 public:
  StrangeRepository() : folder_(fs::temp_directory_path() / ("grove-fuzz-git-" + std::to_string(getpid()))) {
    for (const char* part : {"git/objects", "git/refs/heads", "plain"}) fs::create_directories(folder_ / part);
  }
  ~StrangeRepository() { fs::remove_all(folder_); }
  StrangeRepository(const StrangeRepository&) = delete;
  StrangeRepository& operator=(const StrangeRepository&) = delete;

  void write(std::string_view input) const {
    static constexpr std::array kNames = {"plain/.git", "git/HEAD", "git/commondir", "git/packed-refs", "git/refs/heads/main"};
    for (const char* name : kNames) {
      const auto end = input.find('\0');
      std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << input.substr(0, end);
      input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
    }
  }
  std::string working_tree() const { return (folder_ / "plain").string(); }
  source::GitDirectory git() const { return {.git_dir = (folder_ / "git").string(), .common_dir = (folder_ / "git").string()}; }

 private:
  fs::path folder_;
};

void check_head(const source::GitDirectory& git) {
  const auto head = source::read_head(git);
  if (!head) require(!head.error().message.empty());
  if (head && !head->empty()) require((head->size() == 40 || head->size() == 64) && head->find('/') == std::string::npos);
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const grove::fuzz::StrangeRepository repository;
  repository.write(grove::fuzz::as_text(data, size));
  if (const auto found = grove::source::git_directory_of(repository.working_tree())) grove::fuzz::check_head(*found);
  grove::fuzz::check_head(repository.git());
  return 0;
}
