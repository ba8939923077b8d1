#include "serve/mcp/http/sessions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "serve/mcp/protocol/random_id.h"
#include "serve/mcp/subscription.h"

namespace grove::serve::mcp {
namespace {

constexpr std::size_t kMostStreams = 16;  // ended ones of a session
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::string_view kStanding = "s";

}  // namespace

HttpSession::HttpSession(std::string id, const Profile& profile, Announcements& announcements)
    : profile_(profile),
      session_(std::make_shared<Session>(std::move(id))),
      standing_(EventLog::make(std::string(kStanding), EventLog::Ids::kNumbered)) {
  passing_on_ = pass_on(announcements, session_, standing_);
}

HttpSession::~HttpSession() { end(); }

std::shared_ptr<EventLog> HttpSession::open_stream() {
  const std::lock_guard lock(mutex_);
  std::size_t ended = 0;
  std::size_t bytes = 0;
  for (const auto& [name, stream] : streams_) {
    if (!stream->is_finished()) continue;
    ++ended;
    bytes += stream->bytes();
  }
  std::erase_if(streams_, [&](const auto& entry) {
    const EventLog& stream = *entry.second;
    if (!stream.is_finished() || (ended <= kMostStreams && bytes <= kMostBytes)) return false;
    --ended;
    bytes -= stream.bytes();
    return true;
  });
  const std::string name = fmt::format("r{}", next_stream_++);
  streams_.emplace_back(name, EventLog::make(name, EventLog::Ids::kNumbered));
  return streams_.back().second;
}

std::optional<HttpSession::Place> HttpSession::place_of(std::string_view event_id) {
  const auto dash = event_id.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::string_view name = event_id.substr(0, dash);
  const std::string_view digits = event_id.substr(dash + 1);
  Place place;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), place.number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  if (name == kStanding) place.stream = standing_;
  const std::lock_guard lock(mutex_);
  for (const auto& [known, stream] : streams_) {
    if (known == name) place.stream = stream;
  }
  return place.stream ? std::optional(place) : std::nullopt;
}

void HttpSession::end() {
  passing_on_.reset();
  session_->cancel_all();
  standing_->finish();
}

std::shared_ptr<HttpSession> HttpSessions::open(const Profile& profile, Announcements& announcements) {
  auto session = std::make_shared<HttpSession>(random_id(), profile, announcements);
  std::shared_ptr<HttpSession> dropped;  // ended outside of the lock
  const std::lock_guard lock(mutex_);
  if (sessions_.size() >= most_) {
    const auto oldest = std::ranges::min_element(sessions_, {}, [](const auto& entry) { return entry.second.used; });
    dropped = oldest->second.session;
    sessions_.erase(oldest);
  }
  sessions_.emplace(session->session()->id(), Entry{session, ++clock_});
  return session;
}

std::shared_ptr<HttpSession> HttpSessions::find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return nullptr;
  found->second.used = ++clock_;
  return found->second.session;
}

bool HttpSessions::close(std::string_view id) {
  std::shared_ptr<HttpSession> closed;
  {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    closed = found->second.session;
    sessions_.erase(found);
  }
  closed->end();
  return true;
}

void HttpSessions::close_all() {
  std::vector<std::shared_ptr<HttpSession>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, entry] : sessions_) all.push_back(entry.session);
    sessions_.clear();
  }
  for (const auto& session : all) session->end();
}

}  // namespace grove::serve::mcp
