#include "graph/web/xml_beans.h"

#include <charconv>
#include <unordered_map>

#include "base/text.h"

namespace grove::graph::web {
namespace {

/// `bean` of `beans:bean[2]`.
std::string_view local_name(std::string_view element) {
  element = element.substr(0, element.find('['));
  const std::size_t colon = element.rfind(':');
  return colon == std::string_view::npos ? element : element.substr(colon + 1);
}

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

std::string_view last_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

bool is_bean(std::string_view path) { return local_name(last_of(path)) == "bean"; }
bool is_part(std::string_view path) {
  const std::string_view name = local_name(last_of(path));
  return (name == "property" || name == "constructor-arg") && is_bean(parent_of(path));
}

class XmlBeans {
 public:
  void see(std::string_view path, std::string_view attribute, std::string_view value) {
    if (is_bean(path)) return bean_says(bean(path), attribute, value);
    if (is_part(path)) return part_says(part(path), attribute, value);
    const bool refers = local_name(last_of(path)) == "ref" && (attribute == "bean" || attribute == "local");
    if (refers && is_part(parent_of(path))) part(parent_of(path)).bean = value;
  }

  std::vector<XmlBean> take() {
    for (XmlBean& bean : beans_) std::erase_if(bean.parts, [](const XmlBeanPart& part) { return part.bean.empty(); });
    return std::move(beans_);
  }

 private:
  struct PartPlace {
    std::size_t bean = 0, part = 0;
  };

  XmlBean& bean(std::string_view path) {
    const auto [known, fresh] = places_.try_emplace(std::string(path), beans_.size());
    if (fresh) beans_.emplace_back();
    return beans_[known->second];
  }

  XmlBeanPart& part(std::string_view path) {
    const auto known = parts_.find(std::string(path));
    if (known != parts_.end()) return beans_[known->second.bean].parts[known->second.part];
    XmlBean& owner = bean(parent_of(path));
    XmlBeanPart made{.name = {}, .is_argument = local_name(last_of(path)) == "constructor-arg", .place = 0, .bean = {}};
    for (const XmlBeanPart& one : owner.parts) made.place += one.is_argument ? 1 : 0;
    parts_.emplace(path, PartPlace{.bean = places_.at(std::string(parent_of(path))), .part = owner.parts.size()});
    return owner.parts.emplace_back(std::move(made));
  }

  static void bean_says(XmlBean& bean, std::string_view attribute, std::string_view value) {
    if (attribute == "class") bean.type = value;
    if (attribute == "id") bean.id = value;
    if (attribute == "name") bean.names = value;
    if (attribute == "primary") bean.is_primary = value == "true";
    if (attribute == "abstract") bean.is_abstract = value == "true";
    if (attribute == "factory-method") bean.factory_method = value;
    if (attribute == "factory-bean") bean.has_factory_bean = true;
    if (attribute.starts_with("p:") && attribute.ends_with("-ref"))
      bean.parts.push_back(
          {.name = std::string(attribute.substr(2, attribute.size() - 6)), .is_argument = false, .place = 0, .bean = std::string(value)});
  }

  static void part_says(XmlBeanPart& part, std::string_view attribute, std::string_view value) {
    if (attribute == "name") part.name = value;
    if (attribute == "ref") part.bean = value;
    if (attribute == "index") std::from_chars(value.data(), value.data() + value.size(), part.place);
  }

  std::vector<XmlBean> beans_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_map<std::string, PartPlace> parts_;
};

}  // namespace

std::vector<XmlBean> read_xml_beans(const Facts& facts) {
  XmlBeans beans;
  for (const Property& property : facts.properties) {
    const std::string_view key = facts.text(property.key);
    if (local_name(key.substr(0, key.find('.'))) != "beans") return {};
    const std::size_t mark = key.rfind(".@");
    if (mark != std::string_view::npos) beans.see(key.substr(0, mark), key.substr(mark + 2), facts.text(property.value));
  }
  return beans.take();
}

}  // namespace grove::graph::web
