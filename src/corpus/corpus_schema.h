#pragma once

#include "corpus/migrations.h"

namespace grove::corpus {

/// Of `corpus.db` (docs/formats/corpus.md).
const Schema& corpus_schema();
/// Of `grove.db` (docs/formats/corpus.md).
const Schema& registry_schema();

}  // namespace grove::corpus
