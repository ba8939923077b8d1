#include "corpus/unfinished_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/file.h"

namespace grove::corpus {
namespace {

std::string path_in(const std::string& directory) { return directory + "/unfinished"; }

}  // namespace

Status UnfinishedMark::raise(const std::string& directory) {
  // An empty file that stands in the folder before anything else is written to it: what is synchronised later brings it along.
  const std::string path = path_in(directory);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return std::unexpected(system_error("cannot write " + path, errno));
  ::close(file);
  return {};
}

Status UnfinishedMark::lower(const std::string& directory) {
  const std::string path = path_in(directory);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return std::unexpected(system_error("cannot remove " + path, errno));
  return {};
}

bool UnfinishedMark::is_up(const std::string& directory) { return ::access(path_in(directory).c_str(), F_OK) == 0; }

}  // namespace grove::corpus
