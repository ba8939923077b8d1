#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/file_content.h"
#include "graph/part/declared_part.h"
#include "graph/part/part_file.h"
#include "model/facts.h"

namespace grove::graph {

/// Collects what files declare and writes it as sections of a part. Not thread-safe.
class DeclarationWriter {
 public:
  /// REQUIRES: paths ascending in the order of their bytes, each once. Copies what it needs.
  void add(const FileContent& content);
  std::uint32_t files() const { return static_cast<std::uint32_t>(files_.size()); }
  std::uint32_t symbols() const { return static_cast<std::uint32_t>(symbols_.size()); }
  /// The largest of the counts and places so far: a part has 32 bits for each.
  std::uint64_t extent() const;
  /// Fills in the sections of declarations. `meta.older_*` are the caller's, all else is set. Call once.
  void write(PartMeta meta, Sections& sections) &&;

 private:
  /// Strings by their number in `pool_` until `write` sorts them.
  struct FileRow {
    Sha256 hash{};
    StringId path = 0, module = 0;
    Language language = Language::kPlainText;
    std::uint32_t facts_version = 0;
    std::uint32_t first_symbol = 0, first_import = 0;
  };
  struct SymbolRow {
    std::uint32_t shape = 0;
    StringId name = 0, qualified_name = 0, type = 0, receiver = 0;
    std::uint32_t begin = 0, size = 0, name_offset = 0, line = 0, more_lines = 0;
    std::uint32_t parent_distance = 0;
    std::uint32_t first_parameter = 0, first_supertype = 0, first_type_parameter = 0;
  };
  struct ImportRow {
    StringId module = 0, name = 0, alias = 0;
    bool re_export = false, is_static = false;
  };
  void add_symbol(const FileContent& content, std::uint32_t index);
  std::uint32_t shape_number(const ContentSymbol& symbol);
  void sort_strings();
  void write_strings(PartMeta& meta, Sections& sections) const;
  void write_names(PartMeta& meta, Sections& sections) const;
  void write_files(Sections& sections) const;
  void write_imports(Sections& sections, std::vector<std::uint32_t>& begins) const;
  void write_symbols(Sections& sections) const;
  Standing standing(SymbolId id) const;
  std::string keyed_list(const std::vector<std::pair<StringId, SymbolId>>& pairs) const;
  std::uint32_t rank(StringId id) const { return ranks_[id]; }
  StringId intern(std::string_view text);

  StringPool pool_;
  std::size_t text_bytes_ = 0;  // in the pool
  std::vector<FileRow> files_;
  std::vector<SymbolRow> symbols_;
  std::vector<ImportRow> imports_;
  std::vector<StringId> parameters_, supertypes_, type_parameters_;
  std::vector<std::pair<StringId, SymbolId>> subtypes_, extensions_;  // by the name they go by
  std::vector<std::uint64_t> shapes_;
  std::unordered_map<std::uint64_t, std::uint32_t> shape_numbers_;
  std::vector<std::uint32_t> shape_uses_;
  std::vector<StringId> sorted_;      // pool ids in the order of their texts
  std::vector<std::uint32_t> ranks_;  // of pool ids
};

}  // namespace grove::graph
