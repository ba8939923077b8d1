#include "syntax/facts_properties.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/line_index.h"

namespace grove::syntax {
namespace {

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    i += length;
  }
  return true;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == '\0'; }

std::string without_space(std::string_view text) {
  std::string kept;
  for (const char c : text)
    if (!is_space(c)) kept += c;
  return kept;
}

class Checker {
 public:
  Checker(const Facts& facts, std::string_view text, std::uint32_t unit_bytes) : facts_(facts), text_(text), unit_bytes_(unit_bytes) {}

  std::vector<std::string> check() {
    strings();
    symbols();
    references();
    values();
    places();
    properties();
    units();
    coverage();
    return std::move(broken_);
  }

 private:
  template <class... Arguments>
  void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    if (!holds && broken_.size() < 20) broken_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  bool inside(ByteRange range) const { return range.begin <= range.end && range.end <= text_.size(); }
  std::string_view text(ByteRange range) const { return inside(range) ? text_.substr(range.begin, range.size()) : std::string_view{}; }

  /// Quotes around a name are no part of it; of a name in parts (`load:with:`) the first is looked for.
  bool is_at(std::string_view name, std::uint32_t begin) const {
    std::string_view rest = text_.substr(begin);
    if (rest.starts_with(name) || name.find('\n') != std::string_view::npos) return true;  // a CR reads as LF
    if (!rest.empty() && std::string_view("\"`'[").find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
    return rest.starts_with(name.substr(0, name.find(':')));
  }

  void strings() {
    if (!is_utf8(text_)) return;
    for (StringId id = 0; id < facts_.strings.size(); ++id)
      require(is_utf8(facts_.strings.at(id)), "string {} is cut inside a code point: {}", id, facts_.strings.at(id));
  }

  void places() {
    const LineIndex lines(text_);
    for (const Symbol& symbol : facts_.symbols)
      require(symbol.lines == lines.lines_of(symbol.range), "{} does not stand on lines {}-{}", facts_.text(symbol.name),
              symbol.lines.first, symbol.lines.last);
    for (const Reference& use : facts_.references)
      require(use.line == lines.line_of(use.begin), "use of {} is not on line {}", facts_.text(use.name), use.line);
    for (const Import& import : facts_.imports)
      require(import.line == lines.line_of(import.begin), "import of {} is not on line {}", facts_.text(import.module), import.line);
  }

  void properties() {
    const LineIndex lines(text_);
    for (const Property& property : facts_.properties)
      require(property.line == lines.line_of(property.begin), "property {} is not on line {}", facts_.text(property.key), property.line);
  }

  void symbols() {
    std::uint32_t last = 0;
    for (Index i = 0; i < facts_.symbols.size(); ++i) {
      const Symbol& symbol = facts_.symbols[i];
      const std::string_view name = facts_.text(symbol.name);
      require(inside(symbol.range) && inside(symbol.name_range) && inside(symbol.signature) && inside(symbol.doc), "{} reaches outside",
              name);
      require(symbol.range.contains(symbol.name_range), "{}: name outside its range", name);
      require(symbol.signature.empty() || symbol.range.contains(symbol.signature), "{}: signature outside its range", name);
      require(symbol.doc.empty() || symbol.doc.end <= symbol.range.begin || symbol.range.contains(symbol.doc), "{}: doc overlaps", name);
      require(symbol.parent == kNone || symbol.parent < i, "{} stands before its parent", name);
      if (symbol.parent != kNone && symbol.parent < i)
        require(facts_.symbols[symbol.parent].range.contains(symbol.range), "{} reaches out of {}", name,
                facts_.text(facts_.symbols[symbol.parent].name));
      require(symbol.range.begin >= last, "{} stands out of source order", name);
      last = symbol.range.begin;
      const std::string written = without_space(text(symbol.name_range));
      const std::string compact = without_space(name);
      const bool made = (symbol.flags & (kSymbolOperator | kSymbolTest)) != 0;
      require(made || written.find(compact) != std::string::npos || compact.find(written) != std::string::npos, "{} is written {}", name,
              written);
    }
  }

  void references() {
    for (const Reference& reference : facts_.references) {
      const std::string_view name = facts_.text(reference.name);
      // The constants of an enum are made without its name: `ADMIN(1)`.
      const bool is_constant =
          (reference.flags & kReferenceNew) != 0 && text_.substr(std::min<std::size_t>(reference.begin, text_.size())).starts_with('(');
      require(is_constant || (reference.begin <= text_.size() && is_at(name, reference.begin)), "reference {} isn't at {}: {}", name,
              reference.begin, text_.substr(std::min<std::size_t>(reference.begin, text_.size()), 20));
      require(reference.symbol == kNone || reference.symbol < facts_.symbols.size(), "reference {} in no symbol", name);
    }
    for (const CallArguments& call : facts_.call_arguments)
      require(call.reference < facts_.references.size() && call.arguments < facts_.expressions.size(), "arguments of no call");
  }

  void values() {
    const auto symbol_ok = [&](Index index) { return index == kNone || index < facts_.symbols.size(); };
    const auto value_ok = [&](Index index) { return index == kNone || index < facts_.expressions.size(); };
    for (const Expression& each : facts_.expressions)
      require(each.child_count == 0 || each.first_child > static_cast<std::size_t>(&each - facts_.expressions.data()),
              "children of an expression stand before it");
    for (const Expression& each : facts_.expressions)
      require(each.child_count == 0 || std::uint64_t{each.first_child} + each.child_count <= facts_.expressions.size(),
              "children of no one");
    for (const Annotation& each : facts_.annotations)
      require(symbol_ok(each.symbol) && value_ok(each.arguments) && (each.parameter == kNone || each.parameter < facts_.parameters.size()),
              "annotation {} on nothing", facts_.text(each.name));
    for (const Parameter& each : facts_.parameters)
      require(each.symbol < facts_.symbols.size(), "parameter {} of nothing", facts_.text(each.name));
    for (const Binding& each : facts_.bindings)
      require(symbol_ok(each.symbol) && value_ok(each.value), "binding {} of nothing", facts_.text(each.name));
  }

  void units() {
    std::uint32_t last = 0;
    for (Index i = 0; i < facts_.units.size(); ++i) {
      const Unit& unit = facts_.units[i];
      require(inside(unit.range) && !unit.range.empty(), "unit {} {} is empty or outside", i, facts_.text(unit.name));
      require(unit.range.begin >= last, "unit {} stands out of source order", i);
      require(unit.lines.first >= 1 && unit.lines.first <= unit.lines.last && unit.lines.last <= std::max(1U, facts_.lines),
              "unit {} has no lines", i);
      require(unit.symbol == kNone || unit.symbol < facts_.symbols.size(), "unit {} is no symbol", i);
      last = unit.range.begin;
      std::uint64_t size = 0;
      for (const ByteRange piece : unit_text_ranges(facts_, i)) size += piece.size();
      require(size <= unit_bytes_ + 700ULL, "unit {} {} has {} bytes", i, facts_.text(unit.name), size);
    }
  }

  void coverage() {
    std::vector<std::uint8_t> owners(text_.size(), 0);
    for (Index i = 0; i < facts_.units.size(); ++i)
      for (const ByteRange piece : unit_text_ranges(facts_, i))
        for (std::uint32_t at = piece.begin; at < piece.end && at < text_.size(); ++at)
          owners[at] = static_cast<std::uint8_t>(std::min(owners[at] + 1, 2));
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (is_space(text_[at]) || owners[at] == 1) continue;
      require(false, "byte {} is text of {} units: {}", at, owners[at] == 0 ? "no" : "several", text_.substr(at, 40));
      return;
    }
  }

  const Facts& facts_;
  std::string_view text_;
  std::uint32_t unit_bytes_;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> broken_properties(const Facts& facts, std::string_view text, std::uint32_t unit_bytes) {
  return Checker(facts, text, unit_bytes).check();
}

}  // namespace grove::syntax
