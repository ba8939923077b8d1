#include "ingest/passages.h"

#include <algorithm>
#include <span>

#include "inference/normalise.h"

namespace grove::ingest {
namespace {

constexpr std::size_t kImportBytes = 400;
constexpr std::size_t kPassagesAtOnce = 64;

std::string imports_of(const Facts& facts) {
  std::string imports;
  for (const Import& import : facts.imports) {
    if (imports.size() >= kImportBytes) break;
    const std::string_view module = facts.text(import.module);
    if (module.empty()) continue;
    if (!imports.empty()) imports += ", ";
    imports += module;
  }
  return imports;
}

std::string join_pieces(std::string_view text, const std::vector<ByteRange>& pieces) {
  std::string joined;
  for (const ByteRange piece : pieces) {
    joined += slice(text, piece);
    joined += '\n';
  }
  return joined;
}

}  // namespace

Passages::Passages(const Origin& origin) : imports_(imports_of(origin.facts)) {
  const Facts& facts = origin.facts;
  passages_.reserve(facts.units.size());
  joined_.reserve(facts.units.size());  // no move: passages point into the strings
  for (Index index = 0; index < facts.units.size(); ++index) {
    const Unit& unit = facts.units[index];
    const Symbol* symbol = unit.symbol == kNone ? nullptr : &facts.symbols[unit.symbol];
    const std::vector<ByteRange> pieces = unit_text_ranges(facts, index);
    std::string_view code;
    if (pieces.size() == 1) code = slice(origin.text, pieces.front());
    if (pieces.size() > 1) code = joined_.emplace_back(join_pieces(origin.text, pieces));
    passages_.push_back({.repository = origin.repository,
                         .path = origin.path,
                         .scope = symbol == nullptr ? facts.text(unit.name) : facts.text(symbol->qualified_name),
                         .imports = imports_,
                         .doc = symbol == nullptr ? std::string_view{} : slice(origin.text, symbol->doc),
                         .code = code});
  }
}

Result<std::vector<std::int8_t>> embed_passages(std::span<const inference::Passage> passages, inference::Embedder& embedder,
                                                const CancelToken& cancel) {
  const std::size_t dimensions = embedder.info().dimensions;
  const std::size_t at_once = std::max(kPassagesAtOnce, embedder.passages_at_once());
  std::vector<float> rows(passages.size() * dimensions);
  for (std::size_t first = 0; first < passages.size(); first += at_once) {
    const std::size_t count = std::min(at_once, passages.size() - first);
    GROVE_RETURN_IF_ERROR(
        embedder.embed_passages(passages.subspan(first, count), std::span(rows).subspan(first * dimensions, count * dimensions), cancel));
  }
  return inference::quantise_rows(rows, dimensions);
}

}  // namespace grove::ingest
