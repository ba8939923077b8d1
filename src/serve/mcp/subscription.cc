#include "serve/mcp/subscription.h"

#include <algorithm>
#include <set>
#include <string>

namespace grove::serve::mcp {
namespace {

using Kind = Announcement::Kind;

/// What a client asked to be told of, as far as there is such a thing here.
struct Filter {
  bool tools = false, prompts = false;
  std::set<std::string> resources;

  bool lets_pass(const Announcement& announcement) const {
    switch (announcement.kind) {
      case Kind::kToolsChanged: return tools;
      case Kind::kPromptsChanged: return prompts;
      case Kind::kResourcesChanged: return false;
      case Kind::kResourceUpdated: return resources.contains(announcement.uri);
    }
    return false;
  }

  Json shown() const {
    Json all = Json::object();
    if (tools) all["toolsListChanged"] = true;
    if (prompts) all["promptsListChanged"] = true;
    if (!resources.empty()) all["resourceSubscriptions"] = resources;
    return all;
  }
};

bool is_true(const Json& object, std::string_view name) {
  const Json* value = member(object, name);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

RpcResult<Filter> read_filter(const Profile& profile, const Json& params) {
  const Json* asked = member(params, "notifications");
  if (asked == nullptr || !asked->is_object()) return refuse(RpcCode::kInvalidParams, "`notifications` has to be an object");
  Filter filter{.tools = is_true(*asked, "toolsListChanged"), .prompts = is_true(*asked, "promptsListChanged"), .resources = {}};
  const Json* uris = member(*asked, "resourceSubscriptions");
  if (uris == nullptr) return filter;
  if (!uris->is_array()) return refuse(RpcCode::kInvalidParams, "`resourceSubscriptions` has to be a list of URIs");
  for (const Json& uri : *uris) {
    if (!uri.is_string()) return refuse(RpcCode::kInvalidParams, "`resourceSubscriptions` has to be a list of URIs");
    const std::string text = uri.get<std::string>();
    if (std::ranges::any_of(profile.resources, [&](const auto& set) { return set->covers(text); })) filter.resources.insert(text);
  }
  return filter;
}

Json params_of(const Announcement& announcement) {
  if (announcement.kind != Kind::kResourceUpdated) return Json::object();
  return {{"uri", announcement.uri}};
}

}  // namespace

std::shared_ptr<void> pass_on(Announcements& announcements, std::shared_ptr<Session> session, std::shared_ptr<Channel> channel) {
  return announcements.listen([session = std::move(session), channel = std::move(channel)](const Announcement& announcement) {
    if (!session->is_open()) return;
    if (announcement.kind == Kind::kResourceUpdated && !session->is_subscribed(announcement.uri)) return;
    channel->send(notification(announcement_method(announcement.kind), params_of(announcement)));
  });
}

void Subscription::send(std::string_view method, Json params) const {
  params["_meta"][kMetaSubscription] = id_;
  channel_->send(notification(method, std::move(params)));
}

RpcResult<std::shared_ptr<Subscription>> Subscription::open(Announcements& announcements, const Profile& profile, const Message& request,
                                                            std::shared_ptr<Channel> channel) {
  auto filter = read_filter(profile, request.params);
  if (!filter) return std::unexpected(filter.error());
  std::shared_ptr<Subscription> subscription(new Subscription(request.id, std::move(channel)));
  Json shown = filter->shown();
  // The guard is dropped before what it refers to.
  subscription->listening_ = announcements.listen([self = subscription.get(), filter = *std::move(filter)](const Announcement& one) {
    if (filter.lets_pass(one)) self->pass(one);
  });
  subscription->acknowledge(std::move(shown));
  return subscription;
}

void Subscription::acknowledge(Json filter) {
  const std::lock_guard lock(mutex_);
  send("notifications/subscriptions/acknowledged", {{"notifications", std::move(filter)}});
  for (const Announcement& one : early_) send(announcement_method(one.kind), params_of(one));
  early_.clear();
  acknowledged_ = true;
}

/// Nothing may come before the acknowledgement, and nothing that happens after it may be missed.
void Subscription::pass(const Announcement& announcement) {
  const std::lock_guard lock(mutex_);
  if (!acknowledged_) return early_.push_back(announcement);
  send(announcement_method(announcement.kind), params_of(announcement));
}

Json Subscription::final_result() const {
  Json result = {{"resultType", "complete"}};
  result["_meta"][kMetaSubscription] = id_;
  return response(id_, std::move(result));
}

}  // namespace grove::serve::mcp
