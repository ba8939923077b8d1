#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "serve/http/client.h"

namespace grove::serve {

/// A job as another server tells of it. What an answer leaves out or gives in another shape is empty.
struct JobAnswer {
  std::string id, state;
  struct {
    std::string stage, unit, subject;
    std::uint64_t done = 0, total = 0;
  } progress;
  ingest::IngestReport report;
  struct {
    std::string code, message, hint;
  } error;
};

/// Nothing where the bytes are no JSON object. They are another process's: anything may stand there.
std::optional<JobAnswer> read_job_answer(std::string_view body);

/// How calls to a server begin, as its note in the data directory says; nothing where that is none.
std::optional<ClientCall> read_server_note(std::string_view note);

}  // namespace grove::serve
