#pragma once

#include <string>
#include <string_view>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Who answers a request.
struct Answerer {
  SymbolId symbol = kNobody;  ///< A function, or a variable that holds one; kNobody where it is written in place or not known.
};

/// Finds the function that a value is: a name, one that is wrapped or bound (`wrap(f)`, `c.list.bind(c)`, `[auth, f]`), a method of a
/// class. One a thread.
class Answerers {
 public:
  explicit Answerers(SourceFiles& files) : files_(files) {}

  SymbolId of(const Site& value, int depth = 0);
  SymbolId named(const NamePlace& from, std::string_view path);
  /// An endpoint that a symbol answers, without verb and route. Where it is kNobody, the place is that of the registration.
  Endpoint describe(SymbolId symbol, const NamePlace& registered);

 private:
  SourceFiles& files_;
};

}  // namespace grove::graph::web
