#include "inference/testing/temporary_model.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

namespace grove::inference {

TemporaryModel::TemporaryModel(const std::string& bytes)
    : path_((std::filesystem::temp_directory_path() / ("grove_model_" + std::to_string(std::random_device{}()) + ".gguf")).string()) {
  std::ofstream(path_, std::ios::binary) << bytes;
}

TemporaryModel::~TemporaryModel() { std::filesystem::remove(path_); }

double cosine(std::span<const float> a, std::span<const double> b) {
  double dot = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    dot += static_cast<double>(a[j]) * b[j];
    aa += static_cast<double>(a[j]) * static_cast<double>(a[j]);
    bb += b[j] * b[j];
  }
  return dot / std::sqrt(aa * bb);
}

}  // namespace grove::inference
