#include "fuzz/fuzz_input.h"
#include "http/rate_limits.h"
#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"
#include "inference/remote/rerank_api.h"

// What a server of models may answer: to a request for vectors or scores, about a model, and about what went wrong.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove::inference;
  const auto body = grove::fuzz::as_text(data, size);
  const ApiSettings settings{.base_url = "http://localhost", .model = "m"};
  for (const auto& api : {ollama_api(settings), openai_api(settings), gemini_api(settings), voyage_api(settings)}) {
    const auto vectors = api->read(body);
    if (!vectors) continue;
    for (const auto& vector : *vectors) grove::fuzz::require(!vector.empty());
  }
  grove::fuzz::require(read_ollama_dimensions(body) <= 65'536);
  grove::fuzz::require(read_ollama_digest(body, "m").size() <= size);
  for (const char* provider : {"cohere", "jina", "voyage", "vllm", "tei"}) {
    const auto scores = read_scores(*find_rerank_format(provider), body, 3);
    grove::fuzz::require(!scores || scores->size() == 3);
  }
  const auto duration = grove::http::read_duration(body);
  grove::fuzz::require(!duration || duration->count() >= 0);
  const std::string complaint = read_complaint(body, "key");
  grove::fuzz::require(!complaint.contains("key"));
  grove::fuzz::require(complaint.size() <= 300 && complaint.find('\n') == std::string::npos);
  return 0;
}
