#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "apps/grove/program.h"
#include "apps/grove/store_program.h"
#include "rdf/store_process.h"

namespace {

/// Whatever the program opens next would take the number of a closed stdin, stdout or stderr, and what is printed would land in it.
void occupy_standard_descriptors() {
  for (int fd = ::open("/dev/null", O_RDONLY); fd >= 0; fd = ::open("/dev/null", O_RDONLY)) {
    if (fd <= STDERR_FILENO) continue;
    ::close(fd);
    return;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count == 3 && words[1] == grove::cli::kStoreWord) return grove::rdf::serve_store(words[2]);
  occupy_standard_descriptors();
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a write past the limit on file sizes fails and is told
  return grove::cli::run_program(std::vector<std::string>(words + 1, words + count));
}
