#pragma once

#include <string>
#include <vector>

#include "corpus/summaries.h"
#include "engine/answering/type_roles.h"
#include "engine/navigation/scope.h"

namespace grove::engine {

/// A part of the code that a language model may sum up: a type that is for something, or a module with such types.
struct SummarySubject {
  corpus::Summary::Of of = corpus::Summary::Of::kType;
  std::string name;                    ///< Qualified name of the type, name of the module.
  std::string path;                    ///< Of the file that the type stands in; of a module its first type's.
  Sha256 files = {};                   ///< Of the files that it stands in, as they were indexed.
  std::vector<graph::SymbolId> types;  ///< The type itself; all of a module, by path and place.

  bool is_of(const corpus::Summary& summary) const { return summary.of == of && summary.subject == name && summary.path == path; }
};

/// Those of a repository: types by path and place, then modules by name.
std::vector<SummarySubject> summary_subjects(const GraphScope& scope, const TypeRoles& roles);

}  // namespace grove::engine
