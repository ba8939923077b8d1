#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

struct llama_vocab;

namespace grove::inference {

/// A `llama_token`.
using Token = std::int32_t;

/// The tokens with which a model that writes JSON comes to an end: those that close a list or an object. One answer's; not thread-safe.
class ListEnds {
 public:
  /// Takes note of what was written.
  void read(std::string_view text);
  /// The tokens that begin with `]` or `}`; none within a text, which is finished as the model wants it.
  std::span<const Token> tokens(const llama_vocab& vocabulary);
  /// The token with which a text ends, in place of one that also says what comes next.
  Token without_next(const llama_vocab& vocabulary, Token token);

 private:
  void look_up(const llama_vocab& vocabulary);

  bool is_in_text_ = false;
  bool is_escaped_ = false;
  std::vector<Token> tokens_;  // as the next, once they are asked for
  Token quote_ = -1;
};

}  // namespace grove::inference
