#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/testing/sample_facts.h"
#include "fuzz/fuzz_input.h"

// The input is a list of patches (three bytes of place, one byte of value) to the database of a small corpus. Whatever they do, it is
// refused or answers something: rows of another shape than ours included.
namespace grove::fuzz {
namespace {

namespace fs = std::filesystem;

corpus::Batch sample_batch(std::uint32_t number) {
  corpus::Batch batch;
  for (std::uint32_t file = 0; file < 4; ++file) {
    const Facts facts = corpus::sample_facts(number * 4 + file, 10);
    corpus::FileUpdate update;
    const std::string path = "d" + std::to_string(number) + "/f" + std::to_string(file);
    update.record = {.path = path, .size = 10, .hash = sha256(path), .language = Language::kC};
    update.facts_blob = corpus::encode_facts(facts);
    update.counts = corpus::counts_of(facts);
    batch.updates.push_back(std::move(update));
  }
  corpus::FileUpdate logo;
  logo.record = {.path = "logo", .state = FileState::kBinary, .reason = "binary"};
  batch.updates.push_back(std::move(logo));
  return batch;
}

class PatchedCorpus {
 public:
  PatchedCorpus() : directory_(fs::temp_directory_path() / ("grove-fuzz-corpus-" + std::to_string(getpid()))) {
    fs::create_directories(directory_);
    {
      const auto corpus = corpus::Corpus::open(directory_.string(), corpus::Corpus::Access::kWrite);
      require(corpus && (*corpus)->apply(sample_batch(0)) && (*corpus)->settle() && (*corpus)->apply(sample_batch(1)));
      require((*corpus)->set_property("name", "value").has_value());
    }
    std::ifstream in(database(), std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    require(!bytes_.empty());
  }
  ~PatchedCorpus() { fs::remove_all(directory_); }
  PatchedCorpus(const PatchedCorpus&) = delete;
  PatchedCorpus& operator=(const PatchedCorpus&) = delete;

  void write_with(std::string_view patches) const {
    std::string bytes = bytes_;
    for (std::size_t i = 0; i + 3 < patches.size(); i += 4) {
      std::size_t place = 0;
      for (std::size_t digit = 0; digit < 3; ++digit) place = place * 256 + static_cast<unsigned char>(patches[i + digit]);
      place %= bytes.size();
      bytes[place] = static_cast<char>(bytes[place] ^ patches[i + 3]);
    }
    for (const auto& entry : fs::directory_iterator(directory_)) fs::remove(entry.path());
    std::ofstream(database(), std::ios::binary) << bytes;
  }
  std::string directory() const { return directory_.string(); }

 private:
  fs::path database() const { return directory_ / "corpus.db"; }

  fs::path directory_;
  std::string bytes_;
};

void ask_everything(corpus::Corpus& corpus) {
  std::vector<corpus::CorpusFile> files;
  (void)corpus.for_each_file([&](corpus::CorpusFile file) { files.push_back(std::move(file)); });
  for (const auto& file : files) {
    (void)corpus.facts(file.facts_key());
    (void)corpus.facts_version(file.facts_key());
    (void)corpus.file(file.record.path);
  }
  (void)corpus.files();
  (void)corpus.files_below("d1");
  (void)corpus.totals();
  (void)corpus.debt();
  (void)corpus.properties();
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using grove::corpus::Corpus;
  static const grove::fuzz::PatchedCorpus patched;
  patched.write_with(grove::fuzz::as_text(data, size));
  if (const auto opened = Corpus::open(patched.directory(), Corpus::Access::kRead)) grove::fuzz::ask_everything(**opened);
  const auto opened = Corpus::open(patched.directory(), Corpus::Access::kWrite);
  if (opened && (*opened)->apply(grove::fuzz::sample_batch(1))) {
    (void)(*opened)->settle();
    (void)(*opened)->collect_garbage();
    grove::fuzz::ask_everything(**opened);
  }
  return 0;
}
