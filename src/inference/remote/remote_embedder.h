#pragma once

#include <functional>
#include <memory>
#include <string>

#include "http/retry.h"
#include "inference/embedder.h"
#include "inference/remote/ask.h"
#include "inference/remote/embedding_api.h"

namespace grove::inference {

struct RemoteSettings {
  EmbedderInfo info;
  ModelServer server;
  std::shared_ptr<const EmbeddingApi> api;
  http::RetryPolicy retry;
  std::function<void()> on_release;  ///< Called by the destructor if anything was embedded; may be empty.
};

/// Embeds through a server: lays texts out, batches, checks that every vector has the right size and finite components, normalises.
std::unique_ptr<Embedder> make_remote_embedder(RemoteSettings settings);

/// Vectors for texts as the server gives them, one request. The error is complete: what was asked, what is wrong, what to do. A query is
/// waited for less long than passages are: somebody looks at the screen, and words can answer.
Result<std::vector<std::vector<float>>> ask_for_vectors(const RemoteSettings& settings, std::span<const std::string> texts, TextRole role,
                                                        const CancelToken& cancel);

/// How errors of it begin.
std::string doing_of(const RemoteSettings& settings);

}  // namespace grove::inference
