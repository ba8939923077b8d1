#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "document/document_reader.h"
#include "model/facts.h"

namespace grove::document {

/// Raised whenever the same file would give another text or other pieces: files are then read again.
inline constexpr std::uint32_t kSearchableVersion = 1;

/// A stretch of a searchable text that is found and cited on its own: a passage of a document, or an entity of a dataset.
struct Piece {
  enum class Kind : std::uint8_t { kPassage = 0, kEntity = 1 };
  Kind kind = Kind::kPassage;
  TextSpan span = {};                      ///< Of the text. Pieces follow each other, with white space between them at most.
  LineRange lines = {};                    ///< Of the text; of the file for what is a line of it.
  std::string id = {};                     ///< What its file calls it: the id of a chunk, the IRI of an entity; else empty.
  std::string label = {};                  ///< Of an entity.
  std::string document = {};               ///< What it is of: a title, or a dataset's name of the document.
  std::vector<std::string> section = {};   ///< Titles of the headings above it, outermost first.
  std::uint32_t page = 0;                  ///< Where it begins, from 1; 0 for what has no pages.
  std::uint32_t page_end = 0;              ///< Where it ends.
  std::string page_label = {};             ///< As printed on `page`.
  std::vector<std::string> types = {};     ///< Of an entity: IRIs.
  std::vector<std::string> aliases = {};   ///< Of an entity.
  std::vector<std::string> mentions = {};  ///< Of a passage: IRIs of the entities that it speaks of.
};

/// What is searched of a file that is no text by itself: a text made of it, and what lies where in it.
struct SearchableText {
  Language language = Language::kDocument;
  std::string media_type = {};
  std::string title = {};
  std::string text = {};  ///< UTF-8 with line feeds.
  std::vector<Piece> pieces = {};
  std::string remark = {};  ///< What a reader of it has to know: "page 7 is a picture without text"; empty where all is well.
};

/// kDocument or kDataset where a file is read so, by its first bytes and its name; kPlainText else. Opens archives, parses one line.
Language recognise_searchable(std::string_view path, std::string_view bytes);

/// A document, cut into passages. Errors of the reader; kInvalidArgument where there is no text in it, as in scanned pages.
Result<SearchableText> read_searchable_document(const DocumentReader& reader, const ReadRequest& request, const CancelToken& cancel);

/// A file of a dataset (dataset format 0.1, or chunks of `grove kb ingest`), a piece a line. Lines that are neither chunk nor entity are
/// left out, and a notice says so; kCorrupt where that is all of them.
Result<SearchableText> read_searchable_dataset(std::string_view bytes, const CancelToken& cancel);

/// Whether the first line of a file is one of such a dataset.
bool is_dataset(std::string_view bytes);

/// Whether a file is the text that `grove kb ingest` leaves beside a document's chunks (docs/formats/documents.md), or the chunks that
/// stages of a dataset work with, beside those of each source in `content/chunks/`: they say all of it.
bool repeats_chunks(std::string_view path);

/// Whether a file of a dataset holds what a model said or what became of it: chunks and entities say what holds of that.
bool is_record_of_work(std::string_view path);

/// Its units and their names, as the index takes them: units of kind `chunk` and `entity`, headings and entities as symbols.
Facts facts_of(const SearchableText& text);

}  // namespace grove::document
