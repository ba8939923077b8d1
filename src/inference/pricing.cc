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

struct ChatRow {
  std::string_view model;
  double in, out;
};

constexpr std::array kChatPrices = {
    ChatRow{"gpt-4o-mini", 0.15, 0.60},  ChatRow{"gpt-4o", 2.50, 10.00},      ChatRow{"gpt-4.1", 2.00, 8.00},
    ChatRow{"gpt-4.1-mini", 0.40, 1.60}, ChatRow{"gpt-4.1-nano", 0.10, 0.40}, ChatRow{"o4-mini", 1.10, 4.40},
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

double ChatPrice::of(std::uint64_t tokens_in, std::uint64_t tokens_out) const {
  return (static_cast<double>(tokens_in) * dollars_in + static_cast<double>(tokens_out) * dollars_out) / 1e6;
}

std::optional<ChatPrice> chat_list_price(std::string_view model) {
  constexpr std::string_view kVendor = "openai/";
  if (model.starts_with(kVendor)) model.remove_prefix(kVendor.size());
  const auto row = std::ranges::find(kChatPrices, model, &ChatRow::model);
  if (row == kChatPrices.end()) return std::nullopt;
  return ChatPrice{.dollars_in = row->in, .dollars_out = row->out, .as_of = kAsOf};
}

bool is_paid_provider(std::string_view provider) {
  return std::ranges::any_of(kPrices, [&](const Row& row) { return row.provider == provider; });
}

}  // namespace grove::inference
