#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// The requests that one function sends, each told once on a walk through what it calls.
class SentOnTheWay {
 public:
  /// Those that one call sends: several where its address can be several.
  struct Group {
    std::uint32_t line = 0;
    std::vector<const ClientCall*> calls;
    bool is_told = false;
  };

  /// `calls` in order of place.
  explicit SentOnTheWay(std::span<const ClientCall* const> calls);

  /// What a call of a name in a line sends; null where it sends nothing.
  Group* by_call(std::uint32_t line, std::string_view name);
  /// What a call of a library's client sends: that call, else the next one of such a client whose requests are put together by several
  /// calls.
  Group* by_library(std::uint32_t line, std::string_view name);
  /// What was sent before a line in a way that no call of a known client tells.
  std::vector<Group*> due_before(std::uint32_t line);
  std::vector<Group>& groups() { return groups_; }

 private:
  std::vector<Group> groups_;
};

}  // namespace grove::graph::web
