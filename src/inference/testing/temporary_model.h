#pragma once

#include <span>
#include <string>

namespace grove::inference {

/// A GGUF file that lives as long as this.
class TemporaryModel {
 public:
  explicit TemporaryModel(const std::string& bytes);
  TemporaryModel(const TemporaryModel&) = delete;
  TemporaryModel& operator=(const TemporaryModel&) = delete;
  ~TemporaryModel();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double cosine(std::span<const float> a, std::span<const double> b);

}  // namespace grove::inference
