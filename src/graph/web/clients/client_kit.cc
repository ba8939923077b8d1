#include "graph/web/clients/client_kit.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"};

std::string upper(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

CodeVerb verb_from(const std::vector<PieceText>& texts, std::string_view otherwise) {
  if (texts.empty()) return {.name = std::string(otherwise)};
  if (texts.size() != 1 || texts.front().pieces.size() != 1) return {};
  const TextPiece& piece = texts.front().pieces.front();
  if (piece.kind == TextPiece::Kind::kParameter)
    return {.function = piece.function, .parameter = piece.parameter, .member = piece.member, .otherwise = std::string(otherwise)};
  std::string_view text = piece.text;
  if (piece.kind == TextPiece::Kind::kUnknown && text.starts_with("Method")) text.remove_prefix(6);  // `http.MethodPost`
  return {.name = verb_named(text)};
}

}  // namespace

std::string verb_named(std::string_view name) {
  std::string verb = upper(name);
  return std::ranges::find(kVerbs, verb) != kVerbs.end() ? verb : std::string();
}

CodeVerb verb_of(ClientKit& kit, const Site& site, std::string_view otherwise) {
  if (site.expression == kNone) return {.name = std::string(otherwise)};
  return verb_from(kit.texts.of(site), otherwise);
}

CodeVerb verb_in(ClientKit& kit, const Site& options, std::initializer_list<std::string_view> names, std::string_view otherwise) {
  if (options.expression == kNone) return {.name = std::string(otherwise)};
  return verb_from(kit.texts.of_member(options, names), otherwise);
}

std::vector<PieceText> below_client(const std::vector<PieceText>& bases, std::vector<PieceText> addresses) {
  if (bases.empty()) return addresses;
  std::vector<PieceText> configured = bases;
  for (PieceText& base : configured)
    for (TextPiece& piece : base.pieces) piece.is_configured = true;
  std::vector<PieceText> whole;
  for (PieceText& address : addresses) {
    if (address.rendered().find("://") != std::string::npos) {
      whole.push_back(std::move(address));
      continue;
    }
    for (PieceText& one : joined_texts(configured, {address})) whole.push_back(std::move(one));
  }
  return whole;
}

void add_requests(const CodeRequest& like, std::vector<PieceText> addresses, std::vector<CodeRequest>& found) {
  for (PieceText& address : addresses) {
    found.push_back(like);
    found.back().address = std::move(address);
  }
}

}  // namespace grove::graph::web
