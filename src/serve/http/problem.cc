#include "serve/http/problem.h"

#include "serve/json/writer.h"

namespace grove::serve {

unsigned status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return 400;
    case ErrorCode::kNotFound: return 404;
    case ErrorCode::kAlreadyExists:
    case ErrorCode::kConflict:
    case ErrorCode::kDependencyCycle:
    case ErrorCode::kLocked: return 409;
    case ErrorCode::kStaleVersion: return 412;
    case ErrorCode::kTimeout: return 504;
    case ErrorCode::kCancelled:
    case ErrorCode::kResourceLimit:
    case ErrorCode::kUnavailable:
    case ErrorCode::kReindexing: return 503;
    case ErrorCode::kCorrupt:
    case ErrorCode::kIo:
    case ErrorCode::kInternal: return 500;
  }
  return 500;
}

HttpResponse problem(const Error& error) { return problem(status_of(error.code), error); }

HttpResponse problem(unsigned status, const Error& error) {
  JsonWriter json;
  json.begin_object().field("type", "urn:grove:problem:" + std::string(code_name(error.code))).field("title", reason_phrase(status));
  json.field("status", status).field("detail", error.message).field("code", code_name(error.code));
  json.field_unless_empty("hint", error.hint).end_object();
  HttpResponse response{.status = status, .content_type = "application/problem+json", .body = json.take()};
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

}  // namespace grove::serve
