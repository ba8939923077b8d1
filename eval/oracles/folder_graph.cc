#include "oracles/folder_graph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/file.h"
#include "graph/declare.h"
#include "graph/resolver.h"
#include "model/line_index.h"
#include "syntax/parser.h"

namespace grove::oracles {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kLargestFile = 4'000'000;

class Graph {
 public:
  explicit Graph(const std::vector<SourceFile>& files) {
    const auto parser = syntax::make_parser();
    for (const SourceFile& file : files) {
      const Language language = syntax::detect_language(file.path, file.text);
      Facts facts = parser->parse({.path = file.path, .language = language, .text = file.text, .limits = {}, .cancel = {}});
      facts_.emplace_back(file.path, std::move(facts));
      lines_.emplace_back(file.text);
    }
    declarations_ = graph::declare(facts_);
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (const auto id = declarations_->find_file(facts_[i].first)) place_of_[*id] = i;
  }

  FolderGraph read() {
    found_.files = facts_.size();
    const auto resolver = graph::Resolver::make(*declarations_);
    for (const auto& [file, place] : place_of_) {
      const graph::DeclaredFile declared = declarations_->file(file);
      for (std::uint32_t i = 0; i < declared.symbol_count; ++i) found_.symbols.push_back(shown(declared.first_symbol + i));
      add_uses(declared.first_symbol, place, resolver->resolve(file, facts_[place].second));
    }
    return std::move(found_);
  }

 private:
  GraphSymbol shown(graph::SymbolId id) const {
    const graph::DeclaredSymbol symbol = declarations_->symbol(id);
    return {.path = std::string(declarations_->file(symbol.file).path),
            .name = std::string(symbol.name),
            .qualified_name = std::string(symbol.qualified_name),
            .kind = symbol.kind,
            .arity = symbol.arity,
            .line = lines_[place_of_.at(symbol.file)].line_of(symbol.name_begin),
            .begin = symbol.name_begin};
  }

  void add_uses(graph::SymbolId first, std::size_t place, const graph::FileResolution& resolution) {
    const auto& [path, facts] = facts_[place];
    auto next = resolution.resolved.begin();
    for (Index i = 0; i < facts.references.size(); ++i) {
      const Reference& reference = facts.references[i];
      GraphUse use{.confidence = Confidence::kName,
                   .role = reference.role,
                   .path = path,
                   .name = std::string(facts.text(reference.name)),
                   .receiver = std::string(facts.text(reference.receiver)),
                   .line = lines_[place].line_of(reference.begin),
                   .begin = reference.begin,
                   .from = {},
                   .to = {}};
      if (reference.symbol != kNone) use.from = shown(first + reference.symbol);
      if (next == resolution.resolved.end() || next->reference != i) found_.uses.push_back(use);
      for (; next != resolution.resolved.end() && next->reference == i; ++next) {
        use.confidence = next->confidence;
        use.to = shown(next->target);
        found_.uses.push_back(use);
      }
    }
  }

  std::vector<std::pair<std::string, Facts>> facts_;
  std::vector<LineIndex> lines_;
  std::unique_ptr<const graph::Declarations> declarations_;
  std::map<graph::FileId, std::size_t> place_of_;
  FolderGraph found_;
};

}  // namespace

std::vector<SourceFile> read_sources(const fs::path& folder) {
  std::vector<SourceFile> files;
  std::error_code ignored;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, ignored), end; at != end;
       at.increment(ignored)) {
    if (at->is_directory(ignored) && at->path().filename() == ".git") at.disable_recursion_pending();
    if (!at->is_regular_file(ignored) || at->file_size(ignored) > kLargestFile) continue;
    if (auto text = read_file(at->path().string()))
      files.push_back({at->path().lexically_relative(folder).generic_string(), *std::move(text)});
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

FolderGraph graph_of(const std::vector<SourceFile>& files) { return Graph(files).read(); }

}  // namespace grove::oracles
