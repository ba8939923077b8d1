#pragma once

#include <string_view>

#include "engine/answering/request_documents.h"
#include "inference/embedder.h"

namespace grove::engine {

/// The requests of a repository that are nearest to a question by meaning, best first; for questions in other words than the code's. Embeds
/// the names of at most some thousand.
Result<ScoredRequests> nearest_requests(const RequestDocuments& requests, const search::Topic& topic, inference::Embedder& embedder,
                                        const CancelToken& cancel);

}  // namespace grove::engine
