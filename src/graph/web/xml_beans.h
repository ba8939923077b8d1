#pragma once

#include <string>
#include <vector>

#include "model/facts.h"

namespace grove::graph::web {

/// A `<property>` or `<constructor-arg>` that is another bean.
struct XmlBeanPart {
  std::string name;          ///< As the element says it; empty where it goes by place.
  bool is_argument = false;  ///< Of the constructor.
  std::size_t place = 0;     ///< Of an argument, among those of its bean.
  std::string bean;          ///< The name that it refers to; placeholders as written.
};

/// A `<bean>` of Spring's XML.
struct XmlBean {
  std::string type, id, names;
  std::string factory_method;
  bool has_factory_bean = false, is_primary = false, is_abstract = false;
  std::vector<XmlBeanPart> parts;
};

/// Those of a file whose root is `<beans>`, whatever prefix its names have, in order of their places.
std::vector<XmlBean> read_xml_beans(const Facts& facts);

}  // namespace grove::graph::web
