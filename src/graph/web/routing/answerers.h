#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Who answers a request.
struct Answerer {
  SymbolId symbol = kNobody;             ///< A function, or a variable that holds one; kNobody where it is written in place or not known.
  std::vector<HandlerBody> bodies = {};  ///< Functions without a name that run for it, in their order; the last one answers without symbol.
  bool is_maker = false;                 ///< `symbol` is only what is called to make it.
};

/// Finds the function that a value is: a name, one that is wrapped or bound (`wrap(f)`, `c.list.bind(c)`, `[auth, f]`), a method of a
/// class, one without a name (`wrap(async (request) => {…})`). One a thread.
class Answerers {
 public:
  explicit Answerers(SourceFiles& files) : files_(files) {}

  SymbolId of(const Site& value) { return answering(value).symbol; }
  Answerer answering(const Site& value) { return answering(value, 0); }
  /// A function without a name that begins at a place.
  std::optional<HandlerBody> body_at(FileId file, std::uint32_t begin);
  SymbolId named(const NamePlace& from, std::string_view path);
  /// An endpoint without verb and route. Where no symbol answers, the place is that of the registration.
  Endpoint describe(Answerer answerer, const NamePlace& registered);
  Endpoint describe(SymbolId symbol, const NamePlace& registered) { return describe(Answerer{.symbol = symbol}, registered); }

 private:
  Endpoint describe_symbol(SymbolId symbol, const NamePlace& registered);
  Answerer answering(const Site& value, int depth);
  Answerer answering_call(const Site& value, int depth);
  Answerer of_symbol(SymbolId symbol, int depth);
  SymbolId maker(const NamePlace& from, std::string_view callee);
  bool may_be_handler(const Answerer& found, Expression::Kind passed_as) const;
  Site value_of_local(const Site& name);
  std::vector<Site> values_of(const NamePlace& from, std::string_view name);
  SymbolId made_type(const Site& value);
  bool is_set_to_function(const Site& name);

  SourceFiles& files_;
};

}  // namespace grove::graph::web
