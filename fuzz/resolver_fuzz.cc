#include "corpus/facts_codec.h"
#include "corpus/facts_layout.h"
#include "fuzz/fuzz_input.h"
#include "graph/declare.h"
#include "graph/resolver.h"

// Facts as they stand in a blob, of any shape that its checks let pass, stand for two files that know each other. Whatever they say, names
// are resolved to symbols that there are.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove;
  const auto facts = corpus::read_facts(fuzz::as_text(data, size));
  if (!facts || !corpus::check_facts(*facts)) return 0;
  if (facts->symbols.size() + facts->references.size() + facts->expressions.size() > 2000) return 0;  // slow says nothing here
  const auto declared = graph::declare({{"src/a.x", *facts}, {"src/b.x", *facts}});
  const auto resolver = graph::Resolver::make(*declared);
  for (graph::FileId file = 0; file < 2; ++file) {
    const graph::FileResolution found = resolver->resolve(file, *facts);
    for (const auto& one : found.resolved) {
      fuzz::require(one.reference < facts->references.size() && one.target < declared->symbol_limit());
    }
    for (const auto& one : found.imports) fuzz::require(one.reference < facts->imports.size() && one.target < declared->symbol_limit());
  }
  return 0;
}
