#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/api_candidates.h"

namespace grove::graph::web {

/// How sure it is that a program sends requests to a repository at all.
struct Tie {
  enum class Strength : std::uint8_t {
    kNone,   ///< Nothing but the path of this request speaks for it.
    kWeak,   ///< Little does.
    kStrong  ///< Much of what the program asks is answered there, somebody says so, or it is the same repository.
  } strength = Strength::kNone;
  bool is_declared = false;  ///< A host, the rule of a proxy or a person says so.
  bool is_shared = false;    ///< Other repositories answer about as much of the same.
  std::size_t answered = 0;  ///< Addresses that the program asks under the same base and the repository answers,
  std::size_t asked = 0;     ///< of so many.
};

/// Which repositories the programs of others talk to, from all that they ask: requests with one base go to one place as a rule, and what
/// one word says, like `/login`, many answer. Of what somebody asks and its usual partner doesn't answer, a stranger gets nothing that
/// happens to answer it. Immutable; what it is made from must outlive it.
class ProgramTies {
 public:
  ProgramTies(std::span<const RepositoryPrograms> repositories, const ApiPrograms& programs, std::span<const RequestGroup> groups);

  Tie of(const RequestGroup& group, const Candidate& candidate) const;
  /// Whether a document of a repository may be about a request of another one: they are tied, or hardly anybody has such a route.
  bool may_describe(std::size_t client, std::size_t server, std::string_view route) const;
  /// Whether some program of a repository is strongly tied to another one, or to its own.
  bool leads(std::size_t client, std::size_t server) const { return client == server || leaning_.contains({client, server}); }

 private:
  using Base = std::pair<std::size_t, std::string>;  // the program that asks, and what it says of whom
  using Side = std::pair<std::size_t, std::string>;  // the repository that answers, and below which context
  struct Answers {
    std::map<std::string, int> addresses = {};  // with what each tells
    Tie::Strength strength = Tie::Strength::kNone;
    bool is_shared = false;
  };
  struct Asked {
    std::set<std::string> addresses = {};  // the words of each path
    std::map<Side, Answers> answers = {};
  };
  /// Who answers most of what is asked, at least half of it, and whether others do so too.
  struct Home {
    Side side = {};
    const Answers* answers = nullptr;
    bool has_rivals = false;
  };
  static Base base_of(const RequestGroup& group);
  void count(const RequestGroup& group);
  int telling(const RequestGroup& group, const Candidate& candidate) const;
  int telling(std::string_view word) const;
  static Home home_of(const Asked& asked);
  void weigh(const Asked& asked, const Home& home, Answers& answers) const;
  bool is_declared(std::size_t from, std::size_t to) const;
  bool is_grouped(std::size_t one, std::size_t other) const;

  std::span<const RepositoryPrograms> repositories_;
  const ApiPrograms& programs_;
  std::map<Base, Asked> asked_;
  std::set<std::pair<std::size_t, std::size_t>> led_;      // programs and the repositories that they name
  std::set<std::pair<std::size_t, std::size_t>> leaning_;  // repositories and those that one of their programs is tied to
};

}  // namespace grove::graph::web
