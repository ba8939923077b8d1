#include "graph/web/code/call_results.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace grove::graph::web {
namespace {

/// What is passed to say nothing.
constexpr std::array<std::string_view, 5> kNothing = {"undefined", "null", "None", "nil", "false"};

bool says_nothing(const Facts& facts, const Expression& passed) {
  const std::string_view text = facts.text(passed.text);
  if (passed.kind == Expression::Kind::kString) return text.empty();
  return passed.child_count == 0 && std::ranges::find(kNothing, text) != kNothing.end();
}

/// Whether an object as it is written can't have a member.
bool lacks(const Facts& facts, const Expression& object, std::string_view member) {
  if (object.kind != Expression::Kind::kObject) return false;
  member = member.substr(0, member.find('.'));
  for (std::uint32_t i = 0; i < object.child_count; ++i) {
    const Expression& one = facts.expressions[object.first_child + i];
    const std::string_view text = facts.text(one.text);
    if (one.kind == Expression::Kind::kNamed && text == member)
      return one.child_count == 1 && says_nothing(facts, facts.expressions[one.first_child]);
    const bool is_entry = one.kind == Expression::Kind::kNamed || (one.kind == Expression::Kind::kName && text != member);
    if (!is_entry) return false;  // what is spread may have it
  }
  return true;
}

std::size_t made_of(const PieceText& text, SymbolId function) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text.pieces, [&](const TextPiece& piece) { return piece.kind == TextPiece::Kind::kParameter && piece.function == function; }));
}

/// Whether all segments of a path are those of another one, in their order.
bool is_part_of(const std::string& part, const std::string& whole) {
  const std::vector<std::string_view> wanted = split(part, '/'), all = split(whole, '/');
  std::size_t next = 0;
  for (const std::string_view one : wanted) {
    if (one.empty()) continue;
    while (next < all.size() && all[next] != one) ++next;
    if (next++ >= all.size()) return false;
  }
  return true;
}

}  // namespace

Site passed_for(CodeValues& values, FileId file, CallNumber call, const TextPiece& parameter) {
  const Site named = values.named_argument(file, call, parameter.text);
  if (named.expression != kNone) return named;
  const Site site = values.argument(file, call, parameter.parameter);
  if (site.expression == kNone) return {};
  return site.facts->expressions[site.expression].kind == Expression::Kind::kNamed ? Site{} : site;
}

bool is_left_out(CodeValues& values, FileId file, CallNumber call, const TextPiece& parameter) {
  const CodeFile* code = values.sources().of(file);
  if (code == nullptr) return false;
  const Site passed = passed_for(values, file, call, parameter);
  if (passed.expression == kNone)
    return code->facts().references[code->calls()[call].reference].arity <= parameter.parameter;  // else not kept
  const Expression& expression = passed.facts->expressions[passed.expression];
  if (parameter.member.empty()) return says_nothing(*passed.facts, expression);
  return lacks(*passed.facts, expression, parameter.member);
}

std::vector<PieceText> fitting_results(std::vector<PieceText> texts, SymbolId function,
                                       const std::function<bool(const TextPiece&)>& leaves_out) {
  const auto is_incomplete = [&](const PieceText& text) {
    return std::ranges::any_of(text.pieces, [&](const TextPiece& piece) {
      return piece.kind == TextPiece::Kind::kParameter && piece.function == function && leaves_out(piece);
    });
  };
  if (!std::ranges::all_of(texts, is_incomplete)) std::erase_if(texts, is_incomplete);
  std::vector<PieceText> fitting;
  for (const PieceText& one : texts) {
    const bool goes_on = std::ranges::any_of(texts, [&](const PieceText& other) {
      return made_of(other, function) > made_of(one, function) && is_part_of(one.rendered(), other.rendered());
    });
    if (!goes_on) fitting.push_back(one);
  }
  return fitting;
}

}  // namespace grove::graph::web
