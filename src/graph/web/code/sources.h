#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/code_files.h"

namespace grove::graph::web {

/// The code of a repository in other languages than the JVM's, each file read when it is first asked for, so that a finder pays only for
/// those it looks into: choose by path and `imports_from`, which cost no reading. One a thread; program and source must outlive it.
class Sources {
 public:
  Sources(Program& program, FactsSource& source);
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  /// Tests, generated and minified files left out, in order of path. Without reading any.
  const std::vector<FileId>& files() const { return files_; }
  std::vector<FileId> files_of(Family family) const;
  /// Null where a file is no such code or can't be read.
  const CodeFile* of(FileId file);
  /// Whether a file imports a module or something below it: `express`, `@nestjs/common`, `net/http`, `django`.
  bool imports_from(FileId file, std::string_view module);
  Family family(FileId file) const { return family_of(program_.declarations().file(file).language); }
  Program& program() { return program_; }
  const Declarations& declarations() const { return program_.declarations(); }
  /// The innermost function around a place of a file; `otherwise` where there is none.
  SymbolId function_at(FileId file, std::uint32_t place, SymbolId otherwise);
  /// Files that could not be read so far.
  std::uint64_t unread() const { return unread_; }

 private:
  struct Read {
    std::shared_ptr<const Facts> facts;  // null where the program has them
    std::unique_ptr<CodeFile> code;
  };

  Program& program_;
  FactsSource& source_;
  std::vector<FileId> files_;
  std::unordered_map<FileId, Read> read_;
  std::uint64_t unread_ = 0;
};

/// Code that checks a program, or stands in for one, as people name it in any language: `a.spec.ts`, `b_test.go`, `test_c.py`,
/// `__mocks__/`, and what `is_test_path` says.
bool is_test_source(std::string_view path);
/// Languages that `Sources` reads.
bool is_source_language(Language language);

}  // namespace grove::graph::web
