#include "knowledge/facts/card_terms.h"

#include <algorithm>

namespace grove::knowledge {

CardTerms::CardTerms(const SchemaCard& card) : index_(card) {
  for (const CardAlias& alias : card.aliases)
    for (const std::string& name : alias.names) {
      auto& group = aliases_[normal_name(name)];
      group.insert(group.end(), alias.names.begin(), alias.names.end());
    }
}

template <class Find>
auto CardTerms::by_alias(std::string_view name, Find find) const -> decltype(find(name)) {
  if (const auto item = find(name)) return item;
  const auto group = aliases_.find(normal_name(name));
  if (group == aliases_.end()) return nullptr;
  for (const std::string& other : group->second)
    if (const auto item = find(other)) return item;
  return nullptr;
}

const CardClass* CardTerms::find_class(std::string_view name) const {
  return by_alias(name, [this](std::string_view each) { return index_.find_class(each); });
}

const CardProperty* CardTerms::datatype_property(const CardClass& of, std::string_view name) const {
  return by_alias(name, [&](std::string_view each) { return index_.datatype_property(of.name, each); });
}

const CardProperty* CardTerms::object_property(const CardClass& of, std::string_view name) const {
  return by_alias(name, [&](std::string_view each) { return index_.object_property(of.name, each); });
}

bool CardTerms::fits_range(const CardProperty& property, const CardClass& target) const {
  if (property.ranges.empty() && property.range.empty()) return true;
  const auto fits = [&](const std::string& range) { return index_.is_a(target.name, range); };
  return property.ranges.empty() ? fits(property.range) : std::ranges::any_of(property.ranges, fits);
}

}  // namespace grove::knowledge
