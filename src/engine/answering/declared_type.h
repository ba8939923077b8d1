#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/answering/type_view.h"
#include "model/facts.h"

namespace grove::engine {

/// What the facts of a file say of one of its types. `text` is the file's, decoded; where it is empty, signatures are left out.
struct DeclaredType {
  std::vector<std::string> annotations;
  std::vector<MethodView> methods;
  /// By injected constructor, field or setter: `@Autowired`, `@Inject`, `@Resource`, the only constructor, Lombok's and Kotlin's.
  std::vector<InjectedDependency> dependencies;
};
DeclaredType read_declared_type(const Facts& facts, Index type, std::string_view text);

/// An annotation as it is written, its long arguments left out: `@GetMapping("/x")`.
std::string annotation_text(const Facts& facts, const Annotation& annotation);

/// The first sentence of a doc comment, in one line.
std::string first_sentence(std::string_view doc);

}  // namespace grove::engine
