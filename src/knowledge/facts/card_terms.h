#pragma once

#include <map>
#include <string>
#include <string_view>

#include "knowledge/card_index.h"

namespace grove::knowledge {

/// What the words of a model mean in a card, aliases included. Borrows the card.
class CardTerms {
 public:
  explicit CardTerms(const SchemaCard& card);

  const CardIndex& index() const { return index_; }
  /// By its name, or a name that the card has as an alias of it. Null for none.
  const CardClass* find_class(std::string_view name) const;
  const CardProperty* datatype_property(const CardClass& of, std::string_view name) const;
  const CardProperty* object_property(const CardClass& of, std::string_view name) const;
  /// Whether an instance of that class may be what the property points to.
  bool fits_range(const CardProperty& property, const CardClass& target) const;

 private:
  template <class Find>
  auto by_alias(std::string_view name, Find find) const -> decltype(find(name));

  CardIndex index_;
  std::map<std::string, std::vector<std::string>> aliases_;  // names of a group, by the normal name of each
};

}  // namespace grove::knowledge
