#include "graph/part/declared_part.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/text.h"
#include "graph/part/layout.h"

namespace grove::graph {

/// A symbol's row, its texts by number.
struct DeclaredPart::Row {
  Shape shape;
  std::uint32_t name = 0, qualified_name = 0, type = 0, receiver = 0;
  std::uint32_t begin = 0, size = 0, name_offset = 0, line = 0, more_lines = 0;
  SymbolId parent = kNobody;
  std::string_view parameters, supertypes, type_parameters;  // as they stand: a count, then numbers
};

/// Reads the rows of a block one after the other.
class DeclaredPart::Cursor {
 public:
  Cursor(const DeclaredPart& part, std::uint32_t block)
      : part_(part), bytes_(block_of(part.symbols_, part.symbol_blocks_, block)), in_(bytes_), symbol_(block * kSymbolsInBlock) {}

  Row next() {
    Row row;
    row.shape = Shape::unpacked(part_.shapes_[in_.varint()]);
    name_ += static_cast<std::uint32_t>(in_.svarint());
    row.name = name_;
    begin_ += static_cast<std::uint32_t>(in_.svarint());
    row.begin = begin_;
    row.size = number();
    row.name_offset = row.shape.name_offset > 0 ? row.shape.name_offset - 1U : number();
    line_ += static_cast<std::uint32_t>(in_.svarint());
    row.line = line_;
    const std::uint8_t fields = row.shape.fields;
    if ((fields & kHasMoreLines) != 0) row.more_lines = number();
    if ((fields & kHasParent) != 0) row.parent = parent_above(number());
    if ((fields & kHasQualifiedName) != 0) qualified_name_ += static_cast<std::uint32_t>(in_.svarint());
    row.qualified_name = (fields & kHasQualifiedName) != 0 ? qualified_name_ : row.name;
    if ((fields & kHasType) != 0) row.type = number();
    if ((fields & kHasReceiver) != 0) row.receiver = number();
    if ((fields & kHasParameters) != 0) row.parameters = list();
    if ((fields & kHasSupertypes) != 0) row.supertypes = list();
    if ((fields & kHasTypeParameters) != 0) row.type_parameters = list();
    ++symbol_;
    return row;
  }

 private:
  std::uint32_t number() { return static_cast<std::uint32_t>(in_.varint()); }
  SymbolId parent_above(std::uint32_t distance) const { return distance > 0 && distance <= symbol_ ? symbol_ - distance : kNobody; }
  std::string_view list() {
    const std::size_t begin = bytes_.size() - in_.remaining();
    for (std::uint64_t left = in_.varint(); left > 0 && in_.ok(); --left) in_.varint();
    return bytes_.substr(begin, bytes_.size() - in_.remaining() - begin);
  }

