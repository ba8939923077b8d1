#include "document/searchable/searchable_text.h"
#include "ingest/tools.h"

namespace grove::ingest {

namespace {

Result<std::uint64_t> count_vectors(const std::string& directory, const index::VectorSpace& space) {
  const auto index = index::open_index(directory, space);
  if (index) return (*index)->stats().vectors;
  if (index.error().code == ErrorCode::kNotFound) return 0;  // nothing to search was ever found
  return std::unexpected(index.error());
}

std::uint32_t extractor_version(Language language) {
  return is_extracted(language) ? document::kSearchableVersion : syntax::extractor_version(language);
}

}  // namespace

Tools real_tools() {
  Tools tools;
  tools.open_source = [](const std::string& root, const source::SourceLimits& limits) { return source::open_working_tree(root, limits); };
  tools.open_index = [](const std::string& directory, const index::VectorSpace& space) {
    return index::IndexWriter::open(directory, space);
  };
  tools.count_vectors = count_vectors;
  tools.make_parser = syntax::make_parser;
  tools.extractor_version = extractor_version;
  tools.open_document_reader = [] { return document::open_builtin_reader({}); };
  return tools;
}

}  // namespace grove::ingest
