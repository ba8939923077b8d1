#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/web/call_chains.h"
#include "graph/web/program.h"

namespace grove::graph::web {

/// The calls and variables of one file of code. The facts must outlive it.
class CodeFile {
 public:
  explicit CodeFile(const Facts& facts);

  const Facts& facts() const { return facts_; }
  const CallChains& calls() const { return calls_; }
  /// Bindings of a name in a function, or of a field, in source order.
  const std::vector<Index>& bindings(Index symbol, std::string_view name) const;
  /// The parameters of a callable, in order.
  const std::vector<Index>& parameters(Index symbol) const;
  /// The bindings whose value a variable may have at a place: those since it was last read, as far as one doesn't build upon the one
  /// before.
  std::vector<Index> reaching(Index symbol, std::string_view name, std::uint32_t place) const;
  /// The innermost function around a place, as a symbol of a file whose first is `first`; `otherwise` where there is none.
  SymbolId function_at(std::uint32_t place, SymbolId first, SymbolId otherwise) const;

 private:
  bool is_read_between(std::string_view name, std::uint32_t from, std::uint32_t to) const;
  bool mentions(Index expression, std::string_view name) const;

  const Facts& facts_;
  CallChains calls_;
  std::map<std::pair<Index, std::string_view>, std::vector<Index>> bindings_;
  std::unordered_map<Index, std::vector<Index>> parameters_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> reads_;  // places of names in expressions, ascending
};

/// The files of a program, each looked through when it is first asked for. One a thread.
class CodeFiles {
 public:
  /// A call somewhere in the program.
  struct Place {
    FileId file = 0;
    CallNumber call = kNoCall;
  };

  explicit CodeFiles(const Program& program) : program_(program) {}

  const Program& program() const { return program_; }
  const CodeFile& of(FileId file);
  /// The innermost function of a file around a place; `otherwise` where there is none.
  SymbolId function_at(FileId file, std::uint32_t place, SymbolId otherwise);
  /// Every call of a name, in order of path and place.
  const std::vector<Place>& calls_of(std::string_view name);

 private:
  const Program& program_;
  std::unordered_map<FileId, std::unique_ptr<CodeFile>> files_;
  std::unordered_map<std::string_view, std::vector<Place>> by_name_;
  bool has_names_ = false;
};

}  // namespace grove::graph::web
