#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace grove::serve {

/// A body that comes piece by piece, as long as there is something to say: server-sent events. The server asks for the next piece when the
/// client has taken the one before, so that a slow client costs no memory. Belongs to one connection.
class BodyStream {
 public:
  virtual ~BodyStream() = default;

  struct Piece {
    std::string text;
    bool last = false;  ///< Nothing follows.
  };
  /// What to send next; an empty piece that isn't the last one where there is nothing new. Called on the thread of the sockets: must be
  /// quick.
  virtual Piece next() = 0;
  /// From now on calls `wake`, on any thread, when `next` has something new. Called once, before `next`. No call is made once the stream is
  /// destroyed.
  virtual void on_more(std::function<void()> wake) = 0;
  /// Sent from time to time when nothing else is, so that proxies keep the connection open and a lost client is noticed. Not empty.
  virtual std::string_view filler() const = 0;
};

}  // namespace grove::serve
