#include "graph/web/clients/made_clients.h"

#include <algorithm>

#include "graph/web/code/call_results.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostMakers = 60;
constexpr std::size_t kMostTold = 60;
constexpr int kDeepest = 3;

}  // namespace

const std::vector<MadeClients::Place>& MadeClients::makers(SymbolId constructor) {
  const auto [known, fresh] = makers_.try_emplace(constructor);
  if (!fresh) return known->second;
  const SymbolId type = kit_.sources.declarations().symbol(constructor).parent;
  std::vector<Place> found = type == kNobody ? std::vector<Place>() : callers_.of(type);
  if (found.size() > kMostMakers) found.clear();
  return makers_[constructor] = std::move(found);
}

std::vector<PieceText> MadeClients::told(const PieceText& address, int depth) {
  const Declarations& all = kit_.sources.declarations();
  const auto open = std::ranges::find_if(address.pieces, [&](const TextPiece& piece) {
    return piece.kind == TextPiece::Kind::kParameter && all.symbol(piece.function).kind == Kind::kConstructor;
  });
  if (open == address.pieces.end() || depth > kDeepest) return {address};
  const SymbolId constructor = open->function;
  std::vector<PieceText> told_texts;
  for (const auto& [file, call] : makers(constructor)) {
    const std::vector<PieceText> filled = filled_in(address, [&](const TextPiece& piece) -> std::optional<std::vector<PieceText>> {
      if (piece.function != constructor || !piece.member.empty()) return std::nullopt;
      const Site passed = passed_for(kit_.values, file, call, piece);
      std::vector<PieceText> texts = passed.expression == kNone ? std::vector<PieceText>() : kit_.texts.of(passed);
      return texts.empty() ? std::vector<PieceText>{PieceText::unknown(piece.text)} : texts;
    });
    for (const PieceText& text : filled) {
      if (text.rendered() == address.rendered()) continue;  // it says nothing new
      for (PieceText& one : told(text, depth + 1))
        if (told_texts.size() < kMostTold) told_texts.push_back(std::move(one));
    }
  }
  if (told_texts.empty()) return {address};
  if (told_texts.size() > 1)
    for (PieceText& one : told_texts) one.confidence = std::max(one.confidence, Confidence::kScoped);
  return told_texts;
}

}  // namespace grove::graph::web
