#include "ingest/tools.h"

namespace grove::ingest {

Tools real_tools() {
  Tools tools;
  tools.open_source = [](const std::string& root, const source::SourceLimits& limits) { return source::open_working_tree(root, limits); };
  tools.open_index = [](const std::string& directory, const index::VectorSpace& space) {
    return index::IndexWriter::open(directory, space);
  };
  tools.make_parser = syntax::make_parser;
  tools.extractor_version = syntax::extractor_version;
  return tools;
}

}  // namespace grove::ingest
