#pragma once

#include <string>
#include <vector>

#include "http/testing/test_server.h"

namespace grove::inference {

/// The score that the fake servers below give a text: the share of its letters that are "a".
float fake_score(const std::string& text);

/// The path of the address that a provider's documentation gives, which `/rerank` is added to: "/v2".
std::string rerank_base_path(const std::string& provider);

/// A handler that speaks one provider's rerank protocol as its documentation says (key "rk-test") and answers 4xx to any other request; the
/// best score first, as they do. The body of every accepted request is appended to `seen`.
http::TestServer::Handler fake_reranker(const std::string& provider, std::vector<std::string>& seen);

}  // namespace grove::inference
