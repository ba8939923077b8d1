#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
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
  /// One that answers a path below what many routes of its program begin with, `/api`, `/api/v1`, and writes out all segments that it does.
  struct BelowContext {
    std::size_t endpoint = 0;  ///< In `endpoints`.
    std::string_view context;
  };
  std::vector<BelowContext> answering_below(std::string_view route, std::string_view verb) const;
  /// Whether the code of a program says routes that begin with one or two segments.
  bool says(std::size_t program, std::string_view front) const { return programs_[program].fronts.contains(front); }
  std::optional<std::size_t> place_of(const Endpoint* endpoint) const;
  /// The program that a file belongs to.
  std::size_t program_of(std::size_t repository, std::string_view path);
  std::size_t repository_of(std::size_t program) const { return programs_[program].repository; }
  /// The repository's name, and the folder in it.
  std::string name_of(std::size_t program) const;
  /// The service of a name; nothing where none or several are called so.
  std::optional<Service> named(std::string_view host) const;
  /// The repository of which a program listens at a port; nothing where none or several do.
  std::optional<std::size_t> listening(std::uint16_t port) const;
  bool has_gateway() const { return has_gateway_; }
  bool is_of(const Answering& answering, const Service& service) const;
  /// How many repositories have routes, and how many have some with this segment.
  std::size_t serving() const { return serving_; }
  std::size_t serving(std::string_view segment) const;

 private:
  struct Program {
    std::size_t repository = 0;
    std::string folder;
    RouteTree routes;                                // values are places in `endpoints_`
    RouteTree folded;                                // in lower case, of frameworks that don't tell case apart
    std::set<std::string, std::less<>> words = {};   // written segments, in lower case
    std::set<std::string, std::less<>> fronts = {};  // what routes with more segments begin with, up to two of them
    std::vector<std::string> contexts = {};          // the most frequent first
  };
  static std::vector<std::size_t> find(const Program& program, std::string_view route, std::string_view verb);
  void find_contexts();
  void count_words();

  std::span<const RepositoryPrograms> repositories_;
  std::vector<Program> programs_;
  std::vector<Answering> endpoints_;
  std::unordered_map<const Endpoint*, std::size_t> places_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;  // of programs by repository and folder
  std::map<std::string, std::size_t, std::less<>> words_;               // segments of routes, with how many repositories have them
  std::size_t serving_ = 0;
  std::map<std::uint16_t, std::set<std::size_t>> ports_;  // with the repositories of those that listen there
  bool has_gateway_ = false;
};

}  // namespace grove::graph::web
