#include "graph/web/calls.h"

namespace grove::graph::web {

std::vector<CallSite> calls_of(const Program& program, std::string_view name) {
  std::vector<CallSite> found;
  for (const FileId file : program.code()) {
    const Facts& facts = *program.facts(file);
    const SymbolId first = program.declarations().file(file).first_symbol;
    for (const CallArguments& call : facts.call_arguments) {
      const Reference& reference = facts.references[call.reference];
      if (facts.text(reference.name) != name) continue;
      CallSite site{.file = file,
                    .facts = &facts,
                    .reference = &reference,
                    .in = reference.symbol == kNone ? kNobody : first + reference.symbol,
                    .arguments = {}};
      const Expression& list = facts.expressions[call.arguments];
      for (std::uint32_t i = 0; i < list.child_count; ++i) site.arguments.push_back(list.first_child + i);
      found.push_back(std::move(site));
    }
  }
  return found;
}

}  // namespace grove::graph::web
