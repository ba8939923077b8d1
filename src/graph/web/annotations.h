#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/folding.h"
#include "graph/web/program.h"

namespace grove::graph::web {

/// What an annotation's name means in its file.
struct AnnotationType {
  std::string qualified;        ///< Of a library's, as imported, `javax.` told as `jakarta.`; empty where no import says it.
  SymbolId declared = kNobody;  ///< Of the repository's.
};

/// A marking of a library's, with the repository's own annotations that stand between it and the symbol, the library's last.
struct Meaning {
  std::string qualified;
  std::vector<Marking> chain;
};

/// Says what annotations mean: libraries' by their imports, the repository's own by what they carry themselves. One a thread.
class Annotations {
 public:
  Annotations(Program& program, Folder& folder) : program_(program), folder_(folder) {}

  /// Every library's annotation on a symbol, directly or by way of the repository's annotations; nearest first.
  const std::vector<Meaning>& meanings(SymbolId symbol);
  bool carries(SymbolId symbol, std::string_view qualified);
  const Meaning* find(SymbolId symbol, std::string_view qualified);
  /// A library's annotation on a parameter of a function; `parameter` is an index into the parameters of its file.
  std::optional<Marking> on_parameter(SymbolId symbol, Index parameter, std::string_view qualified);
  /// What a marking says under a name; what has no name is its `value`.
  static Site argument(const Marking& marking, std::string_view name);
  /// What a meaning says under any of some names: the repository's annotation that stands nearest has the word where it passes on what it
  /// is told (`@AliasFor`, or an attribute of the same name).
  std::vector<Site> arguments(const Meaning& meaning, const std::vector<std::string_view>& names);
  Folder& folder() { return folder_; }

 private:
  AnnotationType type_of(const Marking& marking);
  void collect(SymbolId symbol, std::vector<Marking>& chain, std::vector<Meaning>& found);
  std::vector<std::string> aliases(SymbolId annotation, std::string_view target, const std::vector<std::string_view>& names);

  Program& program_;
  Folder& folder_;
  std::unordered_map<SymbolId, std::vector<Meaning>> meanings_;
};

}  // namespace grove::graph::web
