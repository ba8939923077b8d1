#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace grove::inference {

enum class ModelUse : std::uint8_t { kEmbed, kRerank, kChat };
/// As people read it: "embed", "rerank", "chat".
std::string_view use_name(ModelUse use);

/// A model that can be had by name.
struct KnownModel {
  std::string_view name;                    ///< As in the models folder and in settings.
  std::array<std::string_view, 2> aliases;  ///< Other names people use; empty where there are fewer.
  std::string_view repository;              ///< On the public model hub.
  std::string_view file;                    ///< Within it.
  std::string_view sha256;                  ///< Of the file; empty: the first download is recorded instead.
  ModelUse use = ModelUse::kEmbed;
  std::string_view note;  ///< For people: size, dimensions, licence.
};

std::span<const KnownModel> known_models();
/// By name or alias, letter case ignored; null where there is none.
const KnownModel* find_known_model(std::string_view name);

}  // namespace grove::inference
