#include "engine/index_meta.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/file.h"

namespace grove::engine {
namespace {

using nlohmann::ordered_json;

const VectorsOfModel* leading(const std::vector<VectorsOfModel>& models) {
  const auto found =
      std::ranges::max_element(models, {}, [](const VectorsOfModel& model) { return std::tuple(model.is_present, model.units); });
  return found == models.end() || found->units == 0 ? nullptr : &*found;
}

}  // namespace

std::string index_meta_text(const std::vector<RepositoryState>& repositories, const index::VectorSpace& present) {
  ordered_json meta = {{"version", 1}};
  if (present.dimensions > 0) {
    meta["provider"] = present.provider;
    meta["model"] = present.model;
    meta["dimension"] = present.dimensions;
  }
  meta["repositories"] = ordered_json::object();
  for (const RepositoryState& state : repositories) {
    const VectorsOfModel* const model = leading(state.vectors);
    if (model == nullptr) continue;
    meta["repositories"][state.repository.name] = {
        {"provider", model->provider}, {"model", model->model},      {"dimension", model->dimensions},
        {"vectors", model->units},     {"units", state.index.units}, {"complete", model->is_present && model->units == state.index.units}};
  }
  return meta.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

void IndexMeta::write(const std::vector<RepositoryState>& repositories, const index::VectorSpace& present) {
  std::string text = index_meta_text(repositories, present);
  const std::lock_guard lock(mutex_);
  if (text == written_) return;
  if (write_file(path_, text, Durability::kProcess)) written_ = std::move(text);
}

}  // namespace grove::engine
