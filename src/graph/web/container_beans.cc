#include "graph/web/container_beans.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace grove::graph::web {

/// An element as its file says it.
struct ContainerBeans::Written {
  std::string type, id, names;
  bool is_primary = false, is_other = false;  // no object of the class itself: abstract, or what a factory makes
};

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
  for (const FileId file : at_.program.configuration()) {
    if (declarations_.file(file).language != Language::kXml) continue;
    const Facts& facts = *at_.program.facts(file);
    std::map<std::string_view, Written> written;  // by the element's path
    for (const Property& property : facts.properties) {
      const std::string_view key = facts.text(property.key);
      const std::size_t mark = key.rfind(".@");
      if (mark == std::string_view::npos || !key.starts_with("beans.")) continue;
      const std::string_view element = key.substr(0, mark), attribute = key.substr(mark + 2), value = facts.text(property.value);
      const std::string_view name = last_part(element);
      if (name.substr(0, name.find('[')) != "bean") continue;
      Written& bean = written[element];
      if (attribute == "class") bean.type = value;
      if (attribute == "id") bean.id = value;
      if (attribute == "name") bean.names = value;
      if (attribute == "primary") bean.is_primary = value == "true";
      if (attribute == "factory-method" || attribute == "factory-bean" || (attribute == "abstract" && value == "true"))
        bean.is_other = true;
    }
    for (const auto& [element, bean] : written) add(bean);
  }
}

void ContainerBeans::add(const Written& bean) {
  if (bean.is_other) return;
  for (const SymbolId type : types_of(bean.type)) {
    TypeRole& role = component(type);
    role.is_primary = role.is_primary || bean.is_primary;
    if (!bean.id.empty()) role.bean_names.push_back(bean.id);
    std::string names = bean.names;
    std::ranges::replace_if(names, [](char c) { return c == ';' || c == ' '; }, ',');
    for (const std::string_view name : split(names, ','))
      if (!name.empty()) role.bean_names.emplace_back(name);
  }
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
