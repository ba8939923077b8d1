#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "corpus/registry.h"
#include "fuzz/fuzz_input.h"

// The input is a list of patches (two bytes of place, one byte of value) to the database of people's decisions. Whatever they do, it is
// refused or answers something, and takes or refuses a further repository.
namespace grove::fuzz {
namespace {

namespace fs = std::filesystem;
using corpus::Registry;

class PatchedRegistry {
 public:
  PatchedRegistry() : directory_(fs::temp_directory_path() / ("grove-fuzz-registry-" + std::to_string(getpid()))) {
    fs::create_directories(directory_);
    {
      const auto registry = Registry::open(directory_.string());
      require(registry.has_value());
      for (const char* name : {"shop", "tools"}) require((*registry)->add({.name = name, .root = std::string("/r/") + name}).has_value());
    }
    std::ifstream in(database(), std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    require(!bytes_.empty());
  }
  ~PatchedRegistry() { fs::remove_all(directory_); }
  PatchedRegistry(const PatchedRegistry&) = delete;
  PatchedRegistry& operator=(const PatchedRegistry&) = delete;

  void write_with(std::string_view patches) const {
    std::string bytes = bytes_;
    for (std::size_t i = 0; i + 2 < patches.size(); i += 3) {
      const std::size_t place = (static_cast<unsigned char>(patches[i]) * 256U + static_cast<unsigned char>(patches[i + 1])) % bytes.size();
      bytes[place] = static_cast<char>(bytes[place] ^ patches[i + 2]);
    }
    for (const auto& entry : fs::directory_iterator(directory_)) fs::remove_all(entry.path());
    std::ofstream(database(), std::ios::binary) << bytes;
  }
  std::string directory() const { return directory_.string(); }

 private:
  fs::path database() const { return directory_ / "grove.db"; }

  fs::path directory_;
  std::string bytes_;
};

void ask_everything(Registry& registry) {
  const auto all = registry.repositories();
  (void)registry.repository("shop");
  (void)registry.repository("nearly");
  if (all) {
    for (const Repository& one : *all) (void)registry.change(one.id, {.name = one.name, .root = one.root, .url = one.url});
    (void)corpus::propose_name("shop", *all);
  }
  if (const auto added = registry.add({.name = "new", .root = "/r/new"})) (void)registry.remove(added->id);
}

}  // namespace
}  // namespace grove::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const grove::fuzz::PatchedRegistry patched;
  patched.write_with(grove::fuzz::as_text(data, size));
  if (const auto opened = grove::corpus::Registry::open(patched.directory())) grove::fuzz::ask_everything(**opened);
  return 0;
}
