#pragma once

#include <memory>

#include "base/result.h"
#include "graph/declarations.h"

namespace grove::graph::web {

/// Where the facts of a repository's files come from.
class FactsSource {
 public:
  virtual ~FactsSource() = default;
  /// Those that the file's declarations were made from. kNotFound where they are not kept any more.
  virtual Result<std::shared_ptr<const Facts>> facts(FileId file) = 0;
};

}  // namespace grove::graph::web
