#pragma once

#include <memory>

#include "apps/grove/session.h"
#include "inference/open_embedder.h"

namespace grove::cli {

/// The embedder that GROVE_EMBEDDING_MODEL or its option names; null where none is named: a dataset has vectors only when somebody wants
/// them.
Result<std::unique_ptr<inference::ResidentEmbedder>> dataset_embedder(Session& session);

}  // namespace grove::cli
