#pragma once

#include <functional>
#include <memory>
#include <string>

#include "inference/embedder.h"
#include "inference/http/retry.h"
#include "inference/remote/embedding_api.h"

namespace grove::inference {

struct RemoteSettings {
  EmbedderInfo info;
  std::shared_ptr<HttpClient> client;
  std::shared_ptr<const EmbeddingApi> api;
  RetryPolicy retry;
  std::string secret;                ///< Blotted out wherever a server repeats it.
  std::function<void()> on_release;  ///< Called by the destructor if anything was embedded; may be empty.
};

/// Embeds through a server: lays texts out, batches, checks that every vector has the right size and finite components, normalises.
std::unique_ptr<Embedder> make_remote_embedder(RemoteSettings settings);

/// Vectors for texts as the server gives them, one request. The error is complete: what was asked, what is wrong, what to do.
Result<std::vector<std::vector<float>>> ask_for_vectors(const RemoteSettings& settings, std::span<const std::string> texts, TextRole role,
                                                        const CancelToken& cancel);

/// The answer of a server as JSON text where its status is 200, else an error as above. For questions other than embedding.
Result<std::string> ask(const RemoteSettings& settings, const HttpRequest& request, const CancelToken& cancel);

}  // namespace grove::inference
