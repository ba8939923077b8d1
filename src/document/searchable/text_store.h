#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "base/result.h"
#include "document/searchable/searchable_text.h"

namespace grove::document {

/// What tells one state of a file from another without reading it.
struct FileMoment {
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;  ///< 0: it can't be relied on.
  friend bool operator==(const FileMoment&, const FileMoment&) = default;
};

/// A searchable text as it was stored, read in place from mapped bytes. Thread-safe.
class StoredText {
 public:
  /// kNotFound where there is none of that name; kCorrupt where it is damaged or of another version.
  static Result<std::shared_ptr<const StoredText>> open(const std::string& path);

  std::string_view text() const { return text_; }
  std::string_view title() const { return title_; }
  std::string_view media_type() const { return media_type_; }
  /// SearchableText::remark
  std::string_view remark() const { return remark_; }
  Language language() const { return language_; }
  /// Of the file when its text was made.
  FileMoment moment() const { return moment_; }
  std::size_t pieces() const { return count_; }
  Piece piece(std::size_t index) const;
  /// The piece that begins at an offset; `pieces()` where none does.
  std::size_t piece_at(std::uint64_t begin) const;
  /// The pieces that mention an entity, in order.
  std::vector<std::size_t> mentions_of(std::string_view iri) const;
  /// All of it again, to make its facts.
  SearchableText whole() const;

 private:
  StoredText() = default;
  Status parse();

  MappedFile file_;
  FileMoment moment_;
  Language language_ = Language::kDocument;
  std::string_view title_, media_type_, remark_, text_;
  std::string_view begins_;    // of the pieces: where their text begins, where their record does
  std::string_view records_;   // what else is known of them
  std::string_view mentions_;  // hashes of IRIs with the pieces that mention them, ascending
  std::size_t count_ = 0;
};

/// The texts that were made of a repository's documents, each under the hash of its file (docs/formats/document-text.md). They are derived:
/// what is missing is made again by the next run. One writer, any number of readers.
class TextStore {
 public:
  explicit TextStore(std::string directory) : directory_(std::move(directory)) {}
  /// That of a repository, in the folder that holds its corpus.
  static TextStore beside(const std::string& corpus) { return TextStore(corpus + "/documents"); }
  const std::string& directory() const { return directory_; }

  Status put(const Sha256& hash, const SearchableText& text, FileMoment moment) const;
  /// Errors of StoredText::open.
  Result<std::shared_ptr<const StoredText>> get(const Sha256& hash) const { return StoredText::open(path_of(hash)); }
  bool has(const Sha256& hash) const;
  /// Removes the texts of all files but those that `wanted` knows, and what writing left half done.
  Status sweep(const std::function<bool(const Sha256&)>& wanted) const;
  std::string path_of(const Sha256& hash) const;

 private:
  std::string directory_;
};

}  // namespace grove::document
