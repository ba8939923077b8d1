#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/layers.h"
#include "graph/web/xml_beans.h"

namespace grove::graph::web {

/// Finds the types of which a container makes objects though they carry no stereotype, and the names of these objects. One a thread.
class ContainerBeans {
 public:
  /// `roles` gets what is found.
  ContainerBeans(Workplace& at, Layers& layers, std::unordered_map<SymbolId, TypeRole>& roles)
      : at_(at), declarations_(at.program.declarations()), layers_(layers), roles_(roles) {}

  /// What the `@Bean` functions of a file make.
  void add_made(FileId file);
  /// `<bean class="shop.Store" id="store">` in files whose root is `<beans>`.
  void add_of_xml();
  /// The names of the beans that XML puts into objects of a class, by the name of the field, property or constructor's parameter.
  std::vector<std::string> told(SymbolId type, const std::string& member) const;
  /// Classes that give a Spring Data repository what an interface of it wants: `OrderRepositoryImpl`, `SearchingImpl`.
  void add_fragments(SymbolId repository);
  /// Whether such a class gives what one interface of a repository wants.
  bool has_fragment(SymbolId repository, SymbolId wanted);

 private:
  std::vector<SymbolId> fragments(SymbolId repository, SymbolId wanted);
  TypeRole& component(SymbolId type);
  std::vector<SymbolId> types_of(std::string_view qualified) const;
  std::vector<SymbolId> made_by(const std::vector<SymbolId>& factories, std::string_view function);
  void add(const XmlBean& bean, FileId file);
  void add(const XmlBeanPart& part, SymbolId type, FileId file);

  Workplace& at_;
  const Declarations& declarations_;
  Layers& layers_;
  std::unordered_map<SymbolId, TypeRole>& roles_;
  std::unordered_map<SymbolId, std::unordered_map<std::string, std::vector<std::string>>> told_;  // by class and member
};

}  // namespace grove::graph::web
