#include "inference/pricing.h"

#include <algorithm>
#include <array>

namespace grove::inference {
namespace {

struct Row {
  std::string_view provider, model;
  double dollars;
};

constexpr std::string_view kAsOf = "2026-04";
constexpr std::array kPrices = {
    Row{"openai", "text-embedding-3-small", 0.02},
    Row{"openai", "text-embedding-3-large", 0.13},
    Row{"openai", "text-embedding-ada-002", 0.10},
    Row{"gemini", "gemini-embedding-001", 0.15},
    Row{"voyage", "voyage-code-3", 0.18},
    Row{"voyage", "voyage-3-large", 0.18},
    Row{"voyage", "voyage-3.5", 0.06},
    Row{"voyage", "voyage-3.5-lite", 0.02},
};

}  // namespace

std::uint64_t estimated_tokens(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerToken = 3;
  return (bytes + kBytesPerToken - 1) / kBytesPerToken;
}

std::optional<Price> list_price(std::string_view provider, std::string_view model) {
  const auto row = std::ranges::find_if(kPrices, [&](const Row& each) { return each.provider == provider && each.model == model; });
  if (row == kPrices.end()) return std::nullopt;
  return Price{.dollars_per_million_tokens = row->dollars, .as_of = kAsOf};
}

bool is_paid_provider(std::string_view provider) {
  return std::ranges::any_of(kPrices, [&](const Row& row) { return row.provider == provider; });
}

}  // namespace grove::inference
