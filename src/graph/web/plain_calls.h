#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "graph/web/flow.h"
#include "graph/web/go_interfaces.h"
#include "graph/web/handed_members.h"
#include "graph/web/python_dependencies.h"

namespace grove::graph::web {

/// The calls of code whose objects no container puts together: each goes to what its name means, one of an interface or of what a maker
/// handed on to what stands behind that. One a thread.
class PlainCalls {
 public:
  using Calls = std::map<CodeOwner, std::vector<FlowIndex::Call>>;
  /// Adds to `calls` and `inner`, which must outlive it.
  PlainCalls(Program& program, Calls& calls, InnerFunctions& inner)
      : program_(program), calls_(calls), inner_(inner), handed_(program), interfaces_(program), dependencies_(program) {}

  /// What a file calls; `edges` are what its names mean.
  void add(FileId file, const std::vector<Edge>& edges);
  /// What can only be known once all files are. After it nothing is added.
  void finish();

 private:
  /// A call that is looked into again: the one that stands at a place among those of its owner, or one that belongs before it.
  struct Open {
    CodeOwner owner;
    std::size_t at = 0;
    FileId file = 0;
    Index reference = kNone;
  };
  using Inserted = std::vector<std::pair<std::size_t, FlowIndex::Call>>;

  void add_inner_functions(FileId file, const std::vector<Edge>& edges);
  bool may_be_handed(FileId file, const Reference& reference) const;
  std::vector<SymbolId> with_bodies(std::vector<SymbolId> targets) const;
  void implement(const Open& open);
  std::vector<SymbolId> handed_functions(const Open& open);
  void insert(const CodeOwner& owner, Inserted inserted);

  Program& program_;
  Calls& calls_;
  InnerFunctions& inner_;
  HandedMembers handed_;
  GoInterfaces interfaces_;
  PythonDependencies dependencies_;
  std::vector<Open> of_interfaces_, unknown_;
};

}  // namespace grove::graph::web
