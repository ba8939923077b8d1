#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "document/searchable/text_store.h"
#include "engine/data_directory.h"
#include "engine/document_place.h"

namespace grove::engine {

/// The stored texts of documents, the last ones kept open. Thread-safe.
class DocumentTexts {
 public:
  explicit DocumentTexts(DataDirectory directory) : directory_(std::move(directory)) {}
  /// By the repository's id and the hash of the document's file. Errors of StoredText::open.
  Result<std::shared_ptr<const document::StoredText>> find(const std::string& repository, const Sha256& hash);

 private:
  struct Entry {
    std::string path;
    std::shared_ptr<const document::StoredText> text;
  };
  const DataDirectory directory_;
  std::mutex mutex_;
  std::list<Entry> open_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_path_;
};

DocumentPlace place_of(const document::Piece& piece);
/// Without its mentions.
EntityCard card_of(const document::Piece& piece);

}  // namespace grove::engine
