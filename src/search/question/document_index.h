#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace grove::search {

/// A piece of a document's text and how much its words count.
struct DocumentField {
  std::string_view text;
  float weight = 1;
};

struct ScoredDocument {
  std::uint32_t document = 0;  ///< In the order they were added.
  float score = 0;
  std::uint32_t terms = 0;  ///< How many of the query's stand in it.
};

/// Some thousand short documents that are composed in memory, found by their words: BM25F (Zaragoza et al., 2004) over the terms of the
/// index's tokenizer, identifiers in parts too. Add first, then search; searching is thread-safe.
class DocumentIndex {
 public:
  void add(std::span<const DocumentField> fields);
  std::size_t size() const { return lengths_.size(); }
  /// Every document with a term of the query, best first; equal scores in the order they were added. What covers more of the query's
  /// words ranks higher.
  std::vector<ScoredDocument> search(std::string_view query) const;

 private:
  struct Posting {
    std::uint32_t document = 0;
    float frequency = 0;  // weights summed
  };
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<float> lengths_;
  double length_ = 0;  // of all
};

}  // namespace grove::search
