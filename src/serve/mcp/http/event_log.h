#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "serve/http/body_stream.h"
#include "serve/mcp/channel.h"

namespace grove::serve::mcp {

/// Messages to a client as server-sent events, kept until they are read. With ids a client that lost its connection can read on where it
/// stopped, so that what was read is kept too, as far as there is room. A stream without ids whose client does not read ends. Thread-safe.
class EventLog final : public Channel, public std::enable_shared_from_this<EventLog> {
 public:
  enum class Ids : std::uint8_t { kNone, kNumbered };
  /// `name` comes before the number in an id.
  static std::shared_ptr<EventLog> make(std::string name, Ids ids);
  /// Of what is kept; the newest event is, however large.
  std::size_t bytes() const;

  void send(const Json& message) override;
  /// Ends the streams of today's readers and lets the client come back after a while.
  void interrupt(std::chrono::milliseconds retry) override;
  /// An event without a message: with ids, a place to read on from before there is anything to read.
  void prime();
  /// An event of another kind.
  void send_event(std::string_view kind, std::string_view data);
  /// Nothing follows.
  void finish();
  bool is_finished() const;

  /// Events after that number (0: all), and those to come. `on_left` is called, on any thread, once the reader is gone.
  std::shared_ptr<BodyStream> read_after(std::uint64_t number, std::function<void()> on_left = {});
  /// All events for the only reader, after an event without data where it is primed. Null where there is a reader.
  enum class Opening { kPlain, kPrimed };
  std::shared_ptr<BodyStream> read_alone(Opening opening);

 private:
  class Reader;
  struct Event {
    std::uint64_t number;
    std::string text;
  };
  EventLog(std::string name, Ids ids) : name_(std::move(name)), ids_(ids) {}
  void append(std::string_view head, std::string_view data);
  void make_room();
  void wake();
  BodyStream::Piece next(Reader& reader);
  void leave(Reader& reader);

  const std::string name_;
  const Ids ids_;
  mutable std::mutex mutex_;
  std::deque<Event> events_;
  std::size_t bytes_ = 0;
  std::uint64_t last_number_ = 0;
  std::uint64_t cut_after_ = 0;  // readers that want events before it end with this event
  bool finished_ = false;
  bool given_up_ = false;                             // too much stood unread
  std::map<Reader*, std::function<void()>> readers_;  // and how to wake them
};

}  // namespace grove::serve::mcp
