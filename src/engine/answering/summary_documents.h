#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/answering/summary_subjects.h"
#include "search/question/document_index.h"

namespace grove::engine {

/// A summary by a language model that was written about the code as it is indexed.
struct SummaryDocument {
  SummarySubject subject;
  std::string text;
  std::string model;  ///< That wrote it.
};

/// The summaries of one repository, found by words. Immutable, thread-safe; of one generation of the graph.
class SummaryDocuments {
 public:
  explicit SummaryDocuments(std::vector<SummaryDocument> all);

  std::size_t size() const { return all_.size(); }
  const SummaryDocument& at(std::uint32_t number) const { return all_[number]; }
  std::vector<search::ScoredDocument> search(std::string_view words) const { return index_.search(words); }
  /// That of a type; null for none.
  const SummaryDocument* of_type(graph::SymbolId type) const;

 private:
  std::vector<SummaryDocument> all_;
  std::unordered_map<graph::SymbolId, std::uint32_t> by_type_;
  search::DocumentIndex index_;
};

/// Those of each repository, read when they or its graph changed. What was written about code that changed since is left out.
/// Thread-safe.
class SummarySets {
 public:
  SummarySets(const DataDirectory& directory, TypeRoleSets& roles) : directory_(directory), roles_(roles) {}

  /// Null where there are none.
  Result<std::shared_ptr<const SummaryDocuments>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0, stamp = 0;
    std::shared_ptr<const SummaryDocuments> documents;
  };

  const DataDirectory& directory_;
  TypeRoleSets& roles_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace grove::engine
