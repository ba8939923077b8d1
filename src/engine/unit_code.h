#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document_texts.h"
#include "engine/source_texts.h"
#include "index/unit_index.h"
#include "model/facts.h"
#include "model/repository.h"
#include "syntax/parser.h"

namespace grove::engine {

/// What a unit looks like on disk.
struct UnitCode {
  std::string code;                       ///< Its text; units inside it are shown by their signature and `…`.
  std::vector<std::uint32_t> code_lines;  ///< Where each line of `code` stands in the file.
  std::string signature, docstring;
  LineRange lines;
  enum class State {
    kAsIndexed,   ///< The file is the one that was indexed.
    kFoundAgain,  ///< The file changed; the unit was found in it.
    kLost,        ///< The file changed or is gone, and the unit isn't in it: code, signature and docstring are empty; of a document, which
                  ///< is not read anew for one search, the code is as it was indexed.
    kUnread,      ///< The program lacks descriptors or memory to read the file: as kLost, and says nothing about the file.
  } state = State::kAsIndexed;
  std::optional<DocumentPlace> place = {};  ///< Of passages of documents.
  std::optional<EntityCard> entity = {};    ///< Of entities, without their mentions.
};

/// A unit of an index.
struct UnitAddress {
  const Repository& repository;
  const index::UnitIndex& index;
  index::UnitRef ref;
};

/// Shows units as they stand on disk now. A file that changed since is parsed again to find the unit by its name. Thread-safe.
class UnitReader {
 public:
  UnitReader(const SourceTexts::Limits& limits, const DataDirectory& directory) : texts_(limits), documents_(directory) {}

  UnitCode read(const UnitAddress& address, const CancelToken& cancel);
  /// A file as it stands on disk now; of a document that is indexed, the text that was made of it. Errors of SourceTexts::read.
  Result<std::shared_ptr<const SourceText>> text(const Repository& repository, std::string_view path);
  /// The texts that documents were searched by.
  DocumentTexts& documents() { return documents_; }
  void forget(const std::string& root) { texts_.forget(root); }
  /// See SourceTexts::lists.
  Result<bool> lists(const std::string& root, std::string_view path, const CancelToken& cancel) { return texts_.lists(root, path, cancel); }
  /// What a file says now. Errors of SourceTexts::read.
  struct Parsed {
    std::shared_ptr<const SourceText> source;
    Facts facts;
  };
  Result<Parsed> parse(const Repository& repository, std::string_view path, const CancelToken& cancel);
  /// Where a file can't be parsed as it stands on disk now; nullopt where it can, is gone, or nobody can tell.
  std::optional<std::uint32_t> broken_line(const std::string& root, std::string_view path, const CancelToken& cancel);

 private:
  std::unique_ptr<syntax::LanguageParser> take_parser();
  void give_back(std::unique_ptr<syntax::LanguageParser> parser);
  /// The stored text of a document as it stands on disk now; null where there is none.
  std::shared_ptr<const document::StoredText> stored_text(const Repository& repository, std::string_view path, Sha256& hash);
  UnitCode read_extracted(const UnitAddress& address, const index::UnitView& unit);
  UnitCode find_again(const Repository& repository, const index::UnitView& unit, const CancelToken& cancel);

  SourceTexts texts_;
  DocumentTexts documents_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<syntax::LanguageParser>> idle_parsers_;
};

/// A unit in a text with the units that lie directly inside it.
struct UnitPiece {
  ByteRange range, signature;
};
/// Some text of a file that leaves out parts of it.
struct GappedText {
  std::string text;
  std::vector<std::uint32_t> lines;  ///< The line of the file that each line of `text` begins on.
};
/// The text of `outer`, which begins on `first_line`, with each of `inner` replaced by its signature and `…` (by nothing where it has
/// none).
GappedText text_with_gaps(std::string_view text, const UnitPiece& outer, std::uint32_t first_line, std::span<const UnitPiece> inner);

}  // namespace grove::engine
