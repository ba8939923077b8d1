#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/endpoints.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {

/// One operation of an OpenAPI document.
struct OpenApiOperation {
  std::string verb, path, base;  ///< `get`; as written; the path of its server.
  std::string name;              ///< Of the method that is generated for it.
  std::string tag, controller;   ///< The first tag; the class that the document names.
  const Module* module = nullptr;
  FileId file = 0;
  std::uint32_t line = 0;

  /// As a client of the service sees it.
  std::string route() const;
};

/// The OpenAPI and Swagger documents of a repository, YAML or JSON, by their properties.
class OpenApiDocuments {
 public:
  explicit OpenApiDocuments(Workplace& at);

  /// By the name of the method that is generated for them.
  const std::map<std::string, std::vector<OpenApiOperation>, std::less<>>& operations() const { return operations_; }
  /// The one that a class of a module means; null where there is none or it can't be told.
  const OpenApiOperation* find(std::string_view method, const Module& module) const;
  /// All as endpoints that nothing is known to answer.
  std::vector<Endpoint> declared(const Declarations& declarations) const;

 private:
  void read(FileId file, const Facts& facts, const Module& module);

  std::map<std::string, std::vector<OpenApiOperation>, std::less<>> operations_;
};

}  // namespace grove::graph::web
