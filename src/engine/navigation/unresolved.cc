#include "engine/navigation/unresolved.h"

#include <algorithm>
#include <set>

#include "corpus/corpus.h"
#include "syntax/parser.h"

namespace grove::engine {
namespace {

constexpr std::size_t kKeptFiles = 64;

}  // namespace

Result<std::shared_ptr<const Facts>> IndexedFacts::read(const std::string& repository_id, const graph::DeclaredFile& file) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& one) {
      return one.repository == repository_id && one.path == file.path && one.hash == file.hash && one.version == file.facts_version;
    });
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
      return found->facts;
    }
  }
  GROVE_ASSIGN_OR_RETURN(const auto corpus, corpus::Corpus::open(directory_.repository(repository_id), corpus::Corpus::Access::kRead));
  const std::uint64_t place = syntax::facts_depend_on_path(file.language) ? hash64(file.path) : 0;
  GROVE_ASSIGN_OR_RETURN(Facts read, corpus->facts({.hash = file.hash, .language = file.language, .place = place}));
  auto facts = std::make_shared<const Facts>(std::move(read));
  const std::lock_guard lock(mutex_);
  kept_.push_front({repository_id, std::string(file.path), file.hash, file.facts_version, facts});
  if (kept_.size() > kKeptFiles) kept_.pop_back();
  return facts;
}

Result<std::vector<UnresolvedCall>> unresolved_calls(const GraphScope& scope, std::span<const graph::SymbolId> in, IndexedFacts& facts) {
  std::vector<UnresolvedCall> calls;
  const graph::Declarations& declarations = scope.declarations();
  for (const graph::SymbolId symbol : in) {
    const graph::DeclaredFile file = declarations.file(declarations.file_of(symbol));
    GROVE_ASSIGN_OR_RETURN(const std::shared_ptr<const Facts> read, facts.read(scope.repository.id, file));
    std::set<std::uint32_t> resolved;
    for (const graph::Edge& edge : scope.graph->uses_in(symbol)) resolved.insert(edge.begin);
    std::set<std::pair<std::uint32_t, std::string_view>> seen;
    for (const Reference& reference : read->references) {
      if (reference.role != Role::kCall || reference.symbol != symbol - file.first_symbol || resolved.contains(reference.begin)) continue;
      const std::string_view name = read->text(reference.name);
      if (!seen.insert({reference.line, name}).second) continue;
      calls.push_back(
          {.repository = scope.repository.name, .name = std::string(name), .path = std::string(file.path), .line = reference.line});
    }
  }
  return calls;
}

}  // namespace grove::engine
