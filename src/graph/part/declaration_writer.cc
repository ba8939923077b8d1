#include "graph/part/declaration_writer.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/bytes.h"
#include "base/check.h"
#include "base/text.h"
#include "graph/part/array_view.h"
#include "graph/part/layout.h"
#include "graph/type_name.h"

namespace grove::graph {
namespace {

/// The first eight bytes of a text as a number that sorts as they do.
std::uint64_t sort_key(std::string_view text) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = key << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  return key;
}

}  // namespace

void DeclarationWriter::add(const FileContent& content) {
  GROVE_CONTRACT(files_.empty() || pool_.at(files_.back().path) < content.path);
  files_.push_back({.hash = content.hash,
                    .path = intern(content.path),
                    .module = intern(content.module),
                    .language = content.language,
                    .facts_version = content.facts_version,
                    .first_symbol = symbols(),
                    .first_import = static_cast<std::uint32_t>(imports_.size())});
  for (std::uint32_t i = 0; i < content.symbols.size(); ++i) add_symbol(content, i);
  for (const DeclaredImport& import : content.imports)
    imports_.push_back({intern(import.module), intern(import.name), intern(import.alias), import.re_export, import.is_static});
}

StringId DeclarationWriter::intern(std::string_view text) {
  const std::size_t before = pool_.size();
  const StringId id = pool_.intern(text);
  if (pool_.size() > before) text_bytes_ += text.size();
  return id;
}

std::uint64_t DeclarationWriter::extent() const {
  return std::max(
      {text_bytes_, pool_.size(), symbols_.size(), imports_.size(), parameters_.size(), supertypes_.size(), type_parameters_.size()});
}

std::uint32_t DeclarationWriter::shape_number(const ContentSymbol& symbol) {
  const DeclaredSymbol& declared = symbol.declared;
  Shape shape{.kind = declared.kind, .flags = declared.flags, .arity = declared.arity, .required = declared.required};
  const auto has = [&](bool there, ShapeField field) { shape.fields = static_cast<std::uint8_t>(shape.fields | (there ? field : 0)); };
  has(declared.parent != kNobody, kHasParent);
  has(declared.qualified_name != declared.name, kHasQualifiedName);
  has(!declared.type.empty(), kHasType);
  has(!declared.receiver.empty(), kHasReceiver);
  has(symbol.parameters > 0, kHasParameters);
  has(symbol.supertypes > 0, kHasSupertypes);
  has(symbol.type_parameters > 0, kHasTypeParameters);
  has(declared.lines.last > declared.lines.first, kHasMoreLines);
  // What defines a macro stands before its name at the same distance nearly always.
  const std::uint32_t offset = declared.name_begin - declared.range.begin;
  if (declared.kind == Kind::kMacro && offset < 16) shape.name_offset = static_cast<std::uint8_t>(offset + 1);
  const auto [found, is_new] = shape_numbers_.try_emplace(shape.packed(), static_cast<std::uint32_t>(shapes_.size()));
  if (is_new) {
    shapes_.push_back(shape.packed());
    shape_uses_.push_back(0);
  }
  ++shape_uses_[found->second];
  return found->second;
}

void DeclarationWriter::add_symbol(const FileContent& content, std::uint32_t index) {
  const ContentSymbol& symbol = content.symbols[index];
  const DeclaredSymbol& declared = symbol.declared;
  GROVE_CONTRACT(declared.parent == kNobody || declared.parent < index);
  SymbolRow row{.shape = shape_number(symbol),
                .name = intern(declared.name),
                .qualified_name = intern(declared.qualified_name),
                .type = intern(declared.type),
                .receiver = intern(declared.receiver),
                .begin = declared.range.begin,
                .size = declared.range.size(),
                .name_offset = declared.name_begin - declared.range.begin,
                .line = declared.lines.first,
                .more_lines = declared.lines.last - declared.lines.first,
                .parent_distance = declared.parent == kNobody ? 0 : index - declared.parent,
                .first_parameter = static_cast<std::uint32_t>(parameters_.size()),
                .first_supertype = static_cast<std::uint32_t>(supertypes_.size()),
                .first_type_parameter = static_cast<std::uint32_t>(type_parameters_.size())};
  for (std::uint32_t i = 0; i < symbol.parameters; ++i) parameters_.push_back(intern(content.parameter_types[symbol.first_parameter + i]));
  for (std::uint32_t i = 0; i < symbol.supertypes; ++i) {
    const std::string_view supertype = content.supertypes[symbol.first_supertype + i];
    supertypes_.push_back(intern(supertype));
    subtypes_.emplace_back(intern(last_name_of(supertype)), symbols());
  }
  for (std::uint32_t i = 0; i < symbol.type_parameters; ++i) {
    const auto& [name, bound] = content.type_parameters[symbol.first_type_parameter + i];
    type_parameters_.push_back(intern(name));
    type_parameters_.push_back(intern(bound));
  }
  if (!declared.receiver.empty()) extensions_.emplace_back(intern(last_name_of(declared.receiver)), symbols());
  symbols_.push_back(row);
}

