#pragma once

#include <string>

#include "corpus/corpus.h"
#include "index/index_writer.h"

namespace grove::ingest {

/// All that a corpus says, as text: equal whatever way led there. Times are left out where asked.
enum class FileTimes { kShown, kHidden };
std::string describe_corpus(corpus::Corpus& corpus, FileTimes times);

/// What an index says, as text, after its segments are merged into one: every unit, and the answers to some questions about each.
std::string describe_index(const std::string& directory, const index::VectorSpace& space);

/// The first line in which two texts differ, of each; empty where they are equal.
std::string first_difference(const std::string& left, const std::string& right);

}  // namespace grove::ingest
