#include "inference/llama/list_ends.h"

#include <llama.h>

#include <algorithm>
#include <array>

namespace grove::inference {
namespace {

using Piece = std::array<char, 64>;

std::string_view piece_of(const llama_vocab& vocabulary, llama_token token, Piece& room) {
  const std::int32_t size = llama_token_to_piece(&vocabulary, token, room.data(), static_cast<std::int32_t>(room.size()), 0, false);
  return {room.data(), static_cast<std::size_t>(std::max(0, size))};
}

}  // namespace

void ListEnds::read(std::string_view text) {
  for (const char c : text) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == '\\') {
      is_escaped_ = is_in_text_;
    } else if (c == '"') {
      is_in_text_ = !is_in_text_;
    }
  }
}

void ListEnds::look_up(const llama_vocab& vocabulary) {
  if (!tokens_.empty()) return;
  Piece room{};
  for (llama_token token = 0; token < llama_vocab_n_tokens(&vocabulary); ++token) {
    const std::string_view piece = piece_of(vocabulary, token, room);
    const std::size_t first = piece.find_first_not_of(" \n");
    if (first != std::string_view::npos && (piece[first] == ']' || piece[first] == '}')) tokens_.push_back(token);
    if (piece == "\"") quote_ = token;
  }
}

std::span<const Token> ListEnds::tokens(const llama_vocab& vocabulary) {
  if (is_in_text_) return {};
  look_up(vocabulary);
  return tokens_;
}

Token ListEnds::without_next(const llama_vocab& vocabulary, Token token) {
  look_up(vocabulary);
  Piece room{};
  return is_in_text_ && quote_ >= 0 && piece_of(vocabulary, token, room).starts_with('"') ? quote_ : token;
}

}  // namespace grove::inference
