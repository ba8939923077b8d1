#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "apps/grove/command.h"
#include "apps/grove/terminal/console.h"
#include "apps/grove/terminal/progress_bar.h"
#include "base/cancel.h"
#include "engine/engine.h"
#include "serve/handover.h"

namespace grove::cli {

/// What one run of the program works with. Settings are read and the engine is opened when a command first asks.
class Session {
 public:
  Session(const Invocation& invocation, const Console& console);

  const Console& console() const { return console_; }
  ProgressBar& progress() { return progress_; }
  /// Cancelled by an interrupt.
  const CancelToken& cancel() const { return cancel_; }
  /// Called on another thread by a signal: cancels, and calls what `on_interrupt` was given.
  void interrupt();
  /// For a command that has to be woken. The returned guard takes it back.
  [[nodiscard]] std::shared_ptr<void> on_interrupt(std::function<void()> wake);
  Result<const Settings*> settings();
  Result<engine::Engine*> engine();
  /// For what another process has locked.
  Result<serve::Handover> handover();

 private:
  const Invocation& invocation_;
  const Console& console_;
  ProgressBar progress_;
  CancelToken cancel_;
  std::mutex wake_mutex_;
  std::function<void()> wake_;
  std::optional<Settings> settings_;
  std::unique_ptr<engine::Engine> engine_;
};

}  // namespace grove::cli