void DeclarationWriter::sort_strings() {
  struct Keyed {
    std::uint64_t key;
    StringId id;
  };
  std::vector<Keyed> keyed(pool_.size());
  for (StringId id = 0; id < pool_.size(); ++id) keyed[id] = {sort_key(pool_.at(id)), id};
  std::ranges::sort(keyed,
                    [this](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : pool_.at(a.id) < pool_.at(b.id); });
  sorted_.resize(keyed.size());
  ranks_.resize(keyed.size());
  for (std::uint32_t i = 0; i < keyed.size(); ++i) {
    sorted_[i] = keyed[i].id;
    ranks_[keyed[i].id] = i;
  }
}

void DeclarationWriter::write(PartMeta meta, Sections& sections) && {
  sort_strings();
  meta.files = files();
  meta.symbols = symbols();
  write_strings(meta, sections);
  write_names(meta, sections);
  write_files(sections);
  write_symbols(sections);
  sections[static_cast<std::size_t>(Section::kSubtypes)] = keyed_list(subtypes_);
  sections[static_cast<std::size_t>(Section::kExtensions)] = keyed_list(extensions_);
  ByteWriter out;
  for (const std::uint32_t count : {meta.files, meta.symbols, meta.strings, meta.name_bits, meta.older_files, meta.older_symbols})
    out.fixed(count);
  sections[static_cast<std::size_t>(Section::kMeta)] = std::move(out).bytes();
}

void DeclarationWriter::write_strings(PartMeta& meta, Sections& sections) const {
  std::vector<std::string_view> texts;
  texts.reserve(sorted_.size());
  for (const StringId id : sorted_) texts.push_back(pool_.at(id));
  EncodedStrings encoded = encode_strings(texts);
  meta.strings = static_cast<std::uint32_t>(texts.size());
  meta.name_bits = static_cast<std::uint32_t>(std::bit_width(texts.size()));
  sections[static_cast<std::size_t>(Section::kStrings)] = std::move(encoded.bytes);
  sections[static_cast<std::size_t>(Section::kStringBlocks)] = std::move(encoded.blocks);
}

