#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "document/document_reader.h"
#include "index/index_writer.h"
#include "model/language.h"
#include "source/file_source.h"
#include "syntax/parser.h"

namespace grove::ingest {

/// What a run works with: the real parts, or others in their place.
struct Tools {
  std::function<Result<std::unique_ptr<source::FileSource>>(const std::string& root, const source::SourceLimits& limits)> open_source;
  std::function<Result<std::unique_ptr<index::IndexWriter>>(const std::string& directory, const index::VectorSpace& space)> open_index;
  /// Units in a published index that have a vector of the space.
  std::function<Result<std::uint64_t>(const std::string& directory, const index::VectorSpace& space)> count_vectors;
  std::function<std::unique_ptr<syntax::LanguageParser>()> make_parser;
  std::function<std::uint32_t(Language)> extractor_version;
  std::function<std::unique_ptr<document::DocumentReader>()> open_document_reader;
  std::uint64_t segment_bytes = 640U << 20U;  ///< Memory of all threads' segments before they are written out.
};

/// Working trees, segments, tree-sitter, `grove-pdf` beside this program.
Tools real_tools();

}  // namespace grove::ingest
