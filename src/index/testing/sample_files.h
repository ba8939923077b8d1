#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_writer.h"
#include "model/facts.h"

namespace grove::index::testing {

/// A file with facts, for tests: text in, units out.
struct SampleFile {
  std::string path;
  std::string text;
  Facts facts;
  Sha256 hash{};

  IndexFile view() const { return {path, hash, facts, text, {}}; }
};

/// Reads a toy language. A line `# words` is a doc comment of what follows; `fn name(args) words` a function of one line; `type name` opens
/// a class until `end`; everything else belongs to a section up to the next unit. Units: functions, classes (around their functions) and
/// sections.
SampleFile make_file(std::string path, std::string text);

/// A random file in the toy language from a small vocabulary, so that terms repeat and scores tie.
SampleFile random_file(std::string path, std::mt19937_64& random);

}  // namespace grove::index::testing
