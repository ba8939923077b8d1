#include "engine/answering/summary_subjects.h"

#include <map>

#include "base/text.h"

namespace grove::engine {
namespace {

/// What only wires a program together says nothing of its domain.
bool tells_of_its_module(graph::web::Layer layer) { return layer != graph::web::Layer::kConfiguration; }

Sha256 hash_of_files(const graph::Declarations& declarations, const std::vector<graph::SymbolId>& types) {
  std::string parts;
  for (const graph::SymbolId type : types) {
    const graph::DeclaredFile file = declarations.file(declarations.file_of(type));
    parts += std::string(file.path) + '\n' + to_hex(file.hash) + '\n';
  }
  return sha256(parts);
}

}  // namespace

std::vector<SummarySubject> summary_subjects(const GraphScope& scope, const TypeRoles& roles) {
  const graph::Declarations& declarations = scope.declarations();
  std::vector<SummarySubject> subjects;
  std::map<std::string, std::vector<graph::SymbolId>> modules;
  for (const auto& [type, place] : roles) {
    const graph::DeclaredSymbol symbol = declarations.symbol(type);
    const graph::DeclaredFile file = declarations.file(symbol.file);
    subjects.push_back({.of = corpus::Summary::Of::kType,
                        .name = std::string(symbol.qualified_name),
                        .path = std::string(file.path),
                        .files = file.hash,
                        .types = {type}});
    if (tells_of_its_module(place.layer)) modules[place.module].push_back(type);
  }
  for (auto& [name, types] : modules) {
    SummarySubject module{.of = corpus::Summary::Of::kModule,
                          .name = name,
                          .path = std::string(declarations.file(declarations.file_of(types.front())).path),
                          .files = hash_of_files(declarations, types),
                          .types = std::move(types)};
    subjects.push_back(std::move(module));
  }
  return subjects;
}

}  // namespace grove::engine
