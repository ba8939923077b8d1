#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "corpus/facts_io.h"
#include "corpus/symbol_cursor.h"
#include "corpus/usage_table.h"
#include "model/facts.h"

/// The columns of each section in their order (docs/formats/facts.md). With a FactsWriter the facts are const and read; with a FactsReader
/// they are filled in. Guesses make usual values 0; they look at nothing that a reader doesn't have yet, and at nothing unchecked by index.
namespace grove::corpus {

// A row that grew has a field that is not stored: give it a column at the end of its section, in a section of its own for readers of old
// blobs, and say so in the format's page.
static_assert(sizeof(Symbol) == 68 && sizeof(Unit) == 32 && sizeof(Reference) == 24 && sizeof(Import) == 24 && sizeof(Expression) == 20);
static_assert(sizeof(Annotation) == 20 && sizeof(Parameter) == 20 && sizeof(TypeParameter) == 12 && sizeof(Binding) == 20);
static_assert(sizeof(CallArguments) == 12 && sizeof(Lambda) == 20 && sizeof(Property) == 20);

/// Strings get their ids where they are first met, so that the next new one is mostly the greatest so far plus one.
template <class Stream>
class NewStrings {
 public:
  explicit NewStrings(Stream& stream) : stream_(stream) {}
  template <class Id>
  void code(Id& id) {
    stream_.string_near(id, greatest_ + 1);
    greatest_ = std::max(greatest_, stream_.id_on_disk(id));
  }

