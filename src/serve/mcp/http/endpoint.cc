#include "serve/mcp/http/endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "serve/mcp/protocol/random_id.h"
#include "serve/mcp/subscription.h"

namespace grove::serve::mcp {
namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";

HttpResponse json_answer(unsigned status, const Json& message) { return {.status = status, .body = to_text(message)}; }

HttpResponse refused(unsigned status, RpcCode code, std::string message, const Json& id = nullptr) {
  return json_answer(status, error_response(id, {.code = code, .message = std::move(message)}));
}

HttpResponse refused(const Json& id, const RpcError& error) { return json_answer(error.status, error_response(id, error)); }

HttpResponse accepted() { return {.status = 202, .content_type = ""}; }

HttpResponse no_profile(const Server& server) {
  return refused(404, RpcCode::kInvalidRequest, fmt::format("there is no such profile; there are {}", join(server.profile_names(), ", ")));
}

HttpResponse not_allowed() {
  HttpResponse response = refused(405, RpcCode::kServerError, "this method is not allowed here");
  response.headers.emplace_back("Allow", "POST");
  return response;
}

HttpResponse event_stream(std::shared_ptr<BodyStream> stream) {
  return {.content_type = "text/event-stream",
          .headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}},
          .stream = std::move(stream)};
}

/// A version header that is none we know; "" for none.
bool names_unknown_version(const HttpRequest& request) {
  const std::string_view version = trim(request.header(kVersionHeader));
  return !version.empty() && !revision_of(version);
}

bool names_stateless_version(const HttpRequest& request) {
  const auto version = revision_of(trim(request.header(kVersionHeader)));
  return version && era_of(*version) == Era::kStateless;
}

/// Whether a request is of the stateless era: by what its body says, or by its header outside of a session.
bool is_stateless_post(const HttpRequest& request, const Message& message) {
  if (message.kind == Message::Kind::kResponse) return false;
  return is_stateless(message) || (names_stateless_version(request) && request.header(kSessionHeader).empty());
}

}  // namespace

/// One POST.
struct Endpoint::Post {
  const HttpRequest& request;
  const Profile& profile;
  const CancelToken& cancel;
  Accepted accepted;
};

HttpResponse Endpoint::post(const std::string& name, const HttpRequest& request, const CancelToken& cancel) {
  const Profile* profile = server_.profile(name);
  if (profile == nullptr) return no_profile(server_);
  if (!may_be_json(request.header("Content-Type"))) {
    return refused(415, RpcCode::kServerError, "the body is not declared as JSON: send `Content-Type: application/json`");
  }
  auto value = parse_json(request.body);
  if (!value) return refused(400, RpcCode::kParseError, value.error().message);
  return take({request, *profile, cancel, accepted_by(request)}, *std::move(value));
}

HttpResponse Endpoint::take(const Post& post, Json value) {
  if (value.is_array()) return take_batch(post, value);
  const auto message = read_message(std::move(value));
  if (!message) return refused(400, message.error().error.code, message.error().error.message, message.error().id);
  return is_stateless_post(post.request, *message) ? take_stateless(post, *message) : take_in_session(post, *message);
}

HttpResponse Endpoint::take_stateless(const Post& post, const Message& message) {
  // In this order: a request with several faults is told the first one.
  if (message.kind == Message::Kind::kNotification) return accepted();
  if (auto envelope = read_envelope(message.params); !envelope) return refused(message.id, envelope.error());
  if (auto fine = check_headers(post.request, message, post.profile); !fine) return refused(message.id, fine.error());
  auto envelope = server_.admit(message);
  if (!envelope) return refused(message.id, envelope.error());
  if (server_.pace(post.profile, message) == Pace::kOpenEnded) return listen(post, message);
  Asker asker{.revision = kNewest, .capabilities = std::move(envelope->capabilities), .log_level = envelope->log_level};
  return answer(post, message, std::move(asker), nullptr);
}

HttpResponse Endpoint::answer(const Post& post, const Message& message, Asker asker, std::shared_ptr<HttpSession> session) {
  const bool streams = post.accepted.events && (server_.talks(post.profile, message) || !post.accepted.json);
  if (streams) return stream(post, message, std::move(asker), std::move(session));
  asker.cancel = post.cancel;
  asker.patience = patience_;
  // The client of a session may cancel it by a notification too.
  if (session) session->session()->begin(message.id, post.cancel);
  Exchange exchange(std::move(asker), message);
  Answer answer = server_.answer(post.profile, message, exchange);
  if (session) session->session()->end(message.id);
  return json_answer(session ? 200 : answer.status, answer.message);
}

