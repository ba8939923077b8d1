#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What a part of a program is for.
enum class Layer : std::uint8_t { kNone, kController, kService, kRepository, kExternal, kComponent, kConfiguration };
/// "controller", "service", "repository", "external", "component", "config"; empty for kNone.
std::string_view layer_name(Layer layer);

/// A type as containers and flows see it.
struct TypeRole {
  Layer layer = Layer::kNone;
  bool is_generated = false;  ///< An interface that a library implements: Spring Data, MyBatis, Feign, Retrofit.
  bool is_primary = false;
  std::vector<std::string> bean_names;  ///< Those by which a qualifier can mean it.
};

/// Says what types are for: by stereotype annotations, also by the repository's own that carry them, and by what they inherit from.
class Layers {
 public:
  explicit Layers(Workplace& at) : at_(at) {}

  const TypeRole& of(SymbolId type);
  /// What a library's type is for, by its qualified name: `RestTemplate`, `JdbcTemplate`, …
  static Layer of_library(std::string_view qualified);
  /// The library's type that is for something of which a type inherits, by its qualified name; empty where there is none.
  std::string library_base(SymbolId type);
  /// The library's type that a type's text means in a file, by its imports; empty where no import says it.
  std::string imported(FileId file, std::string_view type);

 private:
  TypeRole find(SymbolId type);
  bool is_data_repository(SymbolId type);
  bool is_client(SymbolId type);
  bool is_mapper(SymbolId type);
  /// Packages all of whose interfaces are mappers, by `@MapperScan`.
  const std::vector<std::string>& mapper_packages();
  void add_scanned(const Meaning& meaning, SymbolId on, std::vector<std::string>& packages);

  Workplace& at_;
  std::optional<std::vector<std::string>> mapper_packages_;
  std::unordered_map<SymbolId, TypeRole> known_;
};

}  // namespace grove::graph::web
