#include "ingest/tools.h"

namespace grove::ingest {

namespace {

Result<std::uint64_t> count_vectors(const std::string& directory, const index::VectorSpace& space) {
  const auto index = index::open_index(directory, space);
  if (index) return (*index)->stats().vectors;
  if (index.error().code == ErrorCode::kNotFound) return 0;  // nothing to search was ever found
  return std::unexpected(index.error());
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
  tools.extractor_version = syntax::extractor_version;
  return tools;
}

}  // namespace grove::ingest
