#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/declare.h"
#include "graph/resolver.h"
#include "graph/web/web_model.h"
#include "syntax/parser.h"
#include "tests/graph/golden_case.h"

namespace grove::graph::web {

/// Facts from the real parsers.
class ParsedFacts final : public FactsSource {
 public:
  explicit ParsedFacts(const Texts& texts) {
    for (const auto& [path, text] : texts) {
      const Language language = syntax::detect_language(path, text);
      files_.emplace_back(path, parser_->parse({.path = path, .language = language, .text = text, .limits = {}, .cancel = {}}));
    }
    declarations_ = declare(files_);
    resolver_ = Resolver::make(*declarations_);
  }
  const Declarations& declarations() const { return *declarations_; }
  Result<std::shared_ptr<const Facts>> facts(FileId file) override {
    const std::string_view path = declarations_->file(file).path;
    if (path == unread) return fail(ErrorCode::kNotFound, "gone");
    const auto found = std::ranges::find(files_, path, &std::pair<std::string, Facts>::first);
    return std::make_shared<const Facts>(found->second);
  }
  std::string unread;

  /// What the names of a file mean, as a graph would have it.
  std::vector<Edge> uses_in_file(FileId file) {
    const auto read = facts(file);
    std::vector<Edge> edges;
    for (const ResolvedReference& one : resolver_->resolve(file, **read).resolved) {
      const Reference& reference = (*read)->references[one.reference];
      edges.push_back({.source = reference.symbol == kNone ? kNobody : declarations_->file(file).first_symbol + reference.symbol,
                       .target = one.target,
                       .file = file,
                       .begin = reference.begin,
                       .line = reference.line,
                       .role = reference.role,
                       .confidence = one.confidence});
    }
    return edges;
  }

  std::vector<Edge> uses_of(SymbolId symbol) {
    std::vector<Edge> edges;
    for (FileId file = 0; file < declarations_->file_limit(); ++file)
      for (const Edge& edge : uses_in_file(file))
        if (edge.target == symbol) edges.push_back(edge);
    return edges;
  }

  Result<std::shared_ptr<const WebModel>> model(const CancelToken& cancel) {
    const Uses uses{.in_file = [&](FileId file) { return uses_in_file(file); }, .of = [&](SymbolId symbol) { return uses_of(symbol); }};
    return make_web_model(declarations(), uses, *this, cancel);
  }

 private:
  std::unique_ptr<syntax::LanguageParser> parser_ = syntax::make_parser();
  std::vector<std::pair<std::string, Facts>> files_;
  std::unique_ptr<Declarations> declarations_;
  std::unique_ptr<Resolver> resolver_;
};

/// The cases of tests/golden/web whose names end so.
inline std::vector<std::string> case_files(std::string_view extension) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(GROVE_SOURCE_DIR) / "tests/golden/web"))
    if (entry.path().extension() == extension) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace grove::graph::web
