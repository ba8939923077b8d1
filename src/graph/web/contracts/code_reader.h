#pragma once

#include "graph/web/code_files.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {

/// The code of a repository in whatever language, the JVM's and the others alike. One a thread.
class CodeReader {
 public:
  explicit CodeReader(Workplace& at) : at_(at), jvm_(at.program) {}

  /// Code of the JVM, then that of other languages, each in order of path; tests left out. Without reading any.
  std::vector<FileId> files() const;
  /// Null where a file was made by a tool or can't be read.
  const CodeFile* of(FileId file);
  Family family(FileId file) const { return family_of(at_.program.declarations().file(file).language); }
  /// The function that a call stands in; kNobody outside of all.
  SymbolId scope_of(FileId file, CallNumber call);
  SymbolId symbol_of(FileId file, Index local) const;
  std::uint32_t line_of(FileId file, CallNumber call);
  /// The byte offset of its name; kNone where there is no such file.
  std::uint32_t begin_of(FileId file, CallNumber call);
  Workplace& at() { return at_; }

 private:
  Workplace& at_;
  CodeFiles jvm_;
};

/// The names in a text, in their order: `CartServiceGrpc.newStub(channel)` has three.
std::vector<std::string_view> names_in(std::string_view text);

}  // namespace grove::graph::web
