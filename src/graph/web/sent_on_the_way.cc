#include "graph/web/sent_on_the_way.h"

#include <algorithm>

namespace grove::graph::web {
namespace {

/// Whether a request is put together first and sent by another call.
bool is_put_together(const ClientCall& call) {
  return call.library != ClientLibrary::kRestTemplate && (call.sender == "uri" || call.sender == "url" || call.sender == "newBuilder");
}

}  // namespace

SentOnTheWay::SentOnTheWay(std::span<const ClientCall* const> calls) {
  for (const ClientCall* call : calls) {
    const auto same = std::ranges::find_if(
        groups_, [&](const Group& group) { return group.line == call->line && group.calls.front()->sender == call->sender; });
    if (same != groups_.end())
      same->calls.push_back(call);
    else
      groups_.push_back({.line = call->line, .calls = {call}});
  }
}

SentOnTheWay::Group* SentOnTheWay::by_call(std::uint32_t line, std::string_view name) {
  const auto found = std::ranges::find_if(
      groups_, [&](const Group& group) { return !group.is_told && group.line == line && group.calls.front()->sender == name; });
  return found == groups_.end() ? nullptr : &*found;
}

std::vector<SentOnTheWay::Group*> SentOnTheWay::due_before(std::uint32_t line) {
  std::vector<Group*> due;
  for (Group& group : groups_) {
    const ClientLibrary library = group.calls.front()->library;
    const bool is_untold =
        library == ClientLibrary::kApacheHttp || library == ClientLibrary::kJaxRsClient || library == ClientLibrary::kUrlConnection;
    if (is_untold && !group.is_told && group.line < line) due.push_back(&group);
  }
  return due;
}

SentOnTheWay::Group* SentOnTheWay::by_library(std::uint32_t line, std::string_view name) {
  if (Group* exact = by_call(line, name); exact != nullptr) return exact;
  Group* before = nullptr;
  for (Group& group : groups_) {
    if (group.is_told || !is_put_together(*group.calls.front())) continue;
    if (group.line >= line) return before != nullptr ? before : &group;
    before = &group;
  }
  return before;
}

}  // namespace grove::graph::web
