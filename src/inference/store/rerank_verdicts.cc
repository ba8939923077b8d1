#include "inference/store/rerank_verdicts.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"

namespace grove::inference {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = 1U << 20U;
constexpr std::uint64_t kEnoughQueries = 100;

std::string path_in(const std::string& models_folder) { return models_folder + "/rerank-verdicts.json"; }

json read_all(const std::string& models_folder) {
  const auto text = read_file(path_in(models_folder), kMostBytes);
  json verdicts = text ? json::parse(*text, nullptr, false) : json();
  return verdicts.is_object() ? verdicts : json::object();
}

double number(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : std::nan("");
}

}  // namespace

bool does_not_lose(const RerankVerdict& verdict) {
  return verdict.queries >= kEnoughQueries && verdict.low >= 0 && verdict.difference >= verdict.low && verdict.high >= verdict.difference;
}

std::optional<RerankVerdict> find_verdict(const std::string& models_folder, const std::string& model) {
  const json verdicts = read_all(models_folder);
  const auto found = verdicts.find(model);
  if (found == verdicts.end() || !found->is_object()) return std::nullopt;
  const auto queries = found->find("queries");
  const bool counted = queries != found->end() && queries->is_number_unsigned();
  return RerankVerdict{.difference = number(*found, "difference"),
                       .low = number(*found, "low"),
                       .high = number(*found, "high"),
                       .queries = counted ? queries->get<std::uint64_t>() : 0};
}

Status record_verdict(const std::string& models_folder, const std::string& model, const RerankVerdict& verdict) {
  GROVE_RETURN_IF_ERROR(create_directories(models_folder));
  json verdicts = read_all(models_folder);
  verdicts[model] = {{"difference", verdict.difference}, {"low", verdict.low}, {"high", verdict.high}, {"queries", verdict.queries}};
  return write_file(path_in(models_folder), verdicts.dump(2) + '\n');
}

}  // namespace grove::inference
