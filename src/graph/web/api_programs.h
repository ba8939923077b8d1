#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/web/request_targets.h"
#include "graph/web/route_tree.h"

namespace grove::graph::web {

/// The programs of several repositories, each a folder that is built by itself, and what they answer. Immutable; the models must outlive
/// it.
class ApiPrograms {
 public:
  explicit ApiPrograms(std::span<const RepositoryPrograms> repositories);

  struct Answering {
    std::size_t repository = 0;
    std::size_t program = 0;
    const Endpoint* endpoint = nullptr;
  };
  /// A service by where its code stands.
  struct Service {
    std::size_t repository = 0;
    std::string module;
  };

  const std::vector<Answering>& endpoints() const { return endpoints_; }
  /// Those that answer a path best, of every program; without a verb those of every verb. A program's own answer counts beside others'.
  std::vector<std::size_t> answering(std::string_view route, std::string_view verb) const;
  std::optional<std::size_t> place_of(const Endpoint* endpoint) const;
  /// The program that a file belongs to.
  std::size_t program_of(std::size_t repository, std::string_view path);
  /// The repository's name, and the folder in it.
  std::string name_of(std::size_t program) const;
  /// The service of a name; nothing where none or several are called so.
  std::optional<Service> named(std::string_view host) const;
  bool has_gateway() const { return has_gateway_; }
  bool is_of(const Answering& answering, const Service& service) const;
  /// What the routes of programs begin with, `/api`, `/api/v1`, the most frequent first, as far as there are not very many.
  const std::vector<std::string>& contexts() const { return contexts_; }

 private:
  struct Program {
    std::size_t repository = 0;
    std::string folder;
    RouteTree routes;  // values are places in `endpoints_`
    RouteTree folded;  // in lower case, of frameworks that don't tell case apart
  };
  void find_contexts();

  std::span<const RepositoryPrograms> repositories_;
  std::vector<Program> programs_;
  std::vector<Answering> endpoints_;
  std::unordered_map<const Endpoint*, std::size_t> places_;
  std::vector<std::string> contexts_;
  bool has_gateway_ = false;
};

}  // namespace grove::graph::web
