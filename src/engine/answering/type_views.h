#pragma once

#include "base/cancel.h"
#include "engine/answering/request_documents.h"
#include "engine/answering/summary_documents.h"
#include "engine/answering/type_roles.h"
#include "engine/answering/type_view.h"
#include "engine/navigation/symbol_hits.h"
#include "engine/navigation/unresolved.h"

namespace grove::engine {

/// What is known of the types of one repository. Borrowed for the time of a request; each may be null.
struct TypeKnowledge {
  const TypeRoles* roles = nullptr;
  const RequestDocuments* requests = nullptr;
  const SummaryDocuments* summaries = nullptr;
};

/// Shows types with what they declare and whom they work with. Thread-safe.
class TypeShower {
 public:
  TypeShower(UnitReader& reader, IndexedFacts& facts) : reader_(reader), facts_(facts) {}

  /// All but code and calls; annotations and dependencies from the facts as they were indexed.
  Result<TypeView> brief(const Meaning& meaning, const TypeKnowledge& knowledge, const CancelToken& cancel) const;
  /// With them. Sets `changed` where the file is not the one that was indexed.
  Result<TypeView> whole(const Meaning& meaning, const TypeKnowledge& knowledge, const CancelToken& cancel, bool& changed) const;

 private:
  UnitReader& reader_;
  IndexedFacts& facts_;
};

/// Whether every word stands in a type's name, annotations, docs or methods' names, whatever its case.
bool says_all(const TypeView& type, std::string_view words);

}  // namespace grove::engine
