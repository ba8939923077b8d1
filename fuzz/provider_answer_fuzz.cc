#include "fuzz/fuzz_input.h"
#include "inference/remote/embedding_api.h"
#include "inference/remote/json_answer.h"

// What a server of models may answer: to a request for vectors, about a model, and about what went wrong.
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
  const std::string complaint = read_complaint(body);
  grove::fuzz::require(complaint.size() <= 300 && complaint.find('\n') == std::string::npos);
  return 0;
}