HttpResponse Endpoint::stream(const Post& post, const Message& message, Asker asker, std::shared_ptr<HttpSession> session) {
  const auto log = session ? session->open_stream() : keep(EventLog::make("", EventLog::Ids::kNone));
  asker.channel = log;
  if (session) asker.cancel = session->session()->begin(message.id);
  if (session && asker.revision >= Revision::k2025_11_25) log->prime();
  const CancelToken cancel = asker.cancel;
  auto work = [this, log, session, message, asker = std::move(asker), &profile = post.profile] {
    Exchange exchange(asker, message);
    const Answer answer = server_.answer(profile, message, exchange);
    if (session) session->session()->end(message.id);
    if (!asker.cancel.cancelled()) log->send(answer.message);
    log->finish();
  };
  const bool is_long = server_.pace(post.profile, message) == Pace::kLong;
  if (!(is_long ? workers_.slow : workers_.quick).submit(std::move(work))) {
    if (session) session->session()->end(message.id);
    log->finish();
    return refused(503, RpcCode::kServerError, "too many requests wait already; try again later", message.id);
  }
  // A stateless client cancels by leaving; the client of a session may come back for the answer.
  return event_stream(log->read_after(0, session ? std::function<void()>() : [cancel] { cancel.cancel(); }));
}

HttpResponse Endpoint::listen(const Post& post, const Message& message) {
  const auto log = EventLog::make("", EventLog::Ids::kNone);
  const auto subscription = Subscription::open(server_.announcements(), post.profile, message, log);
  if (!subscription) return refused(message.id, subscription.error());
  keep(log, (*subscription)->final_result());
  // It lives as long as somebody reads.
  return event_stream(log->read_after(0, [kept = *subscription] {}));
}

HttpResponse Endpoint::initialize(const Post& post, const Message& message) {
  const std::string_view id = post.request.header(kSessionHeader);
  if (!id.empty() && sessions_.find(id)) return refused(400, RpcCode::kInvalidRequest, "this session is initialized already", message.id);
  const auto session = sessions_.open(post.profile, server_.announcements());
  HttpResponse response = answer(post, message, {.session = session->session()}, session);
  response.headers.emplace_back(kSessionHeader, session->session()->id());
  return response;
}

std::expected<std::shared_ptr<HttpSession>, HttpResponse> Endpoint::session_of(const HttpRequest& request) {
  const std::string_view id = trim(request.header(kSessionHeader));
  if (names_unknown_version(request)) {
    return std::unexpected(
        refused(400, RpcCode::kServerError,
                fmt::format("protocol version {} is not supported here", request.header(kVersionHeader).substr(0, 100))));
  }
  if (id.empty()) return std::unexpected(refused(400, RpcCode::kServerError, "the header `Mcp-Session-Id` is missing: initialize first"));
  auto session = sessions_.find(id);
  if (!session) return std::unexpected(refused(404, RpcCode::kSessionNotFound, "Session not found"));
  return session;
}

HttpResponse Endpoint::take_in_session(const Post& post, const Message& message) {
  if (message.method == "initialize" && message.kind == Message::Kind::kRequest) return initialize(post, message);
  auto session = session_of(post.request);
  if (!session) {
    HttpResponse response = std::move(session).error();
    return response;
  }
  const auto& inner = (*session)->session();
  if (message.kind == Message::Kind::kResponse) inner->take_answer(message);
  if (message.kind == Message::Kind::kNotification) server_.take_notification(*inner, message);
  if (message.kind != Message::Kind::kRequest) return accepted();
  return answer(post, message, {.revision = inner->revision(), .capabilities = inner->capabilities(), .session = inner}, *session);
}

HttpResponse Endpoint::take_batch(const Post& post, const Json& batch) {
  if (batch.size() > kMostInBatch) {
    return refused(400, RpcCode::kInvalidRequest, fmt::format("a batch has at most {} messages", kMostInBatch));
  }
  std::vector<Message> messages;
  for (const Json& value : batch) {
    auto message = read_message(value);
    if (!message) return refused(400, message.error().error.code, message.error().error.message);
    if (message->method == "initialize" || is_stateless(*message)) {
      return refused(400, RpcCode::kInvalidRequest, "such a message can't be in a batch");
    }
    messages.push_back(*std::move(message));
  }
  auto session = session_of(post.request);
  if (!session) return std::move(session).error();
  if (messages.empty() || !has_batches((*session)->session()->revision())) {
    return refused(400, RpcCode::kInvalidRequest, "this revision of the protocol has no batches");
  }
  Json answers = Json::array();
  for (const Message& message : messages) {
    const HttpResponse one = take_in_session({post.request, post.profile, post.cancel, {.json = true, .events = false}}, message);
    if (!one.body.empty()) answers.push_back(Json::parse(one.body));
  }
  if (answers.empty()) return accepted();
  if (post.accepted.json) return json_answer(200, answers);
  const auto log = (*session)->open_stream();
  for (const Json& answer : answers) log->send(answer);
  log->finish();
  return event_stream(log->read_after(0));
}

