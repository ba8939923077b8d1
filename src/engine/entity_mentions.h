#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/document_texts.h"
#include "model/repository.h"

namespace grove::engine {

/// Which passages of a dataset speak of an entity, as their `entities` say. Thread-safe.
class EntityMentions {
 public:
  /// `texts` is borrowed.
  EntityMentions(DataDirectory directory, DocumentTexts& texts) : directory_(std::move(directory)), texts_(texts) {}

  /// The file that names the entity; passages count whose files lie in the same dataset: below the folder above `ontology/`.
  struct Origin {
    const Repository& repository;
    std::uint64_t generation = 0;  ///< Of the index.
    std::string_view path;
  };
  /// Fills in the card's mentions, the first `limit` by path and place, and their number.
  void add_to(EntityCard& card, const Origin& origin, std::size_t limit);

 private:
  struct DatasetFile {
    std::string path;
    Sha256 hash{};
  };
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const std::vector<DatasetFile>> files;
  };
  std::shared_ptr<const std::vector<DatasetFile>> files_of(const Repository& repository, std::uint64_t generation);

  const DataDirectory directory_;
  DocumentTexts& texts_;
  std::mutex mutex_;
  std::unordered_map<std::string, Known> known_;  // by the repository's id
};

}  // namespace grove::engine
