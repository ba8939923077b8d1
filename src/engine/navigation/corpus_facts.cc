#include "engine/navigation/corpus_facts.h"

#include "syntax/parser.h"

namespace grove::engine {

Result<std::shared_ptr<const Facts>> CorpusFacts::facts(graph::FileId file) {
  const graph::DeclaredFile declared = declarations_.file(file);
  const std::uint64_t place = syntax::facts_depend_on_path(declared.language) ? hash64(declared.path) : 0;
  GROVE_ASSIGN_OR_RETURN(Facts read, corpus_.facts({.hash = declared.hash, .language = declared.language, .place = place}));
  return std::make_shared<const Facts>(std::move(read));
}

}  // namespace grove::engine