  const DeclaredPart& part_;
  std::string_view bytes_;
  ByteReader in_;
  SymbolId symbol_;
  std::uint32_t name_ = 0, qualified_name_ = 0, begin_ = 0, line_ = 0;
};

namespace {

Result<PartMeta> read_meta(std::string_view bytes) {
  ByteReader in(bytes);
  PartMeta meta;
  meta.files = in.fixed<std::uint32_t>();
  meta.symbols = in.fixed<std::uint32_t>();
  meta.strings = in.fixed<std::uint32_t>();
  meta.name_bits = in.fixed<std::uint32_t>();
  meta.older_files = in.fixed<std::uint32_t>();
  meta.older_symbols = in.fixed<std::uint32_t>();
  if (!in.ok() || meta.name_bits > 32) return damaged_graph("a part's counts are wrong");
  return meta;
}

/// The files of a list sorted by some text of theirs for which that text is `wanted`.
template <class TextOf>
std::vector<FileId> equal_files(const ArrayView<std::uint32_t>& sorted, std::string_view wanted, TextOf text_of) {
  std::size_t low = 0, high = sorted.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (text_of(sorted[middle]) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  std::vector<FileId> files;
  for (; low < sorted.size() && text_of(sorted[low]) == wanted; ++low) files.push_back(sorted[low]);
  return files;
}

}  // namespace

Result<DeclaredPart> DeclaredPart::open(const PartFile& file) {
  DeclaredPart part;
  GROVE_ASSIGN_OR_RETURN(part.meta_, read_meta(file.at(Section::kMeta)));
  const auto numbers = [&](Section section) { return ArrayView<std::uint32_t>(file.at(section)); };
  part.strings_ = StringTable(file.at(Section::kStrings), file.at(Section::kStringBlocks), part.meta_.strings);
  part.files_ = file.at(Section::kFiles);
  part.symbols_ = file.at(Section::kSymbols);
  part.postings_ = file.at(Section::kPostings);
  part.imports_ = file.at(Section::kImports);
  part.first_symbols_ = numbers(Section::kFirstSymbols);
  part.by_base_name_ = numbers(Section::kFilesByBaseName);
  part.by_module_ = numbers(Section::kFilesByModule);
  part.symbol_blocks_ = numbers(Section::kSymbolBlocks);
  part.posting_blocks_ = numbers(Section::kPostingBlocks);
  part.name_buckets_ = numbers(Section::kNameBuckets);
  part.name_entries_ = numbers(Section::kNameEntries);
  part.shapes_ = ArrayView<std::uint64_t>(file.at(Section::kShapes));
  part.subtypes_ = ArrayView<std::uint64_t>(file.at(Section::kSubtypes));
  part.extensions_ = ArrayView<std::uint64_t>(file.at(Section::kExtensions));
  if (!part.fits()) return damaged_graph("a part's sections don't fit its counts");
  return part;
}

bool DeclaredPart::fits() const {
  const std::uint64_t blocks = (std::uint64_t{meta_.symbols} + kSymbolsInBlock - 1) / kSymbolsInBlock;
  const bool sizes = files_.size() == meta_.files * kFileRowBytes && first_symbols_.size() == meta_.files &&
                     strings_.size() == meta_.strings && symbol_blocks_.size() == blocks &&
                     symbols_.size() / kLeastRowBytes >= meta_.symbols;
  if (!sizes) return false;
  // Every symbol belongs to exactly one file.
  if (meta_.files == 0) return meta_.symbols == 0;
  SymbolId last = 0;
  for (FileId file = 0; file < meta_.files; ++file) {
    const SymbolId first = first_symbols_[file];
    if (first < last || (file == 0 && first != 0)) return false;
    last = first;
  }
  return last <= meta_.symbols;
}

SymbolId DeclaredPart::first_symbol(FileId file) const { return first_symbols_[file]; }
SymbolId DeclaredPart::end_symbol(FileId file) const { return file + 1 < meta_.files ? first_symbol(file + 1) : meta_.symbols; }

std::string_view DeclaredPart::path(FileId file) const {
  return strings_.at(ByteReader(files_.substr(file * kFileRowBytes + 32, 4)).fixed<std::uint32_t>());
}

DeclaredFile DeclaredPart::file(FileId file) const {
  ByteReader row(files_.substr(file * kFileRowBytes, kFileRowBytes));
  DeclaredFile declared;
  const std::string_view hash = row.raw(declared.hash.size());
  std::copy(hash.begin(), hash.end(), reinterpret_cast<char*>(declared.hash.data()));
  declared.path = strings_.at(row.fixed<std::uint32_t>());
  declared.module = strings_.at(row.fixed<std::uint32_t>());
  row.fixed<std::uint32_t>();
  const auto language = row.fixed<std::uint32_t>();
  declared.language = static_cast<Language>(std::min<std::uint32_t>(language & 0xFFU, kLanguageCount - 1));
  declared.facts_version = language >> 8U;
  declared.first_symbol = first_symbol(file);
  declared.symbol_count = end_symbol(file) - declared.first_symbol;
  return declared;
}

FileId DeclaredPart::file_of(SymbolId symbol) const {
  std::size_t low = 0, high = first_symbols_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (first_symbols_[middle] <= symbol)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? 0 : static_cast<FileId>(low - 1);
}

DeclaredPart::Row DeclaredPart::row(SymbolId symbol) const {
  Cursor cursor(*this, symbol / kSymbolsInBlock);
  for (std::uint32_t skip = symbol % kSymbolsInBlock; skip > 0; --skip) cursor.next();
  return cursor.next();
}

DeclaredSymbol DeclaredPart::declared(const Row& row) const {
  DeclaredSymbol symbol;
  symbol.parent = row.parent;
  symbol.kind = static_cast<int>(row.shape.kind) < kKindCount ? row.shape.kind : Kind::kSection;
  symbol.flags = row.shape.flags;
  symbol.arity = row.shape.arity;
  symbol.required = row.shape.required;
  symbol.name = strings_.at(row.name);
  symbol.qualified_name = strings_.at(row.qualified_name);
  symbol.type = strings_.at(row.type);
  symbol.receiver = strings_.at(row.receiver);
  symbol.range = {row.begin, std::max(row.begin, row.begin + row.size)};
  symbol.name_begin = row.begin + row.name_offset;
  symbol.lines = {row.line, std::max(row.line, row.line + row.more_lines)};
  return symbol;
}

DeclaredSymbol DeclaredPart::symbol(SymbolId id) const {
  DeclaredSymbol symbol = declared(row(id));
  symbol.file = file_of(id);
  return symbol;
}

std::vector<SymbolId> DeclaredPart::members(SymbolId symbol) const {
  std::vector<SymbolId> members;
  const SymbolId end = end_symbol(file_of(symbol));
  const Row outer = row(symbol);
  SymbolId at = symbol + 1;
  while (at < end) {
    Cursor cursor(*this, at / kSymbolsInBlock);
    const SymbolId block_end = std::min(end, (at / kSymbolsInBlock + 1) * kSymbolsInBlock);
    for (std::uint32_t skip = at % kSymbolsInBlock; skip > 0; --skip) cursor.next();
    for (; at < block_end; ++at) {
      const Row inner = cursor.next();
      if (inner.begin >= outer.begin + outer.size) return members;
      if (inner.parent == symbol) members.push_back(at);
    }
  }
  return members;
}

std::vector<std::string_view> DeclaredPart::texts(std::string_view list) const {
  std::vector<std::string_view> texts;
  ByteReader in(list);
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) texts.push_back(strings_.at(static_cast<std::uint32_t>(in.varint())));
  return texts;
}

std::vector<std::string_view> DeclaredPart::supertypes(SymbolId symbol) const { return texts(row(symbol).supertypes); }

std::vector<std::string_view> DeclaredPart::parameter_types(SymbolId symbol) const {
  const Row found = row(symbol);
  if ((found.shape.fields & kHasParameters) == 0) return std::vector<std::string_view>(found.shape.arity);
  return texts(found.parameters);
}

std::vector<std::pair<std::string_view, std::string_view>> DeclaredPart::type_parameters(SymbolId symbol) const {
  const std::vector<std::string_view> flat = texts(row(symbol).type_parameters);  // name, bound, name, bound, …
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) pairs.emplace_back(flat[i], flat[i + 1]);
  return pairs;
}

