#include "serve/mcp/announcements.h"

namespace grove::serve::mcp {

std::string_view announcement_method(Announcement::Kind kind) {
  switch (kind) {
    case Announcement::Kind::kToolsChanged: return "notifications/tools/list_changed";
    case Announcement::Kind::kPromptsChanged: return "notifications/prompts/list_changed";
    case Announcement::Kind::kResourcesChanged: return "notifications/resources/list_changed";
    case Announcement::Kind::kResourceUpdated: return "notifications/resources/updated";
  }
  return "";
}

std::shared_ptr<void> Announcements::listen(Listener listener) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = next_++;
  listeners_.emplace(number, std::move(listener));
  return {this, [number](Announcements* self) {
            const std::lock_guard guard(self->mutex_);
            self->listeners_.erase(number);
          }};
}

void Announcements::announce(const Announcement& announcement) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, listener] : listeners_) listener(announcement);
}

}  // namespace grove::serve::mcp
