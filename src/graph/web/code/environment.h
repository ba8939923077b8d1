#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// What the `.env` files of a repository say of variables. Immutable.
class Environment {
 public:
  explicit Environment(const Program& program);

  /// The values of a variable for code in a file, by the files of the nearest folder around it that names it: one for each stage
  /// (`.env.development`, `.env.production`), each once, in order of path. Samples count only where there is nothing else.
  std::vector<std::string> values(std::string_view path, std::string_view variable) const;

 private:
  struct Said {
    std::string value;
    bool is_sample = false;
  };
  std::map<std::pair<std::string, std::string>, std::vector<Said>> said_;  // by folder and variable
};

}  // namespace grove::graph::web
