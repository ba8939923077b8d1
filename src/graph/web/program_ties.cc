#include "graph/web/program_ties.h"

#include <algorithm>

#include "base/text.h"

namespace grove::graph::web {
namespace {

// What the words of an address tell, added up: one that hardly anybody else's routes have, and one that not everybody's have.
constexpr int kRareWord = 2;
constexpr int kWord = 1;
constexpr int kDistinctive = 2;   // such an address tells something,
constexpr int kUnmistakable = 4;  // and such a one much
constexpr std::size_t kFewRepositories = 3;

constexpr std::size_t kSomeAddresses = 3;  // that no chance brings together
constexpr std::size_t kManyAddresses = 6;

std::string words_joined(std::string_view route) {
  std::string joined;
  for (const std::string_view word : words_of(route)) (joined += '/') += word;
  return joined;
}

/// Whether one answers about as much as another one, and much of the same.
bool is_rival(const std::map<std::string, int>& one, const std::map<std::string, int>& other) {
  if (other.size() >= 2 * one.size() || other.size() >= one.size() + 8) return false;
  const auto in_both = std::ranges::count_if(one, [&](const auto& address) { return other.contains(address.first); });
  return static_cast<std::size_t>(in_both) * 2 >= other.size();
}

}  // namespace

ProgramTies::ProgramTies(std::span<const RepositoryPrograms> repositories, const ApiPrograms& programs,
                         std::span<const RequestGroup> groups)
    : repositories_(repositories), programs_(programs) {
  for (const RequestGroup& group : groups) count(group);
  for (auto& [base, asked] : asked_) {
    const Home home = home_of(asked);
    for (auto& [side, answers] : asked.answers) {
      weigh(asked, home, answers);
      if (answers.strength == Tie::Strength::kStrong && side.second.empty())
        leaning_.emplace(programs_.repository_of(base.first), side.first);
    }
  }
}

ProgramTies::Base ProgramTies::base_of(const RequestGroup& group) {
  const ClientCall& call = group.call();
  if (call.is_host_configured || !call.prefix.empty()) return {group.program, "{}"};
  return {group.program, call.host};
}

void ProgramTies::count(const RequestGroup& group) {
  Asked& asked = asked_[base_of(group)];
  const std::string address = words_joined(below_prefix(group.call()));
  if (address.empty()) return;
  asked.addresses.insert(address);
  for (const Candidate& one : group.candidates) {
    int& told = asked.answers[{one.at, one.context}].addresses[address];
    told = std::max(told, telling(group, one));
    if (one.is_led) led_.emplace(group.program, one.at);
  }
}

/// Only words that the request and the route have in common tell something, and those by which a rule knows its service.
int ProgramTies::telling(const RequestGroup& group, const Candidate& candidate) const {
  const std::vector<std::string_view> words = words_of(programs_.endpoints()[candidate.endpoint].endpoint->route);
  const std::string asked = below_prefix(group.call());
  int sum = 0;
  for (const std::string_view word : words_of(asked)) {
    const bool is_common = std::ranges::any_of(words, [&](std::string_view one) { return equals_ignoring_ascii_case(one, word); });
    if (!is_common && !candidate.is_told) continue;
    sum += telling(word);
  }
  return sum;
}

int ProgramTies::telling(std::string_view word) const {
  const std::size_t having = programs_.serving(word), all = programs_.serving();
  if (having <= std::max<std::size_t>(2, all / 10)) return kRareWord;
  return having * 4 <= all ? kWord : 0;
}

bool ProgramTies::may_describe(std::size_t client, std::size_t server, std::string_view route) const {
  if (leads(client, server) || is_declared(client, server) || is_grouped(client, server)) return true;
  int sum = 0;
  for (const std::string_view word : words_of(route)) sum += telling(word);
  return sum >= kUnmistakable;
}

bool ProgramTies::is_declared(std::size_t from, std::size_t to) const {
  const std::vector<std::string>& needed = repositories_[from].depends_on;
  return std::ranges::find(needed, repositories_[to].name) != needed.end();
}

bool ProgramTies::is_grouped(std::size_t one, std::size_t other) const {
  const std::vector<std::string>& groups = repositories_[other].groups;
  return std::ranges::any_of(repositories_[one].groups,
                             [&](const std::string& group) { return std::ranges::find(groups, group) != groups.end(); });
}

ProgramTies::Home ProgramTies::home_of(const Asked& asked) {
  Home home;
  for (const auto& [side, answers] : asked.answers)
    if (answers.addresses.size() * 2 >= asked.addresses.size() &&
        (home.answers == nullptr || answers.addresses.size() > home.answers->addresses.size()))
      home = {.side = side, .answers = &answers};
  if (home.answers != nullptr)
    home.has_rivals = std::ranges::any_of(asked.answers, [&](const auto& one) {
      return one.first.first != home.side.first && is_rival(one.second.addresses, home.answers->addresses);
    });
  return home;
}

void ProgramTies::weigh(const Asked& asked, const Home& home, Answers& answers) const {
  const bool is_at_home = home.answers == &answers;
  const bool is_elsewhere = home.answers != nullptr && !is_at_home && !is_rival(answers.addresses, home.answers->addresses);
  std::size_t answered = 0, distinctive = 0, unmistakable = 0;
  for (const auto& [address, told] : answers.addresses) {
    if (is_elsewhere && home.answers->addresses.contains(address)) continue;
    ++answered;
    distinctive += told >= kDistinctive ? 1 : 0;
    unmistakable += told >= kUnmistakable ? 1 : 0;
  }
  const std::size_t all = asked.addresses.size(), whole = answers.addresses.size();
  answers.is_shared = home.has_rivals && !is_elsewhere;
  const bool is_most = whole * 2 >= all && !is_elsewhere;
  const bool is_alone = programs_.serving() == 1;  // with nobody whom it could be mistaken for
  const bool is_told =
      is_most && ((is_alone && distinctive > 0) || (answered >= kSomeAddresses && distinctive > 0) || answered >= kManyAddresses);
  // A part of its own: not what the home answers as well.
  const bool is_noticed = answered * 8 >= all;  // and no few words among many that anybody may have as well
  const bool is_part = answered * 2 >= whole && (unmistakable >= kSomeAddresses || (distinctive >= kSomeAddresses && is_noticed));
  const bool is_hinted = (is_noticed && (distinctive > 1 || unmistakable > 0)) ||
                         (is_most && distinctive > 0 && (answered > 1 || programs_.serving() <= kFewRepositories));
  if (is_told || is_part)
    answers.strength = answers.is_shared ? Tie::Strength::kWeak : Tie::Strength::kStrong;
  else if (is_hinted && !is_elsewhere)
    answers.strength = Tie::Strength::kWeak;
}

Tie ProgramTies::of(const RequestGroup& group, const Candidate& candidate) const {
  const Asked& asked = asked_.at(base_of(group));
  const Side side{candidate.at, candidate.context};
  const std::size_t server = programs_.endpoints()[candidate.endpoint].repository;
  Tie tie{.is_declared = candidate.way == Way::kNamed || led_.contains({group.program, candidate.at}) ||
                         is_declared(group.client, server) || is_declared(group.client, candidate.at),
          .asked = asked.addresses.size()};
  if (const auto found = asked.answers.find(side); found != asked.answers.end()) {
    tie.answered = found->second.addresses.size();
    tie.strength = found->second.strength;
    tie.is_shared = found->second.is_shared;
  }
  const bool is_plain = candidate.context.empty();
  if (tie.is_declared || (is_plain && server == group.client)) tie.strength = Tie::Strength::kStrong;
  if (tie.strength == Tie::Strength::kNone && is_plain && leads(group.client, candidate.at)) tie.strength = Tie::Strength::kWeak;
  if (tie.strength == Tie::Strength::kWeak && is_grouped(group.client, server)) tie.strength = Tie::Strength::kStrong;
  return tie;
}

}  // namespace grove::graph::web
