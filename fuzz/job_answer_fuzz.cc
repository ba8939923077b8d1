#include "fuzz/fuzz_input.h"
#include "serve/job_answer.h"
#include "serve/model_answer.h"

// What the process that holds the lock left in the data directory, and what its server answers. Texts of it are kept, nothing more.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = grove::fuzz::as_text(data, size);
  if (const auto job = grove::serve::read_job_answer(bytes)) grove::fuzz::require(job->id.size() + job->report.warnings.size() <= size * 3);
  if (const auto models = grove::serve::read_model_answer(bytes)) grove::fuzz::require(models->repositories.size() <= size);
  if (const auto call = grove::serve::read_server_note(bytes)) grove::fuzz::require(call->host.size() < size && call->token.empty());
  return 0;
}
