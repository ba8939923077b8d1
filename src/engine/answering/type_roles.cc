#include "engine/answering/type_roles.h"

#include "base/text.h"
#include "corpus/corpus.h"
#include "engine/navigation/corpus_facts.h"

namespace grove::engine {
namespace {

namespace web = graph::web;

TypeRoles roles_of(web::Program& program, web::FactsSource& facts, const std::string& repository) {
  web::Folder folder(program);
  web::Annotations annotations(program, folder);
  web::Modules modules(program);
  web::Sources sources(program, facts);
  web::Workplace at{.program = program, .folder = folder, .annotations = annotations, .modules = modules, .sources = sources};
  web::Layers layers(at);
  TypeRoles roles;
  for (const graph::FileId file : program.code()) {
    const graph::DeclaredFile declared = program.declarations().file(file);
    for (std::uint32_t i = 0; i < declared.symbol_count; ++i) {
      const graph::SymbolId symbol = declared.first_symbol + i;
      if (!is_type(program.declarations().symbol(symbol).kind)) continue;
      const web::Layer layer = layers.of(symbol).layer;
      if (layer == web::Layer::kNone) continue;
      const std::string_view module = base_name(modules.of(file).folder);
      roles[symbol] = {.layer = layer, .module = module.empty() ? repository : std::string(module)};
    }
  }
  return roles;
}

}  // namespace

std::shared_ptr<const TypeRoles> TypeRoleSets::known(const GraphScope& scope) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(scope.repository.id);
  return found != known_.end() && found->second.generation == scope.graph->generation() ? found->second.roles : nullptr;
}

Result<std::shared_ptr<const TypeRoles>> TypeRoleSets::of(const GraphScope& scope, const CancelToken& cancel) {
  if (auto roles = known(scope)) return roles;
  const std::lock_guard making(making_);
  if (auto roles = known(scope)) return roles;
  GROVE_ASSIGN_OR_RETURN(const auto corpus,
                         corpus::Corpus::open(directory_.repository(scope.repository.id), corpus::Corpus::Access::kRead));
  CorpusFacts facts(*corpus, scope.declarations());
  web::Program program(scope.declarations());
  GROVE_RETURN_IF_ERROR(program.read(facts, cancel));
  auto roles = std::make_shared<const TypeRoles>(roles_of(program, facts, scope.repository.name));
  const std::lock_guard lock(mutex_);
  known_[scope.repository.id] = {.generation = scope.graph->generation(), .roles = roles};
  return roles;
}

void TypeRoleSets::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
}

}  // namespace grove::engine
