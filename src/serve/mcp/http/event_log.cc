#include "serve/mcp/http/event_log.h"

#include <fmt/format.h>

#include <utility>

namespace grove::serve::mcp {
namespace {

constexpr std::size_t kKeptBytes = 256U << 10U;               // with ids, to be read again
constexpr std::size_t kUnreadBytes = std::size_t{16} << 20U;  // without
constexpr std::size_t kPieceBytes = 256U << 10U;

}  // namespace

class EventLog::Reader final : public BodyStream {
 public:
  Reader(std::shared_ptr<EventLog> log, std::uint64_t number, std::function<void()> on_left)
      : log_(std::move(log)), on_left_(std::move(on_left)), begun_after_(number), read_(number) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() override {
    log_->leave(*this);
    if (on_left_) on_left_();
  }

  Piece next() override { return log_->next(*this); }
  void on_more(std::function<void()> wake) override {
    const std::lock_guard lock(log_->mutex_);
    log_->readers_[this] = std::move(wake);
  }
  std::string_view filler() const override { return ": still here\n\n"; }

 private:
  friend class EventLog;
  std::shared_ptr<EventLog> log_;
  std::function<void()> on_left_;
  const std::uint64_t begun_after_;  // number of an event
  std::uint64_t read_;               // number of the last event that was read
};

std::shared_ptr<EventLog> EventLog::make(std::string name, Ids ids) {
  return std::shared_ptr<EventLog>(new EventLog(std::move(name), ids));
}

void EventLog::append(std::string_view head, std::string_view data) {
  const std::uint64_t number = ++last_number_;
  std::string text(head);
  if (ids_ == Ids::kNumbered) text += fmt::format("id: {}-{}\n", name_, number);
  text += fmt::format("data: {}\n\n", data);
  bytes_ += text.size();
  events_.push_back({number, std::move(text)});
  make_room();
  wake();
}

void EventLog::make_room() {
  if (ids_ == Ids::kNone && bytes_ > kUnreadBytes && events_.size() > 1) {
    // Nothing may be left out of such a stream, so that it ends.
    finished_ = given_up_ = true;
    events_.clear();
    bytes_ = 0;
  }
  while (ids_ == Ids::kNumbered && bytes_ > kKeptBytes && events_.size() > 1) {
    bytes_ -= events_.front().text.size();
    events_.pop_front();
  }
}

std::size_t EventLog::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

void EventLog::wake() {
  for (const auto& [reader, wake] : readers_) {
    if (wake) wake();
  }
}

void EventLog::send(const Json& message) { send_event("message", to_text(message)); }

void EventLog::send_event(std::string_view kind, std::string_view data) {
  const std::lock_guard lock(mutex_);
  if (!finished_) append(fmt::format("event: {}\n", kind), data);
}

void EventLog::prime() {
  const std::lock_guard lock(mutex_);
  append("", "");
}

void EventLog::interrupt(std::chrono::milliseconds retry) {
  // Without ids nobody could read on.
  if (ids_ == Ids::kNone) return;
  const std::lock_guard lock(mutex_);
  cut_after_ = last_number_ + 1;
  append(fmt::format("retry: {}\n", retry.count()), "");
}

void EventLog::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  wake();
}

bool EventLog::is_finished() const {
  const std::lock_guard lock(mutex_);
  return finished_;
}

std::shared_ptr<BodyStream> EventLog::read_after(std::uint64_t number, std::function<void()> on_left) {
  auto reader = std::make_shared<Reader>(shared_from_this(), number, std::move(on_left));
  const std::lock_guard lock(mutex_);
  readers_.emplace(reader.get(), nullptr);
  return reader;
}

std::shared_ptr<BodyStream> EventLog::read_alone(Opening opening) {
  auto reader = std::make_shared<Reader>(shared_from_this(), 0, nullptr);
  const std::lock_guard lock(mutex_);
  if (!readers_.empty()) return nullptr;
  if (opening == Opening::kPrimed) append("", "");
  readers_.emplace(reader.get(), nullptr);
  return reader;
}

BodyStream::Piece EventLog::next(Reader& reader) {
  const std::lock_guard lock(mutex_);
  const bool cut = reader.begun_after_ < cut_after_;
  const std::uint64_t until = cut ? cut_after_ : last_number_;
  BodyStream::Piece piece;
  for (const Event& event : events_) {
    if (event.number <= reader.read_) continue;
    if (event.number > until || piece.text.size() > kPieceBytes) break;
    piece.text += event.text;
    reader.read_ = event.number;
  }
  while (ids_ == Ids::kNone && !events_.empty() && events_.front().number <= reader.read_) {
    bytes_ -= events_.front().text.size();
    events_.pop_front();
  }
  piece.last = given_up_ || ((cut || finished_) && reader.read_ >= until);
  return piece;
}

void EventLog::leave(Reader& reader) {
  const std::lock_guard lock(mutex_);
  readers_.erase(&reader);
}

}  // namespace grove::serve::mcp
