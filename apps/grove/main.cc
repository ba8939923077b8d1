#include <signal.h>

#include <string>
#include <vector>

#include "apps/grove/program.h"

int main(int count, char** words) {
  ::signal(SIGPIPE, SIG_IGN);
  return grove::cli::run_program(std::vector<std::string>(words + 1, words + count));
}
