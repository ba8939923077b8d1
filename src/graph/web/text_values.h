#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/code_files.h"
#include "graph/web/receivers.h"
#include "graph/web/request_address.h"

namespace grove::graph::web {

/// Finds out which texts code can put together: literals, concatenations, formats, builders of URLs, variables by what was assigned to
/// them, fields by configuration, functions of the repository by what they give back. What only callers know stands as a parameter. One a
/// thread.
class TextValues {
 public:
  TextValues(Workplace& at, Receivers& receivers, CodeFiles& files) : at_(at), receivers_(receivers), files_(files) {}

  /// At most some; each once, in order of place.
  std::vector<PieceText> of(const Site& site);
  /// Of a call that gives a text back: `UriComponentsBuilder.fromHttpUrl(base).path("/x")`.
  std::vector<PieceText> of_call(FileId file, CallNumber call);
  /// Of what a call is asked of: `URI.create(url)` in `URI.create(url).toURL().openConnection()`.
  std::vector<PieceText> asked_of(FileId file, CallNumber call);
  /// Some texts with what callers pass on in the place of a function's parameters; `arguments` by the parameters' place.
  static std::vector<PieceText> with_arguments(const std::vector<PieceText>& texts, SymbolId function,
                                               const std::vector<std::vector<PieceText>>& arguments);

 private:
  using Texts = std::vector<PieceText>;
  /// Where names are looked up: in a function, by what stands before a place.
  struct Spot {
    FileId file = 0;
    SymbolId scope = kNobody;
    std::uint32_t before = 0;
    int depth = 0;

    Spot deeper() const { return {.file = file, .scope = scope, .before = before, .depth = depth + 1}; }
  };
  Spot spot_of(FileId file, CallNumber call);
  bool is_spent(const Spot& spot);

  Texts expression(const Spot& spot, Index expression);
  Texts concat(const Spot& spot, const Expression& parts);
  Texts format(const Spot& spot, const Texts& formats, const std::vector<Index>& arguments);
  Texts call(const Spot& spot, CallNumber call);
  Texts call_without_place(const Spot& spot, const Expression& expression);
  std::optional<Texts> made(const Spot& spot, CallNumber call);
  std::optional<Texts> step(const Spot& spot, CallNumber call);
  Texts base_of(const Spot& spot, CallNumber call);
  std::optional<std::string> service_of(const Spot& spot, CallNumber call);
  std::optional<std::string> service_named(const Spot& spot, std::string_view variable);
  Texts named(const Spot& spot, std::string_view name);
  std::optional<Texts> local(const Spot& spot, std::string_view name);
  std::optional<Texts> constant(const Spot& spot, std::string_view name);
  std::optional<Texts> property_of_type(const Spot& spot, std::string_view path);
  Texts field(SymbolId field, int depth);
  std::optional<Texts> injected(const Marking& marking);
  std::optional<Texts> injected_parameter(SymbolId callable, Index parameter);
  Texts parameter(const Spot& spot, SymbolId callable, std::uint32_t place);
  std::vector<SymbolId> called(const Spot& spot, CallNumber call);
  SymbolId enum_constant(const Spot& spot, std::string_view written);
  std::optional<Texts> of_enum_constant(const Spot& spot, std::string_view written, std::string_view field);
  SymbolId asked_constant(SymbolId type) const;
  std::optional<Texts> result(const Spot& spot, CallNumber call);
  std::optional<Texts> returned(SymbolId function, int depth);
  Texts filled(FileId file, std::string_view text);

  const CodeFile& code(const Spot& spot) { return files_.of(spot.file); }
  Index local_index(const Spot& spot, SymbolId symbol) const { return symbol - at_.program.declarations().file(spot.file).first_symbol; }

  Workplace& at_;
  Receivers& receivers_;
  CodeFiles& files_;
  std::vector<SymbolId> open_;       // fields and functions that are being looked into
  std::vector<SymbolId> constants_;  // of enums, that are being asked
  int work_ = 0;                     // done for the present question
};

}  // namespace grove::graph::web
