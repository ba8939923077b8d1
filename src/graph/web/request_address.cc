#include "graph/web/request_address.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// The first of some characters outside of braces; npos where there is none.
std::size_t find_outside(std::string_view text, std::string_view wanted) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (depth == 0 && wanted.find(text[i]) != std::string_view::npos) return i;
    if (text[i] == '}' && depth > 0) --depth;
  }
  return std::string_view::npos;
}

/// `getOrderId` → `orderId`.
std::string without_get(std::string_view name) {
  if (name.starts_with("get") && name.size() > 3 && is_upper(name[3])) {
    std::string bare(name.substr(3));
    bare[0] = static_cast<char>(bare[0] - 'A' + 'a');
    return bare;
  }
  return std::string(name);
}

void read_authority(std::string_view authority, RequestAddress& made) {
  made.has_authority = true;
  if (const std::size_t user = authority.rfind('@'); user != std::string_view::npos) authority.remove_prefix(user + 1);
  const std::size_t colon = find_outside(authority, ":");
  std::string_view host = authority.substr(0, colon);
  // `orders{path}`: a path that is only known at another place.
  if (const std::size_t open = host.find('{');
      open != std::string_view::npos && open > 0 && host.ends_with('}') && is_name_byte(host[open - 1]))
    host = host.substr(0, open);
  // `http://$` before something unknown is no name.
  const bool is_name = std::ranges::all_of(host, [](char c) { return is_name_byte(c) || c == '-' || c == '.'; }) &&
                       std::ranges::any_of(host, [](char c) { return is_name_byte(c) && c != '$' && c != '_'; });
  if (is_name) made.host = std::string(host);
  if (colon == std::string_view::npos) return;
  const std::string_view port = authority.substr(colon + 1);
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  const bool is_whole = end == port.data() + port.size() || *end == '{';
  if (error == std::errc() && is_whole) made.port = number;
}

/// `orders:8080`, as some write a host without scheme.
bool is_host_with_port(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= text.size()) return false;
  return std::ranges::all_of(text.substr(colon + 1), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

PieceText PieceText::of(std::string_view text) {
  return {.pieces = {{.kind = TextPiece::Kind::kText, .text = std::string(text)}}, .confidence = Confidence::kExact};
}

PieceText PieceText::unknown(std::string_view name) {
  return {.pieces = {{.kind = TextPiece::Kind::kUnknown, .text = std::string(name)}}, .confidence = Confidence::kExact};
}

void PieceText::append(const PieceText& more) {
  for (const TextPiece& piece : more.pieces) {
    const bool goes_on = piece.kind == TextPiece::Kind::kText && !pieces.empty() && pieces.back().kind == TextPiece::Kind::kText;
    if (goes_on && pieces.back().is_configured == piece.is_configured)
      pieces.back().text += piece.text;
    else
      pieces.push_back(piece);
  }
  confidence = std::max(confidence, more.confidence);
}

bool PieceText::is_known() const {
  return std::ranges::all_of(pieces, [](const TextPiece& piece) { return piece.kind == TextPiece::Kind::kText; });
}

std::string PieceText::rendered() const {
  std::string out;
  for (const TextPiece& piece : pieces) out += piece.kind == TextPiece::Kind::kText ? piece.text : "{" + piece.text + "}";
  return out;
}

PieceText joined(PieceText above, const PieceText& below) {
  const auto is_text = [](const std::vector<TextPiece>& pieces, std::size_t i) { return pieces[i].kind == TextPiece::Kind::kText; };
  const bool ends = !above.pieces.empty() && is_text(above.pieces, above.pieces.size() - 1) && above.pieces.back().text.ends_with('/');
  const bool starts = !below.pieces.empty() && is_text(below.pieces, 0) && below.pieces.front().text.starts_with('/');
  if (ends && starts) above.pieces.back().text.pop_back();
  if (!ends && !starts && !below.pieces.empty()) above.append(PieceText::of("/"));
  above.append(below);
  return above;
}

std::string name_for(std::string_view expression) {
  std::string name;
  // The last name that says what it is: conversions don't.
  while (!expression.empty() && name.empty()) {
    while (!expression.empty() && !is_name_byte(expression.back())) {
      if (expression.back() != ')') {
        expression.remove_suffix(1);
        continue;
      }
      const std::size_t open = opening(expression, expression.size() - 1);
      expression = expression.substr(0, open == std::string_view::npos ? 0 : open);
    }
    std::size_t begin = expression.size();
    while (begin > 0 && is_name_byte(expression[begin - 1])) --begin;
    name = std::string(expression.substr(begin));
    expression = expression.substr(0, begin);
    const bool converts = name == "toString" || name == "trim" || name == "valueOf" || name == "encode" || name == "get" || name == "value";
    if (converts && !expression.empty()) name.clear();
  }
  return without_get(name);
}

RequestAddress parse_address(std::string_view text) {
  RequestAddress made;
  text = trim(text);
  text = text.substr(0, find_outside(text, "?#"));
  std::string_view path = text;
  if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos && scheme < find_outside(text, "/")) {
    const std::string_view rest = text.substr(scheme + 3);
    const std::size_t slash = find_outside(rest, "/");
    read_authority(rest.substr(0, slash), made);
    path = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  } else if (text.starts_with('{')) {
    // What stands first may be all in front of the path, or the host, or end with the slash that the rest lacks.
    std::string_view rest = text;
    while (rest.starts_with('{')) rest = rest.substr(std::min(rest.find('}'), rest.size() - 1) + 1);
    const std::size_t slash = find_outside(rest, "/");
    const bool is_path = rest.starts_with('/') || (!rest.empty() && is_name_byte(rest.front()));
    path = is_path ? rest : slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  } else if (const std::string_view first = text.substr(0, text.find('/')); is_host_with_port(first)) {
    read_authority(first, made);
    path = text.substr(first.size());
  }
  if (!path.empty()) made.route = clean_route(path);
  return made;
}

}  // namespace grove::graph::web
