#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace grove::corpus {

/// What a language model wrote about a part of the code. `subject` and `path` together name that part.
struct Summary {
  enum class Of : std::uint8_t { kType = 0, kModule = 1 };
  Of of = Of::kType;
  std::string subject;             ///< Qualified name of a type, name of a module.
  std::string path;                ///< File of a type, folder of a module.
  Sha256 shown = {};               ///< Of the text that the model was shown, instructions included.
  Sha256 files = {};               ///< Of what was read for that: of a type its file's hash.
  std::string text;                ///< One paragraph.
  std::string model;               ///< As its server calls it.
  std::int64_t written_at_ms = 0;  ///< Unix time.
};

/// The summaries of one repository (`summaries.db`, SQLite; docs/formats/corpus.md). They cost money to write, so they outlive whatever is
/// derived from files; a new index leaves them alone. One thread at a time; any process may write.
class Summaries {
 public:
  enum class Access { kRead, kWrite };
  /// `directory` is the repository's. kNotFound when reading where none was ever written.
  static Result<std::unique_ptr<Summaries>> open(const std::string& directory, Access access);
  virtual ~Summaries() = default;

  /// In order of sort, subject and path.
  virtual Result<std::vector<Summary>> all() = 0;
  /// Takes the place of what was written about the same part.
  virtual Status put(const Summary& summary) = 0;
  virtual Status remove(const Summary& summary) = 0;
};

/// Says whether summaries changed since: whoever asks opens nothing. Zero where there are none. Never waits.
std::uint64_t summaries_stamp(const std::string& directory);

}  // namespace grove::corpus
