#include "graph/web/piece_texts.h"

#include <algorithm>
#include <string>
#include <utility>

namespace grove::graph::web {

std::vector<PieceText> distinct_texts(std::vector<PieceText> texts) {
  std::vector<PieceText> kept;
  std::vector<std::string> known;
  for (PieceText& text : texts) {
    std::string shown = text.rendered();
    if (kept.size() >= kMostTexts || std::ranges::find(known, shown) != known.end()) continue;
    known.push_back(std::move(shown));
    kept.push_back(std::move(text));
  }
  if (kept.size() > 1) {
    std::erase_if(kept, [](const PieceText& text) {
      const std::string shown = text.rendered();
      return shown.empty() || shown == "null";
    });
    for (PieceText& text : kept) text.confidence = std::max(text.confidence, Confidence::kScoped);
  }
  return kept;
}

std::vector<PieceText> crossed_texts(const std::vector<PieceText>& first, const std::vector<PieceText>& second) {
  std::vector<PieceText> out;
  for (const PieceText& a : first)
    for (const PieceText& b : second) {
      if (out.size() >= kMostTexts) return out;
      out.push_back(a);
      out.back().append(b);
    }
  return out;
}

std::vector<PieceText> joined_texts(const std::vector<PieceText>& above, const std::vector<PieceText>& below) {
  std::vector<PieceText> out;
  for (const PieceText& a : above)
    for (const PieceText& b : below)
      if (out.size() < kMostTexts) out.push_back(joined(a, b));
  return out;
}

std::vector<PieceText> filled_in(const PieceText& text, const PassedTexts& passed) {
  std::vector<PieceText> filled{{.pieces = {}, .confidence = text.confidence}};
  for (const TextPiece& piece : text.pieces) {
    std::optional<std::vector<PieceText>> value;
    if (piece.kind == TextPiece::Kind::kParameter) value = passed(piece);
    const bool has_value = value.has_value() && !value->empty();
    filled = crossed_texts(filled, has_value ? *value : std::vector<PieceText>{{.pieces = {piece}, .confidence = Confidence::kExact}});
  }
  return filled;
}

}  // namespace grove::graph::web
