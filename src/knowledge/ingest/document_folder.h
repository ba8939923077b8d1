#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/ingest/dto.h"

namespace grove::knowledge {

/// The documents that were ingested into one folder: `documents/<id>.json`, their extracted texts `documents/<id>.txt`, and
/// `chunks/<id>.jsonl`. Each file is replaced whole, a document's JSON last: after a kill a document is known, or it is not.
class DocumentFolder {
 public:
  explicit DocumentFolder(std::string root) : root_(std::move(root)) {}

  const std::string& root() const { return root_; }
  std::string document_path(std::string_view document_id) const;
  std::string text_path(std::string_view document_id) const;
  std::string chunks_path(std::string_view document_id) const;

  /// The document of that content, where all its files are there.
  Result<std::optional<DocumentDto>> find(std::string_view content_hash) const;
  /// All documents, by id; what is no document of ours is passed over.
  Result<std::vector<DocumentDto>> list() const;

  Status store(const DocumentDto& document, std::string_view text, const std::vector<ChunkDto>& chunks) const;
  /// Takes a document away with its text and chunks. Fine if there is none.
  Status withdraw(std::string_view document_id) const;

 private:
  std::string root_;
};

}  // namespace grove::knowledge