HttpResponse Endpoint::get(const std::string& name, const HttpRequest& request) {
  if (server_.profile(name) == nullptr) return no_profile(server_);
  // The stateless era has no such stream, and a browser or a probe has no session.
  if (request.header(kSessionHeader).empty()) return not_allowed();
  auto session = session_of(request);
  if (!session) return std::move(session).error();
  if (!accepted_by(request).events) return refused(406, RpcCode::kServerError, "only `text/event-stream` is offered here");
  HttpResponse response;
  if (const std::string_view last = request.header("Last-Event-ID"); !last.empty()) {
    const auto place = (*session)->place_of(last);
    if (!place) return refused(404, RpcCode::kServerError, "that event is not known any more");
    response = event_stream(place->stream->read_after(place->number));
  } else {
    const bool primed = (*session)->session()->revision() >= Revision::k2025_11_25;
    auto stream = (*session)->standing().read_alone(primed ? EventLog::Opening::kPrimed : EventLog::Opening::kPlain);
    if (stream == nullptr) return refused(409, RpcCode::kServerError, "this session's stream is read already");
    response = event_stream(std::move(stream));
  }
  response.headers.emplace_back(kSessionHeader, (*session)->session()->id());
  return response;
}

HttpResponse Endpoint::remove(const HttpRequest& request) {
  if (request.header(kSessionHeader).empty()) return not_allowed();
  auto session = session_of(request);
  if (!session) return std::move(session).error();
  sessions_.close((*session)->session()->id());
  return {.status = 200, .content_type = ""};
}

std::shared_ptr<EventLog> Endpoint::keep(std::shared_ptr<EventLog> log, Json farewell) {
  const std::lock_guard lock(mutex_);
  std::erase_if(open_logs_, [](const OpenLog& open) { return open.log.expired(); });
  if (stopped_)
    log->finish();
  else
    open_logs_.push_back({log, std::move(farewell)});
  return log;
}

HttpResponse Endpoint::open_events(const std::string& name) {
  const Profile* profile = server_.profile(name);
  if (profile == nullptr) return no_profile(server_);
  const std::string id = random_id();
  const auto log = keep(EventLog::make("", EventLog::Ids::kNone));
  log->send_event("endpoint", "/messages?sessionId=" + id);
  const auto conversation = std::make_shared<Conversation>(Conversation::Parts{server_, *profile, workers_, log_, log}, id);
  const std::lock_guard lock(mutex_);
  if (stopped_) return refused(503, RpcCode::kServerError, "the server is stopping");
  conversations_.emplace(id, conversation);
  return event_stream(log->read_after(0, [this, id, weak = std::weak_ptr(conversation)] {
    if (const auto left = weak.lock()) left->end();
    const std::lock_guard guard(mutex_);
    conversations_.erase(id);
  }));
}

HttpResponse Endpoint::post_message(const std::string& id, const HttpRequest& request) {
  std::shared_ptr<Conversation> conversation;
  {
    const std::lock_guard lock(mutex_);
    const auto found = conversations_.find(id);
    if (found != conversations_.end()) conversation = found->second;
  }
  if (!conversation) return refused(404, RpcCode::kSessionNotFound, "Session not found");
  if (!parse_json(request.body)) return refused(400, RpcCode::kParseError, "the body is not JSON");
  conversation->receive(request.body);
  return {.status = 202, .content_type = "text/plain", .body = "Accepted"};
}

void Endpoint::stop() {
  std::vector<OpenLog> logs;
  std::vector<std::shared_ptr<Conversation>> conversations;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    logs = std::exchange(open_logs_, {});
    for (const auto& [id, conversation] : conversations_) conversations.push_back(conversation);
  }
  for (const auto& conversation : conversations) conversation->end();
  for (const OpenLog& open : logs) {
    const auto log = open.log.lock();
    if (!log) continue;
    if (!open.farewell.is_null()) log->send(open.farewell);
    log->finish();
  }
  sessions_.close_all();
}

}  // namespace grove::serve::mcp
