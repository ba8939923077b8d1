#include "rdf/store_process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "rdf/embedded/holder.h"

namespace grove::rdf {

int serve_store(const std::string& folder) {
  std::signal(SIGPIPE, SIG_IGN);
  const rlimit no_cores{.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_CORE, &no_cores);  // a query that runs out of memory ends by a signal
  std::signal(SIGXFSZ, SIG_IGN);
  Holder(STDIN_FILENO, folder).run();
  return 0;
}

}  // namespace grove::rdf