std::vector<DeclaredImport> DeclaredPart::imports(FileId file) const {
  const auto begin = ByteReader(files_.substr(file * kFileRowBytes + 40, 4)).fixed<std::uint32_t>();
  std::vector<DeclaredImport> imports;
  if (begin > imports_.size()) return imports;
  ByteReader in(imports_.substr(begin));
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    const auto text = [&] { return strings_.at(static_cast<std::uint32_t>(in.varint())); };
    DeclaredImport import;
    const std::uint64_t form = in.varint();
    import.re_export = (form & 1U) != 0;
    import.is_static = (form & 2U) != 0;
    import.module = text();
    if ((form & 4U) != 0) import.name = text();
    if ((form & 8U) != 0) import.alias = text();
    imports.push_back(import);
  }
  return imports;
}

std::optional<FileId> DeclaredPart::find_file(std::string_view wanted) const {
  FileId low = 0, high = meta_.files;
  while (low < high) {
    const FileId middle = low + (high - low) / 2;
    if (path(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == meta_.files || path(low) != wanted) return std::nullopt;
  return low;
}

std::optional<SymbolId> DeclaredPart::find_symbol(FileId file, ByteRange range, std::string_view name) const {
  // Symbols stand in the order of their begins, and the first row of a block is read without others: the last block that begins before.
  const SymbolId first = first_symbol(file), end = end_symbol(file);
  if (first >= end) return std::nullopt;
  std::uint32_t low = first / kSymbolsInBlock, high = (end - 1) / kSymbolsInBlock;
  while (low < high) {
    const std::uint32_t middle = low + (high - low + 1) / 2;
    if (Cursor(*this, middle).next().begin < range.begin)
      low = middle;
    else
      high = middle - 1;
  }
  for (std::uint32_t block = low; block <= (end - 1) / kSymbolsInBlock; ++block) {
    Cursor cursor(*this, block);
    const SymbolId block_end = std::min(end, (block + 1) * kSymbolsInBlock);
    for (SymbolId symbol = block * kSymbolsInBlock; symbol < block_end; ++symbol) {
      const Row at = cursor.next();
      if (symbol < first || at.begin < range.begin) continue;
      if (at.begin >= range.end) return std::nullopt;
      if (strings_.at(at.name) == name) return symbol;
    }
  }
  return std::nullopt;
}

std::vector<FileId> DeclaredPart::files_named(std::string_view name) const {
  const auto base_of = [this](FileId file) { return file < meta_.files ? base_name(path(file)) : std::string_view(); };
  return equal_files(by_base_name_, name, base_of);
}

std::vector<FileId> DeclaredPart::files_of_module(std::string_view module) const {
  const auto module_of = [this](FileId file) { return file < meta_.files ? this->file(file).module : std::string_view(); };
  return equal_files(by_module_, module, module_of);
}

std::vector<std::uint32_t> DeclaredPart::name_candidates(std::string_view folded) const {
  std::vector<std::uint32_t> candidates;
  const std::uint64_t hash = name_hash(folded);
  const std::uint32_t bucket = name_bucket(hash, name_bucket_bits(name_entries_.size()));
  const std::uint32_t mask = meta_.name_bits >= 32 ? ~0U : (1U << meta_.name_bits) - 1;
  const std::uint32_t wanted = name_entry(0, hash, meta_.name_bits);
  const std::size_t end = std::min<std::size_t>(name_buckets_[bucket + 1], name_entries_.size());
  for (std::size_t i = name_buckets_[bucket]; i < end; ++i)
    if ((name_entries_[i] & ~mask) == wanted) candidates.push_back(name_entries_[i] & mask);
  return candidates;
}

void DeclaredPart::add_postings(std::uint32_t string, std::vector<NamedSymbol>& symbols) const {
  ByteReader in(block_of(postings_, posting_blocks_, string / kStringsInBlock));
  const std::uint64_t names = in.varint();  // bit i: the i-th string of the block is a name
  const std::uint32_t slot = string % kStringsInBlock;
  if ((names >> slot & 1U) == 0) return;
  SymbolId symbol = 0;
  for (std::uint32_t i = 0;; ++i) {
    if ((names >> i & 1U) == 0) continue;
    const std::uint64_t form = in.varint();  // lowest bit: whether there are more
    Posting posting = Posting::unpacked(form >> 1U);
    symbol += static_cast<SymbolId>(unzigzag(posting.distance));  // to the first symbol of the name before
    ByteReader rest((form & 1U) != 0 ? in.string() : std::string_view());
    if (i < slot) continue;
    while (symbol < meta_.symbols) {
      symbols.push_back({symbol, posting.standing});
      if (rest.empty()) return;
      posting = Posting::unpacked(rest.varint());
      symbol += static_cast<SymbolId>(posting.distance);
    }
    return;
  }
}

std::vector<NamedSymbol> DeclaredPart::named(std::string_view name) const {
  std::vector<NamedSymbol> symbols;
  for (const std::uint32_t candidate : name_candidates(fold_case(name)))
    if (strings_.at(candidate) == name) add_postings(candidate, symbols);
  return symbols;
}

std::vector<SymbolId> DeclaredPart::named_ignoring_case(std::string_view name) const {
  std::vector<NamedSymbol> named;
  const std::string folded = fold_case(name);
  for (const std::uint32_t candidate : name_candidates(folded))
    if (fold_case(strings_.at(candidate)) == folded) add_postings(candidate, named);
  std::vector<SymbolId> symbols;
  symbols.reserve(named.size());
  for (const NamedSymbol& symbol : named) symbols.push_back(symbol.id);
  std::ranges::sort(symbols);
  return symbols;
}

std::vector<SymbolId> DeclaredPart::keyed(const ArrayView<std::uint64_t>& list, std::string_view key) const {
  const auto text_at = [&](std::size_t i) { return strings_.at(static_cast<std::uint32_t>(list[i] >> 32U)); };
  std::size_t low = 0, high = list.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (text_at(middle) < key)
      low = middle + 1;
    else
      high = middle;
  }
  std::vector<SymbolId> symbols;
  for (; low < list.size() && text_at(low) == key; ++low)
    if (const auto symbol = static_cast<SymbolId>(list[low]); symbol < meta_.symbols) symbols.push_back(symbol);
  return symbols;
}

}  // namespace grove::graph
