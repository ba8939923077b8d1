#include "serve/mcp/exchange.h"

namespace grove::serve::mcp {
namespace {

constexpr std::chrono::milliseconds kBetweenProgress{100};

}  // namespace

Exchange::Exchange(Asker asker, const Message& request) : asker_(std::move(asker)) {
  const Json* meta = member(request.params, "_meta");
  const Json* token = meta == nullptr ? nullptr : member(*meta, "progressToken");
  if (token != nullptr && (token->is_string() || token->is_number())) token_ = std::make_unique<Json>(*token);
}

void Exchange::progress(double done, std::optional<double> total, std::string_view message) {
  const std::lock_guard lock(mutex_);
  if (std::chrono::steady_clock::now() - told_at_ >= kBetweenProgress) send_progress(done, total, message);
}

void Exchange::milestone(double done, double total, std::string_view message) {
  const std::lock_guard lock(mutex_);
  send_progress(done, total, message);
}

void Exchange::send_progress(double done, std::optional<double> total, std::string_view message) {
  if (!wants_progress() || complete_ || done <= told_ || asker_.cancel.cancelled()) return;
  told_ = done;
  told_at_ = std::chrono::steady_clock::now();
  Json params = {{"progressToken", *token_}, {"progress", done}};
  if (total) params["total"] = *total;
  if (!message.empty() && asker_.revision >= Revision::k2025_03_26) params["message"] = message;
  asker_.channel->send(notification("notifications/progress", std::move(params)));
}

void Exchange::log(Severity level, std::string_view logger, const Json& data) const {
  if (!asker_.channel) return;
  std::optional<Severity> least = asker_.log_level;
  if (asker_.session) least = asker_.session->log_level();
  if (!least || level < *least) return;
  asker_.channel->send(notification("notifications/message", {{"level", severity_name(level)}, {"logger", logger}, {"data", data}}));
}

RpcResult<Json> Exchange::ask(std::string_view method, Json params) const {
  if (!asker_.session || !asker_.channel) return refuse(RpcCode::kInternalError, "the client can't be asked anything on this connection");
  return asker_.session->ask(*asker_.channel, method, std::move(params), asker_.cancel);
}

void Exchange::complete() {
  const std::lock_guard lock(mutex_);
  complete_ = true;
}

}  // namespace grove::serve::mcp
