#include "engine/unit_code.h"

#include <algorithm>

#include "engine/doc_text.h"

namespace grove::engine {
namespace {

/// The units of the index that lie directly inside `ref`.
std::vector<UnitPiece> inner_units(const index::UnitIndex& index, index::UnitRef ref, ByteRange outer) {
  const index::UnitRun run = index.file(ref).units;
  std::vector<UnitPiece> inner;
  std::uint32_t covered = outer.begin;
  for (std::uint32_t unit = ref.unit + 1; unit < run.first.unit + run.count; ++unit) {
    const index::UnitView view = index.unit({ref.segment, unit});
    if (!outer.contains(view.range)) break;
    if (view.range.begin < covered) continue;
    inner.push_back({view.range, view.signature});
    covered = view.range.end;
  }
  return inner;
}

std::string_view name_of(const Facts& facts, const Unit& unit) {
  return facts.text(unit.symbol == kNone ? unit.name : facts.symbols[unit.symbol].qualified_name);
}

/// The same unit in newer facts: of that name, kind and part, the n-th of them.
Index same_unit(const Facts& facts, const index::UnitView& wanted) {
  const std::string_view name = wanted.qualified_name.empty() ? wanted.name : wanted.qualified_name;
  std::uint32_t twin = std::max<std::uint32_t>(1, wanted.twin);
  if (name.empty()) return kNone;
  Index last = kNone;
  for (Index i = 0; i < facts.units.size(); ++i) {
    const Unit& unit = facts.units[i];
    if (unit.part != wanted.part || unit.kind != wanted.kind || name_of(facts, unit) != name) continue;
    last = i;
    if (--twin == 0) break;
  }
  return last;
}

/// A unit's range less the tail that people are not shown: up to the end of its last line.
ByteRange shown_range(std::string_view text, ByteRange range, LineRange lines) {
  std::size_t at = text.find_first_not_of(" \t\r\n", range.begin);
  for (std::uint32_t line = lines.first; at < range.end; ++line, ++at) {
    at = text.find('\n', at);
    if (at >= range.end) break;  // also where the file ends without a line break
    if (line == lines.last) return {range.begin, static_cast<std::uint32_t>(at)};
  }
  return range;
}

/// Keeps count of the lines of the file while some of them are left out.
class GapWriter {
 public:
  explicit GapWriter(std::uint32_t first_line) : line_(first_line) { out_.lines.push_back(first_line); }

  void show(std::string_view piece) {
    out_.text += piece;
    for (const char c : piece) {
      if (c == '\n') out_.lines.push_back(++line_);
    }
  }
  void replace(std::string_view piece, const std::string& signature) {
    if (!signature.empty()) {
      out_.text += piece.substr(0, std::min(piece.find_first_not_of(" \t"), piece.size()));
      out_.text += signature + " …";
    }
    line_ += static_cast<std::uint32_t>(std::ranges::count(piece, '\n'));
    if (!piece.ends_with('\n')) return;
    if (out_.text.empty() || out_.text.ends_with('\n')) {
      out_.lines.back() = line_;
    } else {
      out_.text += '\n';
      out_.lines.push_back(line_);
    }
  }
  GappedText take() {
    while (out_.text.ends_with('\n') || out_.text.ends_with('\r')) out_.text.pop_back();
    out_.lines.resize(static_cast<std::size_t>(std::ranges::count(out_.text, '\n')) + 1);
    return std::move(out_);
  }

 private:
  GappedText out_;
  std::uint32_t line_;
};

}  // namespace

GappedText text_with_gaps(std::string_view text, const UnitPiece& outer, std::uint32_t first_line, std::span<const UnitPiece> inner) {
  GapWriter writer(first_line);
  std::uint32_t at = outer.range.begin;
  for (const UnitPiece& piece : inner) {
    writer.show(slice(text, {at, piece.range.begin}));
    writer.replace(slice(text, piece.range), signature_text(slice(text, piece.signature)));
    at = piece.range.end;
  }
  writer.show(slice(text, {at, outer.range.end}));
  return writer.take();
}

UnitCode UnitReader::read(const UnitAddress& address, const CancelToken& cancel) {
  const index::UnitView unit = address.index.unit(address.ref);
  if (is_extracted(unit.language)) return read_extracted(address, unit);
  const auto source = texts_.read(address.repository.root, unit.path);
  if (!source) {
    const bool lacking = source.error().code == ErrorCode::kUnavailable;
    return {.code = {},
            .code_lines = {},
            .signature = {},
            .docstring = {},
            .lines = unit.lines,
            .state = lacking ? UnitCode::State::kUnread : UnitCode::State::kLost};
  }
  if ((*source)->hash != unit.file_hash) return find_again(address.repository, unit, cancel);
  const std::string_view text = (*source)->text;
  UnitCode shown;
  GappedText code = text_with_gaps(text, {shown_range(text, unit.range, unit.lines), {}}, unit.lines.first,
                                   inner_units(address.index, address.ref, unit.range));
  shown.code = std::move(code.text);
  shown.code_lines = std::move(code.lines);
  shown.signature = signature_text(slice(text, unit.signature));
  shown.docstring = doc_text(slice(text, unit.doc));
  shown.lines = unit.lines;
  return shown;
}

UnitCode UnitReader::read_extracted(const UnitAddress& address, const index::UnitView& unit) {
  UnitCode shown{.code = {}, .code_lines = {}, .signature = {}, .docstring = {}, .lines = unit.lines, .state = UnitCode::State::kLost};
  const auto stored = documents_.find(address.repository.id, unit.file_hash);
  if (!stored) return shown;
  const document::StoredText& text = **stored;
  const document::Piece piece = text.piece(text.piece_at(unit.range.begin));
  shown.code = slice(text.text(), unit.range);
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(shown.code, '\n')) + 1;
  const bool line_by_line = unit.lines.last - unit.lines.first + 1 == lines;
  for (std::uint32_t i = 0; i < lines; ++i) shown.code_lines.push_back(unit.lines.first + (line_by_line ? i : 0));
  if (piece.kind == document::Piece::Kind::kPassage) shown.place = place_of(piece);
  if (piece.kind == document::Piece::Kind::kEntity) shown.entity = card_of(piece);
  const document::FileMoment then = text.moment();
  const SourceTexts::Snapshot snapshot{.hash = unit.file_hash, .size = then.size, .mtime_ns = then.mtime_ns};
  if (texts_.is_unchanged(address.repository.root, unit.path, snapshot)) shown.state = UnitCode::State::kAsIndexed;
  return shown;
}

