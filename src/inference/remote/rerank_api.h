#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/http_client.h"
#include "inference/remote/address.h"
#include "inference/remote/embedding_api.h"

namespace grove::inference {

/// How one kind of server is asked to rank texts: `POST {base}/rerank`, all alike but for names.
struct RerankFormat {
  ProviderPlace place;
  std::string_view title;  ///< For errors.
  std::string_view texts = "documents";
  std::string_view count = "top_n";   ///< How many of them to answer with; empty where it always answers with all.
  std::string_view flags = "{}";      ///< JSON that goes along as it is.
  std::string_view list = "results";  ///< Where the answer has its scores; empty where it is the list itself.
  std::string_view score = "relevance_score";
  std::size_t most_texts = 100;      ///< In one request.
  std::string_view named = "model";  ///< Where the model's name goes; empty where the server has but one.
};

/// Cohere (v2), Jina AI, Voyage AI, `vllm` (vLLM, llama.cpp's server and others that took over Jina's format) and `tei` (Hugging Face's
/// Text Embeddings Inference). Null for others.
const RerankFormat* find_rerank_format(std::string_view provider);
/// "cohere:NAME, jina:NAME, …", for hints.
std::string rerank_providers();

/// What is asked with.
struct RerankCall {
  const RerankFormat& format;
  const Address& address;
  std::string_view model;
};

http::HttpRequest rerank_request(const RerankCall& call, std::string_view query, std::span<const std::string> texts);

/// One score a text, in order, from an answer of status 200. kUnavailable, saying what is wrong, where it isn't of the format, leaves a
/// text out, names one twice or has a score that is no finite number.
Result<std::vector<float>> read_scores(const RerankFormat& format, std::string_view body, std::size_t texts);

}  // namespace grove::inference
