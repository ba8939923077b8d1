#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/code/code_values.h"
#include "graph/web/code/environment.h"
#include "graph/web/piece_texts.h"

namespace grove::graph::web {

/// Finds out which texts code in any language that `Sources` reads can put together: literals, sums, templates, formats, builders of paths
/// and URLs, constants by `CodeValues`, small functions that give a text back, variables of the environment by `.env` files. What only
/// callers know stands as a parameter. What `TextValues` is for the JVM. One a thread.
class CodeTexts {
 public:
  CodeTexts(CodeValues& values, const Environment& environment) : values_(values), environment_(environment) {}

  /// At most some; each once, in order of place.
  std::vector<PieceText> of(const Site& site);
  /// Of the first member of a name that an object has: `url` of `{url: "/x", method: "post"}`. Nothing where it is known to have none.
  std::vector<PieceText> of_member(const Site& object, std::initializer_list<std::string_view> names);
  std::vector<PieceText> of_value(const CodeValue& value);
  /// The only text that something is known to be: `"POST"`, a constant; nothing for anything else.
  std::optional<std::string> known(const Site& site);
  CodeValues& values() { return values_; }

 private:
  using Texts = std::vector<PieceText>;
  bool is_spent(int depth);
  Texts expression(const Spot& spot, Index index);
  Texts concat(const Spot& spot, const Expression& parts);
  Texts value(const CodeValue& value, int depth);
  Texts values_texts(const std::vector<CodeValue>& all, int depth);
  PieceText data(const CodeValue& value) const;
  Texts named(const Spot& spot, std::string_view written);
  Texts as_written(const Spot& spot, std::string_view written);
  Texts call(const Spot& spot, CallNumber call);
  Texts call_as_written(const Spot& spot, const Expression& call);
  std::optional<Texts> made(const Spot& spot, CallNumber call);
  Texts receiver_of(const Spot& spot, CallNumber call);
  std::optional<Texts> result(const Spot& spot, CallNumber call);
  Texts given_back(SymbolId function, int depth);
  Texts passed(const Spot& spot, CallNumber call, const TextPiece& parameter);
  Texts formatted(const Spot& spot, const Texts& formats, const std::vector<Index>& arguments);
  Texts environment(FileId file, std::string_view variable);

  CodeValues& values_;
  const Environment& environment_;
  std::vector<SymbolId> open_;  // functions that are being looked into
  int work_ = 0;                // done for the present question
};

}  // namespace grove::graph::web
