#include "engine/answering/type_views.h"

#include <algorithm>

#include "base/text.h"
#include "engine/answering/declared_type.h"
#include "engine/doc_text.h"
#include "engine/navigation/calls.h"

namespace grove::engine {
namespace {

constexpr std::size_t kMostNames = 200;

/// The far ends of the calls of a type's members, each once; calls among its own members left out.
std::vector<std::string> neighbours(const Meaning& type, CallDirection direction, const CancelToken& cancel) {
  Calls calls;
  const Meaning from[] = {type};
  std::vector<std::string> names;
  if (!walk_calls({.from = from, .direction = direction, .depth = 1, .types = CallWalk::Types::kWhole}, cancel, calls)) return names;
  const std::string own = shown_name(type.scope->declarations(), type.symbol) + ".";
  for (const CallEdge& edge : calls.edges) {
    const std::string& name = direction == CallDirection::kCallers ? edge.from : edge.to;
    const bool is_known = name.starts_with(own) || std::ranges::find(names, name) != names.end();
    if (!is_known && names.size() < kMostNames) names.push_back(name);
  }
  return names;
}

}  // namespace

Result<TypeView> TypeShower::brief(const Meaning& meaning, const TypeKnowledge& knowledge, const CancelToken& cancel) const {
  GROVE_RETURN_IF_ERROR(cancel.check());
  const graph::Declarations& declarations = meaning.scope->declarations();
  const graph::DeclaredFile file = declarations.file(declarations.file_of(meaning.symbol));
  TypeView view;
  view.symbol = SymbolShower::brief(meaning);
  for (const std::string_view supertype : declarations.supertypes(meaning.symbol)) view.supertypes.emplace_back(supertype);
  if (knowledge.roles != nullptr) {
    if (const auto role = knowledge.roles->find(meaning.symbol); role != knowledge.roles->end()) {
      view.layer = graph::web::layer_name(role->second.layer);
      view.module = role->second.module;
    }
  }
  GROVE_ASSIGN_OR_RETURN(const auto facts, facts_.read(meaning.scope->repository.id, file));
  const auto source = reader_.text(meaning.scope->repository, file.path);
  const bool is_as_indexed = source && (*source)->hash == file.hash;
  const Index type = meaning.symbol - file.first_symbol;
  if (type >= facts->symbols.size()) return view;
  DeclaredType declared = read_declared_type(*facts, type, is_as_indexed ? std::string_view((*source)->text) : std::string_view());
  view.annotations = std::move(declared.annotations);
  view.methods = std::move(declared.methods);
  if (!view.layer.empty()) view.dependencies = std::move(declared.dependencies);
  if (is_as_indexed) {
    view.symbol.docstring = doc_text(slice((*source)->text, facts->symbols[type].doc));
    view.symbol.signature = signature_text(slice((*source)->text, facts->symbols[type].signature));
  }
  view.summary = first_sentence(view.symbol.docstring);
  if (const SummaryDocument* written = knowledge.summaries == nullptr ? nullptr : knowledge.summaries->of_type(meaning.symbol)) {
    view.summary = written->text;
    view.summary_by = written->model;
  }
  if (knowledge.requests == nullptr) return view;
  for (const std::uint32_t number : knowledge.requests->through(view.symbol.qualified_name, view.symbol.path)) {
    const std::string& name = knowledge.requests->at(number).flow.name;
    if (std::ranges::find(view.flows, name) == view.flows.end()) view.flows.push_back(name);
  }
  return view;
}

Result<TypeView> TypeShower::whole(const Meaning& meaning, const TypeKnowledge& knowledge, const CancelToken& cancel, bool& changed) const {
  GROVE_ASSIGN_OR_RETURN(TypeView view, brief(meaning, knowledge, cancel));
  view.symbol = SymbolShower(reader_, facts_).whole(meaning, cancel, changed);
  view.calls_out = neighbours(meaning, CallDirection::kCallees, cancel);
  view.called_by = neighbours(meaning, CallDirection::kCallers, cancel);
  return view;
}

bool says_all(const TypeView& type, std::string_view words) {
  std::string text =
      type.symbol.qualified_name + ' ' + type.symbol.docstring + ' ' + type.module + ' ' + type.summary + ' ' + join(type.annotations, " ");
  for (const MethodView& method : type.methods) text += ' ' + method.name;
  text = to_lower_ascii(text);
  return std::ranges::all_of(split_words(words),
                             [&](std::string_view word) { return text.find(to_lower_ascii(word)) != std::string::npos; });
}

}  // namespace grove::engine
