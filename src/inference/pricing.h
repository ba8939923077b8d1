#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove::inference {

/// About how many tokens a text of so many bytes has: three bytes of code a token, which is rather too many tokens than too few.
std::uint64_t estimated_tokens(std::uint64_t bytes);

/// What a provider charges.
struct Price {
  double dollars_per_million_tokens = 0;
  std::string_view as_of;  ///< Month in which its price list said so, "2026-04"; empty for a price that a person set.
};

/// Of models that are known to cost something; nothing for others, which may be free or not. Price lists change: an estimate is an
/// estimate.
std::optional<Price> list_price(std::string_view provider, std::string_view model);

/// What a language model costs, in and out.
struct ChatPrice {
  double dollars_in = 0;  ///< For a million tokens.
  double dollars_out = 0;
  std::string_view as_of = {};  ///< As of `Price`.

  double of(std::uint64_t tokens_in, std::uint64_t tokens_out) const;
};

/// By name, with or without its vendor ("openai/gpt-4o-mini"); nothing for models that aren't known to cost something.
std::optional<ChatPrice> chat_list_price(std::string_view model);

/// Whether a provider is one that charges by the token, known price or not, when asked at its own address.
bool is_paid_provider(std::string_view provider);

}  // namespace grove::inference
