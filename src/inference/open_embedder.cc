#include "inference/open_embedder.h"

#include "inference/remote/remote_source.h"
#include "inference/static/static_embedder.h"

namespace grove::inference {
namespace {

struct ModelName {
  std::string provider;
  std::string name;
};

ModelName parse_model(const std::string& model) {
  const std::size_t colon = model.find(':');
  if (colon == std::string::npos) return {.provider = model.empty() ? "static" : model, .name = {}};
  return {.provider = model.substr(0, colon), .name = model.substr(colon + 1)};
}

EmbedderSource static_source() {
  return {.info = static_embedder_info(), .is_immediate = true, .load = [] { return open_static_embedder(); }};
}

}  // namespace

Result<std::unique_ptr<ResidentEmbedder>> open_embedder(const EmbedderSettings& settings, const CancelToken& cancel) {
  GROVE_RETURN_IF_ERROR(cancel.check());
  const ModelName model = parse_model(settings.model);
  if (model.provider == "static") {
    return std::make_unique<ResidentEmbedder>(static_source(), KeepAlive{.grace = std::nullopt}, *settings.clock);
  }
  return fail(ErrorCode::kInvalidArgument,
              "cannot open embedding model \"" + settings.model + "\": there is no provider \"" + model.provider + "\"",
              "write static, ollama:NAME, openai:NAME, gemini:NAME or voyage:NAME");
}

}  // namespace grove::inference
