#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/facts.h"

namespace grove::syntax {

// What the text before a brace or a line end declares. All views are into the text given.

struct GroovyType {
  Kind kind = Kind::kClass;
  std::string_view name;
  std::vector<std::string_view> supertypes;
};

struct GroovyParameter {
  std::string_view name;
  std::string_view type;
  bool has_default = false;
};

struct GroovyCallable {
  Kind kind = Kind::kFunction;
  std::uint16_t flags = 0;
  std::string_view name;  ///< Without the quotes of Spock's names.
  std::string_view type;
  std::vector<GroovyParameter> parameters;
};

struct GroovyVariable {
  Kind kind = Kind::kField;
  std::string_view name;
  std::string_view type;
  bool has_value = false;
};

bool groovy_is_keyword(std::string_view word);
/// Less the annotations at its begin.
std::string_view groovy_without_annotations(std::string_view head);
std::uint16_t groovy_modifier_flags(std::string_view head);
/// `class A extends B implements C, D`, `interface`, `trait`, `enum`.
std::optional<GroovyType> groovy_type(std::string_view head);
/// `def find(String id, n = 0)`, `"adds items"()` after `def`, `def f = ` before a closure; the constructor of `type_name`.
std::optional<GroovyCallable> groovy_callable(std::string_view head, std::string_view type_name);
std::optional<GroovyVariable> groovy_variable(std::string_view statement);
/// `Build` in `stage('Build')`, `copy` in `task copy(type: Copy)`, else the first word.
std::string_view groovy_block_title(std::string_view head);

}  // namespace grove::syntax
