#pragma once

#include <memory>

#include "inference/embedder.h"
#include "inference/static/static_template.h"

namespace grove::inference {

/// What the built-in model is, without opening it.
EmbedderInfo static_embedder_info(const StaticTemplate& layout = {});

/// The built-in model: one vector a token, summed and normalised (models/static-code/FORMAT.md). Opening it takes a few milliseconds (the
/// trie of its vocabulary); provider "static".
Result<std::unique_ptr<Embedder>> open_static_embedder(const StaticTemplate& layout = {});

}  // namespace grove::inference
