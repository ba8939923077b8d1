#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace grove::serve::mcp {

/// Something that clients may have asked to be told of.
struct Announcement {
  enum class Kind : std::uint8_t { kToolsChanged, kPromptsChanged, kResourcesChanged, kResourceUpdated } kind;
  std::string uri = {};  ///< Of kResourceUpdated.
};
/// "notifications/tools/list_changed", …
std::string_view announcement_method(Announcement::Kind kind);

/// Passes announcements on to whoever listens. Thread-safe.
class Announcements {
 public:
  using Listener = std::function<void(const Announcement&)>;
  /// Calls it, on any thread, until the guard is dropped. It must be quick, must not call this class and must not drop the guard.
  [[nodiscard]] std::shared_ptr<void> listen(Listener listener);
  void announce(const Announcement& announcement) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Listener> listeners_;
  std::uint64_t next_ = 1;
};

}  // namespace grove::serve::mcp
