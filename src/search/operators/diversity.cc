#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

class Diversity final : public Operator {
 public:
  std::string_view name() const override { return "diversity"; }
  std::string detail(const SearchState& state) const override {
    return fmt::format("× {} a further unit of a file", state.tuning.file_repeat);
  }

  Status run(SearchState& state) const override {
    const auto better = [&](const Candidate& a, const Candidate& b) { return comes_first(state, a, b, &Candidate::score); };
    std::ranges::sort(state.candidates, better);
    std::vector<unsigned> seen(state.files.size(), 0);
    for (Candidate& candidate : state.candidates)
      if (state.files[candidate.file].is_a_whole) candidate.score *= std::pow(state.tuning.file_repeat, seen[candidate.file]++);
    std::ranges::sort(state.candidates, better);
    return {};
  }
};

class Limit final : public Operator {
 public:
  explicit Limit(std::size_t limit) : limit_(limit) {}
  std::string_view name() const override { return "limit"; }
  std::string detail(const SearchState&) const override { return fmt::format("{}", limit_); }

  Status run(SearchState& state) const override {
    std::erase_if(state.candidates, [](const Candidate& candidate) { return candidate.score <= 0; });
    if (state.candidates.size() > limit_)
      state.candidates.erase(state.candidates.begin() + static_cast<std::ptrdiff_t>(limit_), state.candidates.end());
    return {};
  }

 private:
  std::size_t limit_;
};

}  // namespace

std::unique_ptr<Operator> make_diversity() { return std::make_unique<Diversity>(); }
std::unique_ptr<Operator> make_limit(std::size_t limit) { return std::make_unique<Limit>(limit); }

}  // namespace grove::search
