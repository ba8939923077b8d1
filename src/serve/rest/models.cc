#include "serve/http/problem.h"
#include "serve/json/shapes.h"
#include "serve/rest/route.h"

namespace grove::serve {
namespace {

HttpResponse get_status(Backend& backend, const Call&) {
  const auto report = backend.engine.model_status();
  return report ? json_response(model_json(*report)) : problem(report.error());
}

HttpResponse post_unload(Backend& backend, const Call&) {
  const auto status = backend.engine.unload_model();
  return status ? json_response(R"({"status":"unloaded"})") : problem(status.error());
}

constexpr Route kRoutes[] = {
    {.method = "GET",
     .pattern = "/api/v1/models/status",
     .summary = "Shows the embedding model, whether it is loaded, and which repositories have its vectors",
     .answer = "Model",
     .handle = get_status},
    {.method = "POST",
     .pattern = "/api/v1/models/unload",
     .summary = "Frees the model's memory; 409 while it is in use",
     .answer = "Unloaded",
     .handle = post_unload},
};

}  // namespace

std::span<const Route> model_routes() { return kRoutes; }

}  // namespace grove::serve