std::unique_ptr<syntax::LanguageParser> UnitReader::take_parser() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_parsers_.empty()) {
      auto parser = std::move(idle_parsers_.back());
      idle_parsers_.pop_back();
      return parser;
    }
  }
  return syntax::make_parser();
}

void UnitReader::give_back(std::unique_ptr<syntax::LanguageParser> parser) {
  const std::lock_guard lock(mutex_);
  if (idle_parsers_.empty()) idle_parsers_.push_back(std::move(parser));
}

std::shared_ptr<const document::StoredText> UnitReader::stored_text(const Repository& repository, std::string_view path, Sha256& hash) {
  if (!has_document_name(path)) return nullptr;
  const auto now = texts_.hash(repository.root, path);
  if (!now) return nullptr;
  hash = *now;
  const auto stored = documents_.find(repository.id, hash);
  return stored ? *stored : nullptr;
}

Result<std::shared_ptr<const SourceText>> UnitReader::text(const Repository& repository, std::string_view path) {
  Sha256 hash{};
  if (const auto stored = stored_text(repository, path, hash))
    return std::make_shared<const SourceText>(SourceText{.hash = hash, .text = std::string(stored->text())});
  return texts_.read(repository.root, path);
}

Result<UnitReader::Parsed> UnitReader::parse(const Repository& repository, std::string_view path, const CancelToken& cancel) {
  Parsed parsed;
  Sha256 hash{};
  if (const auto stored = stored_text(repository, path, hash)) {
    document::SearchableText whole = stored->whole();
    parsed.facts = document::facts_of(whole);
    parsed.source = std::make_shared<const SourceText>(SourceText{.hash = hash, .text = std::move(whole.text)});
    return parsed;
  }
  GROVE_ASSIGN_OR_RETURN(parsed.source, texts_.read(repository.root, path));
  auto parser = take_parser();
  const std::string_view text = parsed.source->text;
  parsed.facts =
      parser->parse({.path = path, .language = syntax::detect_language(path, text), .text = text, .limits = {}, .cancel = cancel});
  give_back(std::move(parser));
  return parsed;
}

std::optional<std::uint32_t> UnitReader::broken_line(const std::string& root, std::string_view path, const CancelToken& cancel) {
  const auto source = texts_.read(root, path);
  if (!source) return std::nullopt;
  auto parser = take_parser();
  const std::string_view text = (*source)->text;
  const auto line =
      parser->broken_line({.path = path, .language = syntax::detect_language(path, text), .text = text, .limits = {}, .cancel = cancel});
  give_back(std::move(parser));
  return line;
}

UnitCode UnitReader::find_again(const Repository& repository, const index::UnitView& unit, const CancelToken& cancel) {
  UnitCode shown{.code = {}, .code_lines = {}, .signature = {}, .docstring = {}, .lines = unit.lines, .state = UnitCode::State::kLost};
  const auto parsed = parse(repository, unit.path, cancel);
  if (!parsed) return shown;
  const Facts& facts = parsed->facts;
  const Index found = same_unit(facts, unit);
  if (found == kNone) return shown;
  const Unit& now = facts.units[found];
  std::vector<UnitPiece> inner;
  std::uint32_t covered = now.range.begin;
  for (Index i = found + 1; i < facts.units.size() && now.range.contains(facts.units[i].range); ++i) {
    if (facts.units[i].range.begin < covered) continue;
    const Index symbol = facts.units[i].symbol;
    inner.push_back({facts.units[i].range, symbol == kNone ? ByteRange{} : facts.symbols[symbol].signature});
    covered = facts.units[i].range.end;
  }
  const std::string_view text = parsed->source->text;
  shown.state = UnitCode::State::kFoundAgain;
  shown.lines = now.lines;
  GappedText code = text_with_gaps(text, {shown_range(text, now.range, now.lines), {}}, now.lines.first, inner);
  shown.code = std::move(code.text);
  shown.code_lines = std::move(code.lines);
  if (now.symbol == kNone) return shown;
  shown.signature = signature_text(slice(text, facts.symbols[now.symbol].signature));
  shown.docstring = doc_text(slice(text, facts.symbols[now.symbol].doc));
  return shown;
}

}  // namespace grove::engine
