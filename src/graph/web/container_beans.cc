#include "graph/web/container_beans.h"

#include <algorithm>

#include "base/text.h"

namespace grove::graph::web {

/// A class of which objects are made is a component, unless it says what else it is.
TypeRole& ContainerBeans::component(SymbolId type) {
  TypeRole& role = roles_.try_emplace(type, layers_.of(type)).first->second;
  if (role.layer == Layer::kNone) role.layer = Layer::kComponent;
  return role;
}

void ContainerBeans::add_made(FileId file) {
  const Facts& facts = *at_.program.facts(file);
  const SymbolId first = declarations_.file(file).first_symbol;
  for (const Reference& reference : facts.references) {
    if (reference.symbol == kNone || reference.role != Role::kCall) continue;
    const SymbolId function = first + reference.symbol;
    const Meaning* bean = at_.annotations.find(function, "org.springframework.context.annotation.Bean");
    if (bean == nullptr) continue;
    const Found made = at_.program.scopes().look_up_type({file, function}, facts.text(reference.name));
    if (made.symbols.empty() || declarations_.symbol(made.symbols.front()).name != facts.text(reference.name)) continue;
    TypeRole& role = component(made.symbols.front());
    role.is_primary = role.is_primary || at_.annotations.carries(function, "org.springframework.context.annotation.Primary");
    role.bean_names.emplace_back(declarations_.symbol(function).name);
    for (const std::string_view attribute : {"value", "name"})
      for (std::string& name : at_.folder.texts(Annotations::argument(bean->chain.back(), attribute)))
        role.bean_names.push_back(std::move(name));
  }
}

void ContainerBeans::add_of_xml() {
  for (const FileId file : at_.program.configuration())
    if (declarations_.file(file).language == Language::kXml)
      for (const XmlBean& bean : read_xml_beans(*at_.program.facts(file))) add(bean, file);
}

void ContainerBeans::add(const XmlBean& bean, FileId file) {
  if (bean.is_abstract || bean.has_factory_bean) return;
  for (const SymbolId type : bean.factory_method.empty() ? types_of(bean.type) : made_by(types_of(bean.type), bean.factory_method)) {
    TypeRole& role = component(type);
    role.is_primary = role.is_primary || bean.is_primary;
    if (!bean.id.empty()) role.bean_names.push_back(bean.id);
    std::string names = bean.names;
    std::ranges::replace_if(names, [](char c) { return c == ';' || c == ' '; }, ',');
    for (const std::string_view name : split(names, ','))
      if (!name.empty()) role.bean_names.emplace_back(name);
    for (const XmlBeanPart& part : bean.parts) add(part, type, file);
  }
}

/// What is put where, by the name of the field or parameter that it is put in.
void ContainerBeans::add(const XmlBeanPart& part, SymbolId type, FileId file) {
  std::string bean = at_.modules.filled(at_.modules.application_of(file), part.bean);
  if (bean.find("${") != std::string::npos) return;
  if (!part.name.empty()) return told_[type][part.name].push_back(std::move(bean));
  for (const SymbolId member : declarations_.members(type)) {
    if (declarations_.symbol(member).kind != Kind::kConstructor) continue;
    const std::vector<Index> parameters = at_.program.parameters_of(member);
    if (part.place >= parameters.size()) continue;
    const Facts& facts = *at_.program.facts(declarations_.file_of(member));
    told_[type][std::string(facts.text(facts.parameters[parameters[part.place]].name))].push_back(bean);
  }
}

std::vector<std::string> ContainerBeans::told(SymbolId type, const std::string& member) const {
  const auto of_type = told_.find(type);
  if (of_type == told_.end()) return {};
  const auto found = of_type->second.find(member);
  return found == of_type->second.end() ? std::vector<std::string>() : found->second;
}

/// What a static function of a class gives back.
std::vector<SymbolId> ContainerBeans::made_by(const std::vector<SymbolId>& factories, std::string_view function) {
  std::vector<SymbolId> made;
  for (const SymbolId factory : factories)
    for (const SymbolId member : at_.program.members_named(factory, function)) {
      const DeclaredSymbol one = declarations_.symbol(member);
      if (is_callable(one.kind))
        for (const SymbolId type : at_.program.scopes().look_up_type({one.file, member}, one.type).symbols) made.push_back(type);
    }
  std::ranges::sort(made);
  made.erase(std::ranges::unique(made).begin(), made.end());
  return made;
}

std::vector<SymbolId> ContainerBeans::types_of(std::string_view qualified) const {
  std::string name(qualified);
  std::ranges::replace(name, '$', '.');
  std::vector<SymbolId> types;
  if (name.empty()) return types;
  for (const SymbolId symbol : declarations_.named(last_part(name)))
    if (const DeclaredSymbol declared = declarations_.symbol(symbol); is_type(declared.kind) && declared.qualified_name == name)
      types.push_back(symbol);
  return types;
}

std::vector<SymbolId> ContainerBeans::fragments(SymbolId repository, SymbolId wanted) {
  std::vector<SymbolId> found;
  for (const SymbolId named : {repository, wanted})
    for (const SymbolId type : declarations_.named(std::string(declarations_.symbol(named).name) + "Impl")) {
      if (declarations_.symbol(type).kind != Kind::kClass || at_.program.facts(declarations_.file_of(type)) == nullptr) continue;
      const std::vector<SymbolId> above = with_ancestors(at_.program, type);
      if (std::ranges::find(above, wanted) != above.end()) found.push_back(type);
    }
  return found;
}

bool ContainerBeans::has_fragment(SymbolId repository, SymbolId wanted) { return !fragments(repository, wanted).empty(); }

void ContainerBeans::add_fragments(SymbolId repository) {
  for (const SymbolId wanted : with_ancestors(at_.program, repository))
    for (const SymbolId type : fragments(repository, wanted)) {
      TypeRole& role = roles_.try_emplace(type, layers_.of(type)).first->second;
      if (role.layer == Layer::kNone) role.layer = Layer::kRepository;
    }
}

}  // namespace grove::graph::web