void DeclarationWriter::write_names(PartMeta& meta, Sections& sections) const {
  std::vector<std::uint32_t> begins(sorted_.size() + 1);  // where the symbols of a string begin in `by_name`
  for (const SymbolRow& symbol : symbols_) ++begins[rank(symbol.name) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<SymbolId> by_name(symbols_.size());
  std::vector<std::uint32_t> next = begins;
  for (SymbolId id = 0; id < symbols_.size(); ++id) by_name[next[rank(symbols_[id].name)]++] = id;

  ByteWriter postings;
  std::vector<std::uint32_t> blocks;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashed;
  for (std::uint32_t first = 0; first < sorted_.size(); first += kStringsInBlock) {
    blocks.push_back(static_cast<std::uint32_t>(postings.size()));
    const std::uint32_t end = std::min<std::uint32_t>(first + kStringsInBlock, static_cast<std::uint32_t>(sorted_.size()));
    std::uint64_t names = 0;
    SymbolId last = 0;
    for (std::uint32_t string = std::max(first, 1U); string < end; ++string)
      if (begins[string] != begins[string + 1]) names |= std::uint64_t{1} << (string - first);
    postings.varint(names);
    for (std::uint32_t string = std::max(first, 1U); string < end; ++string) {
      if (begins[string] == begins[string + 1]) continue;
      hashed.emplace_back(name_hash(fold_case(pool_.at(sorted_[string]))), string);
      ByteWriter rest;
      for (std::uint32_t i = begins[string] + 1; i < begins[string + 1]; ++i)
        rest.varint(Posting{by_name[i] - by_name[i - 1], standing(by_name[i])}.packed());
      const std::int64_t distance = std::int64_t{by_name[begins[string]]} - std::int64_t{last};
      last = by_name[begins[string]];
      postings.varint(Posting{zigzag(distance), standing(last)}.packed() * 2 + (rest.size() > 0 ? 1U : 0U));
      if (rest.size() > 0) postings.string(rest.bytes());
    }
  }
  std::ranges::sort(hashed);
  const std::uint32_t bits = name_bucket_bits(hashed.size());
  std::vector<std::uint32_t> buckets((std::size_t{1} << bits) + 1), entries;
  for (const auto& [hash, string] : hashed) {
    ++buckets[name_bucket(hash, bits) + 1];
    entries.push_back(name_entry(string, hash, meta.name_bits));
  }
  std::partial_sum(buckets.begin(), buckets.end(), buckets.begin());
  sections[static_cast<std::size_t>(Section::kPostings)] = std::move(postings).bytes();
  sections[static_cast<std::size_t>(Section::kPostingBlocks)] = as_bytes(blocks);
  sections[static_cast<std::size_t>(Section::kNameBuckets)] = as_bytes(buckets);
  sections[static_cast<std::size_t>(Section::kNameEntries)] = as_bytes(entries);
}

Standing DeclarationWriter::standing(SymbolId id) const {
  const SymbolRow& symbol = symbols_[id];
  if (symbol.receiver != 0) return Standing::kExtension;
  if (symbol.parent_distance == 0) return Standing::kOutside;
  const Kind kind = Shape::unpacked(shapes_[symbol.shape]).kind;
  const Kind around = Shape::unpacked(shapes_[symbols_[id - symbol.parent_distance].shape]).kind;
  const bool outside = around == Kind::kEnum || around == Kind::kModule || is_type(kind);
  if (is_type(around)) return outside ? Standing::kBoth : Standing::kMember;
  return outside ? Standing::kOutside : Standing::kInside;
}

void DeclarationWriter::write_imports(Sections& sections, std::vector<std::uint32_t>& begins) const {
  ByteWriter out;
  for (std::size_t file = 0; file < files_.size(); ++file) {
    begins.push_back(static_cast<std::uint32_t>(out.size()));
    const std::size_t end = file + 1 < files_.size() ? files_[file + 1].first_import : imports_.size();
    out.varint(end - files_[file].first_import);
    for (std::size_t i = files_[file].first_import; i < end; ++i) {
      const ImportRow& import = imports_[i];
      out.varint((import.re_export ? 1U : 0U) | (import.is_static ? 2U : 0U) | (import.name != 0 ? 4U : 0U) |
                 (import.alias != 0 ? 8U : 0U));
      out.varint(rank(import.module));
      if (import.name != 0) out.varint(rank(import.name));
      if (import.alias != 0) out.varint(rank(import.alias));
    }
  }
  sections[static_cast<std::size_t>(Section::kImports)] = std::move(out).bytes();
}

void DeclarationWriter::write_files(Sections& sections) const {
  std::vector<std::uint32_t> imports;
  write_imports(sections, imports);
  ByteWriter rows;
  std::vector<std::uint32_t> first_symbols, by_base_name, by_module;
  for (std::uint32_t i = 0; i < files_.size(); ++i) {
    const FileRow& file = files_[i];
    rows.raw({reinterpret_cast<const char*>(file.hash.data()), file.hash.size()});
    rows.fixed(rank(file.path));
    rows.fixed(rank(file.module));
    rows.fixed(imports[i]);
    rows.fixed(static_cast<std::uint32_t>(file.language) | file.facts_version << 8U);
    first_symbols.push_back(file.first_symbol);
    by_base_name.push_back(i);
    if (file.module != 0) by_module.push_back(i);
  }
  std::ranges::stable_sort(by_base_name, {}, [this](std::uint32_t i) { return base_name(pool_.at(files_[i].path)); });
  std::ranges::stable_sort(by_module, {}, [this](std::uint32_t i) { return pool_.at(files_[i].module); });
  sections[static_cast<std::size_t>(Section::kFiles)] = std::move(rows).bytes();
  sections[static_cast<std::size_t>(Section::kFirstSymbols)] = as_bytes(first_symbols);
  sections[static_cast<std::size_t>(Section::kFilesByBaseName)] = as_bytes(by_base_name);
  sections[static_cast<std::size_t>(Section::kFilesByModule)] = as_bytes(by_module);
}

void DeclarationWriter::write_symbols(Sections& sections) const {
  // Usual shapes get the small numbers.
  std::vector<std::uint32_t> by_use(shapes_.size()), number(shapes_.size());
  std::iota(by_use.begin(), by_use.end(), 0U);
  std::ranges::stable_sort(by_use, [this](std::uint32_t a, std::uint32_t b) { return shape_uses_[a] > shape_uses_[b]; });
  ByteWriter shapes;
  for (std::uint32_t i = 0; i < by_use.size(); ++i) {
    number[by_use[i]] = i;
    shapes.fixed(shapes_[by_use[i]]);
  }
  ByteWriter rows;
  std::vector<std::uint32_t> blocks;
  std::uint32_t name = 0, qualified_name = 0, begin = 0, line = 0;
  const auto list = [&](const std::vector<StringId>& strings, std::size_t first, std::size_t end) {
    rows.varint(end - first);
    for (std::size_t i = first; i < end; ++i) rows.varint(rank(strings[i]));
  };
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (i % kSymbolsInBlock == 0) {
      blocks.push_back(static_cast<std::uint32_t>(rows.size()));
      name = qualified_name = begin = line = 0;
    }
    const SymbolRow& symbol = symbols_[i];
    const bool last = i + 1 == symbols_.size();
    const Shape shape = Shape::unpacked(shapes_[symbol.shape]);
    const std::uint8_t fields = shape.fields;
    const auto near = [&](std::uint32_t& last, std::uint32_t now) {
      rows.svarint(std::int64_t{now} - last);
      last = now;
    };
    rows.varint(number[symbol.shape]);
    near(name, rank(symbol.name));
    near(begin, symbol.begin);
    rows.varint(symbol.size);
    if (shape.name_offset == 0) rows.varint(symbol.name_offset);
    near(line, symbol.line);
    if ((fields & kHasMoreLines) != 0) rows.varint(symbol.more_lines);
    if ((fields & kHasParent) != 0) rows.varint(symbol.parent_distance);
    if ((fields & kHasQualifiedName) != 0) near(qualified_name, rank(symbol.qualified_name));
    if ((fields & kHasType) != 0) rows.varint(rank(symbol.type));
    if ((fields & kHasReceiver) != 0) rows.varint(rank(symbol.receiver));
    if ((fields & kHasParameters) != 0)
      list(parameters_, symbol.first_parameter, last ? parameters_.size() : symbols_[i + 1].first_parameter);
    if ((fields & kHasSupertypes) != 0)
      list(supertypes_, symbol.first_supertype, last ? supertypes_.size() : symbols_[i + 1].first_supertype);
    if ((fields & kHasTypeParameters) != 0)
      list(type_parameters_, symbol.first_type_parameter, last ? type_parameters_.size() : symbols_[i + 1].first_type_parameter);
  }
  sections[static_cast<std::size_t>(Section::kShapes)] = std::move(shapes).bytes();
  sections[static_cast<std::size_t>(Section::kSymbols)] = std::move(rows).bytes();
  sections[static_cast<std::size_t>(Section::kSymbolBlocks)] = as_bytes(blocks);
}

std::string DeclarationWriter::keyed_list(const std::vector<std::pair<StringId, SymbolId>>& pairs) const {
  std::vector<std::uint64_t> rows;
  for (const auto& [key, symbol] : pairs)
    if (key != 0) rows.push_back(std::uint64_t{rank(key)} << 32U | symbol);
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return {reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(std::uint64_t)};
}

}  // namespace grove::graph