 private:
  Stream& stream_;
  StringId greatest_ = 0;
};

template <class Stream, class Rows, class Field>
void code_new_strings(Stream& stream, Rows& rows, Field field) {
  NewStrings<Stream> strings(stream);
  for (auto& row : rows) strings.code(field(row));
}

template <class Stream, class Rows>
void code_begins(Stream& stream, Rows& rows) {
  std::uint32_t last = 0;
  for (auto& row : rows) {
    stream.near(row.begin, last);
    last = row.begin;
  }
}

/// 0 for an empty range, else its size in whatever form; an empty range comes back as [0, 0).
template <class Stream, class Range>
void code_size(Stream& stream, Range& range) {
  if constexpr (Stream::kWrites) {
    stream.number(range.empty() ? 0 : range.size());
  } else {
    std::uint32_t size = 0;
    stream.number(size);
    range = size == 0 ? ByteRange{} : ByteRange{range.begin, range.begin + size};
  }
}

template <class Stream, class FactsT>
void code_header(Stream& stream, FactsT& facts) {
  stream.number(facts.language);
  stream.number(facts.state);
  stream.number(facts.generated);
  stream.string(facts.module);
  stream.number(facts.bytes);
  stream.number(facts.lines);
}

/// All of symbols but their qualified names.
template <class Stream, class FactsT>
void code_symbols(Stream& stream, FactsT& facts) {
  auto& rows = facts.symbols;
  for (auto& row : rows) stream.number(row.kind);
  for (auto& row : rows) stream.number(row.flags);
  for (auto& row : rows) stream.number(row.arity);
  code_new_strings(stream, rows, [](auto& row) -> auto& { return row.name; });
  for (auto& row : rows) stream.string(row.type);
  for (auto& row : rows) stream.string(row.receiver);
  Index last_parent = kNone;
  for (auto& row : rows) {
    stream.index_near(row.parent, last_parent);
    last_parent = row.parent;
  }
  code_symbol_ranges(stream, facts);
}

/// Symbols stand one after another, and the first child of one near its begin.
template <class Stream, class FactsT>
void code_symbol_ranges(Stream& stream, FactsT& facts) {
  auto& rows = facts.symbols;
  for (Index own = 0; own < rows.size(); ++own) {
    const bool is_first_child = own > 0 && rows[own].parent == own - 1;
    const std::uint32_t guess = own == 0 ? 0 : is_first_child ? rows[own - 1].range.begin : rows[own - 1].range.end;
    stream.near(rows[own].range.begin, guess);
    std::uint32_t size = rows[own].range.size();
    stream.number(size);
    if constexpr (!Stream::kWrites) rows[own].range.end = rows[own].range.begin + size;
  }
  for (auto& row : rows) code_signature(stream, row);
  for (auto& row : rows) {
    stream.near(row.name_range.begin, row.signature.empty() ? row.range.begin : row.signature.begin);
    std::uint32_t size = row.name_range.size();
    stream.near(size, static_cast<std::int64_t>(facts.text(row.name).size()));
    if constexpr (!Stream::kWrites) row.name_range.end = row.name_range.begin + size;
  }
  for (auto& row : rows) code_size(stream, row.doc);
  for (auto& row : rows) {
    if (row.doc.empty()) continue;
    // Here a reader knows the size only, and keeps it in a range that begins anywhere.
    std::uint32_t end = row.doc.end;
    const std::uint32_t size = row.doc.size();
    stream.near(end, row.range.begin);
    if constexpr (!Stream::kWrites) row.doc = {end - size, end};
  }
}

/// Size 0: none; 1: up to the end of the whole; else the size plus 2.
template <class Stream, class Row>
void code_signature(Stream& stream, Row& row) {
  std::uint64_t form = row.signature.empty() ? 0 : row.signature.end == row.range.end ? 1 : std::uint64_t{row.signature.size()} + 2;
  stream.number(form);
  if (form == 0) {
    if constexpr (!Stream::kWrites) row.signature = {};
    return;
  }
  stream.near(row.signature.begin, row.range.begin);
  if constexpr (!Stream::kWrites)
    row.signature.end = form == 1 ? row.range.end : row.signature.begin + static_cast<std::uint32_t>(form - 2);
}

/// The next unit is mostly that of the next symbol and lies where that one lies.
template <class Stream, class FactsT>
void code_units(Stream& stream, FactsT& facts) {
  Symbol no_symbol;
  no_symbol.kind = Kind::kSection;
  auto& rows = facts.units;
  const auto symbol_of = [&](const auto& row) -> const Symbol& {
    return row.symbol < facts.symbols.size() ? facts.symbols[row.symbol] : no_symbol;
  };
  Index last_symbol = kNone;
  for (auto& row : rows) {
    stream.index_after(row.symbol, last_symbol);
    if (row.symbol != kNone) last_symbol = row.symbol;
  }
  for (auto& row : rows) {
    // 0: the symbol's kind, or a section.
    std::uint32_t form = row.kind == symbol_of(row).kind ? 0 : static_cast<std::uint32_t>(row.kind) + 1;
    stream.number(form);
    if constexpr (!Stream::kWrites) row.kind = form == 0 ? symbol_of(row).kind : static_cast<Kind>(form - 1);
  }
  for (auto& row : rows) stream.number(row.part);
  for (auto& row : rows) stream.index_near(row.parent, symbol_of(row).parent);
  NewStrings<Stream> section_names(stream);
  for (auto& row : rows) {
    if (row.symbol == kNone)
      section_names.code(row.name);
    else
      stream.string_near(row.name, stream.id_on_disk(symbol_of(row).name));
  }
  code_unit_ranges(stream, facts);
}

template <class Stream, class FactsT>
void code_unit_ranges(Stream& stream, FactsT& facts) {
  auto& rows = facts.units;
  ByteRange last_range;
  std::uint32_t last_line = 0;
  for (auto& row : rows) {
    const bool follows = row.part > 0 || row.symbol >= facts.symbols.size();
    const Symbol symbol = follows ? Symbol{} : facts.symbols[row.symbol];
    const std::uint32_t top = symbol.doc.empty() ? symbol.range.begin : std::min(symbol.doc.begin, symbol.range.begin);
    stream.near(row.range.begin, follows ? last_range.end : top);
    std::uint32_t size = row.range.size();
    stream.near(size, follows ? 0 : std::int64_t{symbol.range.end} - std::int64_t{row.range.begin});
    if constexpr (!Stream::kWrites) row.range.end = row.range.begin + size;
    last_range = row.range;
  }
  for (auto& row : rows) {
    stream.near(row.lines.first, std::int64_t{last_line} + 1);
    last_line = row.lines.first;
    std::uint32_t more = row.lines.last - row.lines.first;
    stream.number(more);
    if constexpr (!Stream::kWrites) row.lines.last = row.lines.first + more;
    last_line = row.lines.last;
  }
}

/// The distinct usages: role, flags, arity and names.
template <class Stream, class Rows>
void code_usages(Stream& stream, Rows& rows) {
  for (auto& row : rows) {
    // Bits 0–2 the role, bit 3 whether the arity is not 0, from bit 4 on the flags.
    std::uint32_t shape = static_cast<std::uint32_t>(row.role) | (row.arity != 0 ? 8U : 0U) | (static_cast<std::uint32_t>(row.flags) << 4U);
    stream.number(shape);
    if constexpr (!Stream::kWrites) {
      row.role = static_cast<Role>(shape & 7U);
      row.arity = static_cast<std::uint8_t>((shape >> 3U) & 1U);
      row.flags = static_cast<std::uint8_t>(shape >> 4U);
    }
  }
  for (auto& row : rows)
    if (row.arity != 0) stream.number(row.arity);
  code_new_strings(stream, rows, [](auto& row) -> auto& { return row.name; });
  for (auto& row : rows) stream.filled_string_near(row.receiver, stream.id_on_disk(row.name));
}

/// Enclosing symbols and places; the rest stands in the usages.
template <class Stream, class FactsT>
void code_places(Stream& stream, FactsT& facts) {
  std::uint32_t end = 0;
  for (auto& row : facts.references) {
    stream.near(row.begin, std::int64_t{end} + static_cast<std::int64_t>(facts.text(row.receiver).size()));
    end = row.begin + static_cast<std::uint32_t>(facts.text(row.name).size());
  }
  SymbolCursor cursor(facts.symbols);
  for (auto& row : facts.references) stream.index_near(row.symbol, cursor.at(row.begin));
}

/// A column of lines, each near the one before.
template <class Stream, class Rows, class Field>
void code_lines(Stream& stream, Rows& rows, Field field) {
  std::uint32_t last = 1;
  for (auto& row : rows) {
    stream.near(field(row), last);
    last = field(row);
  }
}

/// The lines of symbols, references and imports.
template <class Stream, class FactsT>
void code_places_of_lines(Stream& stream, FactsT& facts) {
  code_lines(stream, facts.symbols, [](auto& row) -> auto& { return row.lines.first; });
  for (auto& row : facts.symbols) {
    std::uint32_t more = row.lines.last - row.lines.first;
    stream.number(more);
    if constexpr (!Stream::kWrites) row.lines.last = row.lines.first + more;
  }
  code_lines(stream, facts.references, [](auto& row) -> auto& { return row.line; });
  code_lines(stream, facts.imports, [](auto& row) -> auto& { return row.line; });
}

template <class Stream, class Rows>
void code_imports(Stream& stream, Rows& rows) {
  NewStrings<Stream> strings(stream);
  for (auto& row : rows) {
    strings.code(row.module);
    strings.code(row.name);
  }
  for (auto& row : rows) stream.string(row.alias);
  for (auto& row : rows) stream.number(row.re_export);
  for (auto& row : rows) stream.number(row.is_static);
  code_begins(stream, rows);
}

/// Children mostly stand right after what stands before them, in the text as in the rows.
template <class Stream, class FactsT>
void code_expressions(Stream& stream, FactsT& facts) {
  auto& rows = facts.expressions;
  for (auto& row : rows) stream.number(row.kind);
  code_new_strings(stream, rows, [](auto& row) -> auto& { return row.text; });
  for (auto& row : rows) stream.number(row.child_count);
  std::vector<Index> parent_of_first(rows.size(), kNone);
  std::uint64_t claimed = 0;
  for (std::size_t own = 0; own < rows.size(); ++own) {
    if (rows[own].child_count == 0) continue;
    stream.near(rows[own].first_child, static_cast<std::int64_t>(std::max<std::uint64_t>(claimed, own + 1)));
    claimed = std::uint64_t{rows[own].first_child} + rows[own].child_count;
    if (rows[own].first_child < rows.size()) parent_of_first[rows[own].first_child] = static_cast<Index>(own);
  }
  for (std::size_t own = 0; own < rows.size(); ++own) {
    const Index parent = parent_of_first[own];
    std::int64_t guess = 0;
    if (parent < own)
      guess = std::int64_t{rows[parent].begin} + 1;
    else if (own > 0)
      guess = std::int64_t{rows[own - 1].begin} + static_cast<std::int64_t>(facts.text(rows[own - 1].text).size()) + 2;
    stream.near(rows[own].begin, guess);
  }
}

template <class Stream, class Rows>
void code_annotations(Stream& stream, Rows& rows) {
  Index last_symbol = kNone;
  for (auto& row : rows) {
    stream.index_near(row.symbol, last_symbol);
    last_symbol = row.symbol;
  }
  for (auto& row : rows) stream.index_near(row.parameter, kNone);
  for (auto& row : rows) stream.string(row.name);
  for (auto& row : rows) stream.index_near(row.arguments, kNone);
  code_begins(stream, rows);
}

/// `name(type name, type name)`
template <class Stream, class FactsT>
void code_parameters(Stream& stream, FactsT& facts) {
  auto& rows = facts.parameters;
  Index last_symbol = kNone;
  for (auto& row : rows) {
    stream.index_near(row.symbol, last_symbol);
    last_symbol = row.symbol;
  }
  code_new_strings(stream, rows, [](auto& row) -> auto& { return row.name; });
  for (auto& row : rows) stream.string(row.type);
  for (auto& row : rows) stream.number(row.has_default);
  for (auto& row : rows) stream.number(row.is_variadic);
  for (std::size_t own = 0; own < rows.size(); ++own) {
    std::int64_t guess = 0;
    if (own > 0 && rows[own].symbol == rows[own - 1].symbol) {
      const auto& last = rows[own - 1];
      guess = std::int64_t{last.begin} + static_cast<std::int64_t>(facts.text(last.name).size() + facts.text(last.type).size()) + 2;
    } else if (rows[own].symbol < facts.symbols.size()) {
      guess = std::int64_t{facts.symbols[rows[own].symbol].name_range.end} + 1;
    }
    stream.near(rows[own].begin, guess);
  }
}

template <class Stream, class Rows>
void code_type_parameters(Stream& stream, Rows& rows) {
  Index last_symbol = kNone;
  for (auto& row : rows) {
    stream.index_near(row.symbol, last_symbol);
    last_symbol = row.symbol;
  }
  for (auto& row : rows) stream.string(row.name);
  for (auto& row : rows) stream.string(row.bound);
}

template <class Stream, class Rows>
void code_bindings(Stream& stream, Rows& rows) {
  Index last_symbol = kNone;
  for (auto& row : rows) {
    stream.index_near(row.symbol, last_symbol);
    last_symbol = row.symbol;
  }
  code_new_strings(stream, rows, [](auto& row) -> auto& { return row.name; });
  for (auto& row : rows) stream.string(row.type);
  Index last_value = kNone;
  for (auto& row : rows) {
    stream.index_after(row.value, last_value);
    if (row.value != kNone) last_value = row.value;
  }
  code_begins(stream, rows);
}

template <class Stream, class Rows>
void code_call_arguments(Stream& stream, Rows& rows) {
  Index last_reference = kNone;
  Index last_arguments = kNone;
  for (auto& row : rows) {
    stream.index_near(row.reference, last_reference);
    last_reference = row.reference;
  }
  for (auto& row : rows) {
    stream.index_near(row.arguments, last_arguments);
    last_arguments = row.arguments;
  }
}

/// Where a call ends is told by where its name begins.
template <class Stream, class FactsT>
void code_call_ends(Stream& stream, FactsT& facts) {
  for (auto& row : facts.call_arguments)
    stream.near(row.end, row.reference < facts.references.size() ? std::int64_t{facts.references[row.reference].begin} : 0);
}

template <class Stream, class FactsT>
void code_lambdas(Stream& stream, FactsT& facts) {
  auto& rows = facts.lambdas;
  Index last_call = kNone;
  for (auto& row : rows) {
    stream.index_near(row.call, last_call);
    if (row.call != kNone) last_call = row.call;
  }
  for (auto& row : rows) stream.string(row.parameter);
  for (auto& row : rows) stream.string(row.type);
  std::uint32_t last = 0;
  for (auto& row : rows) {
    stream.near(row.range.begin, last);
    std::uint32_t size = row.range.size();
    stream.number(size);
    if constexpr (!Stream::kWrites) row.range.end = row.range.begin + size;
    last = row.range.begin;
  }
}

template <class Stream, class Rows>
void code_properties(Stream& stream, Rows& rows) {
  NewStrings<Stream> strings(stream);
  for (auto& row : rows) {
    strings.code(row.key);
    strings.code(row.value);
  }
  for (auto& row : rows) stream.string(row.profile);
  code_begins(stream, rows);
}

}  // namespace grove::corpus
