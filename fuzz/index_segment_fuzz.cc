#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "index/index_writer.h"
#include "index/testing/sample_files.h"
#include "index/unit_index.h"

// The input is a list of patches (two bytes of place, one byte of value) to the files of a small published index: manifest, segment and
// vectors. Whatever they do, the index is refused or answers something, and never reads outside of its files.
namespace grove::fuzz {
namespace {

namespace fs = std::filesystem;

struct IndexFileBytes {
  fs::path path;
  std::string bytes;
};

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const index::VectorSpace& space() {
  static const index::VectorSpace kSpace{.provider = "fuzz", .model = "m", .dimensions = 16, .fingerprint = "1"};
  return kSpace;
}

class PatchedIndex {
 public:
  PatchedIndex() : directory_(fs::temp_directory_path() / ("grove-fuzz-" + std::to_string(getpid()))) {
    fs::create_directories(directory_);
    build();
    for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
      if (entry.is_regular_file()) files_.push_back({entry.path(), read_all(entry.path())});
    }
    require(!files_.empty());
  }
  ~PatchedIndex() { fs::remove_all(directory_); }
  PatchedIndex(const PatchedIndex&) = delete;
  PatchedIndex& operator=(const PatchedIndex&) = delete;

  void write_with(std::string_view patches) const {
    for (const IndexFileBytes& file : files_) {
      std::string bytes = file.bytes;
      for (std::size_t i = 0; i + 2 < patches.size(); i += 3) {
        const std::size_t place = static_cast<unsigned char>(patches[i]) * 256U + static_cast<unsigned char>(patches[i + 1]);
        if (place < bytes.size()) bytes[place] = static_cast<char>(bytes[place] ^ patches[i + 2]);
      }
      std::ofstream(file.path, std::ios::binary) << bytes;
    }
  }
  std::string directory() const { return directory_.string(); }

 private:
  void build() const {
    index::IndexOptions options;
    options.graph_from = 1;
    auto writer = index::IndexWriter::open_with(directory_.string(), space(), options);
    require(writer.has_value());
    auto segment = (*writer)->new_segment();
    for (const char* path : {"a/first.toy", "a/second.toy", "b/third.toy"}) {
      const auto file =
          index::testing::make_file(path, "# reads a file\nfn read_file(path) opens and reads\ntype Store\nfn getValue(key) looks up " +
                                              std::string(path) + "\nend\nsome words of a section\n");
      index::IndexFile view = file.view();
      std::vector<std::int8_t> rows(file.facts.units.size() * space().dimensions);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int8_t>(i % 11);
      view.vectors = rows;
      segment->add(view);
    }
    require((*writer)->take(std::move(segment)) && (*writer)->publish());
    require((*writer)->counts().unconnected > 0 && (*writer)->connect_vectors(1, {}));
  }

  fs::path directory_;
  std::vector<IndexFileBytes> files_;
};

void ask_everything(const index::UnitIndex& opened) {
  index::WordQuery words;
  for (const char* term : {"read", "file", "read_file", "store", "zz"}) words.terms.push_back({term, 1.0F});
  std::vector<std::string> terms = {"read", "value"};
  opened.document_frequencies(terms);
  auto found = opened.search_words(words);
  for (const auto match : {index::NameQuery::Match::kExact, index::NameQuery::Match::kPrefix, index::NameQuery::Match::kFuzzy}) {
    index::NameQuery name;
    name.name = "getvalue";
    name.match = match;
    for (const auto& unit : opened.search_names(name)) found.push_back(unit);
  }
  const std::vector<float> vector(space().dimensions, 0.25F);
  for (const auto& unit : opened.search_vector({.vector = vector, .filter = {}})) found.push_back(unit);
  std::vector<index::UnitRef> refs;
  for (const auto& unit : found) refs.push_back(unit.ref);
  std::vector<float> cosines(refs.size());
  opened.similarities(vector, refs, cosines);
  std::size_t seen = 0;
  for (const auto& unit : found) {
    const index::UnitView view = opened.unit(unit.ref);
    for (const auto text : {view.path, view.name, view.qualified_name, view.parent}) seen += std::string(text).size();
    const index::UnitRun run = opened.file(unit.ref).units;
    if (run.count < 1000) seen += opened.impacts(terms, std::vector{run}).size();
  }
  seen += opened.units_of("a/first.toy").size() + opened.stats().units;
  require(seen < (std::size_t{1} << 40U));
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const grove::fuzz::PatchedIndex patched;
  patched.write_with(grove::fuzz::as_text(data, size));
  const auto opened = grove::index::open_index(patched.directory(), grove::fuzz::space());
  if (opened) grove::fuzz::ask_everything(**opened);
  // A writer drops what it finds damaged, merges the rest and checks it on the way.
  const auto writer = grove::index::IndexWriter::open(patched.directory(), grove::fuzz::space());
  if (writer) (void)(*writer)->merge(true, grove::CancelToken());
  return 0;
}
