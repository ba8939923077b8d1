#include "serve/mcp/host.h"

#include <fmt/format.h>

#include "base/text.h"
#include "serve/mcp/http/endpoint.h"
#include "serve/mcp/resources.h"
#include "serve/mcp/stdio/stdio_server.h"

namespace grove::serve::mcp {

struct Host::Parts {
  Parts(engine::Engine& engine, engine::Jobs& jobs, Log& sink, const Options& options)
      : log(sink),
        backend{engine, jobs, announcements, options.working_directory, options.handover, options.graph, options.catalog_directory},
        server(make_profiles(backend, options.fixtures), announcements),
        endpoint(server, workers, sink, options.patience) {}

  Log& log;
  Announcements announcements;
  ToolBackend backend;
  Server server;
  Workers workers;
  Endpoint endpoint;
};

Host::Host(engine::Engine& engine, engine::Jobs& jobs, Log& log, const Options& options)
    : parts_(std::make_unique<Parts>(engine, jobs, log, options)) {}

Host::~Host() { close(); }

Endpoint& Host::endpoint() { return parts_->endpoint; }

Status Host::serve(const std::string& profile, const Descriptors& descriptors) {
  const Profile* found = parts_->server.profile(profile);
  if (found == nullptr) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("there is no profile `{}`", profile),
                fmt::format("Known: {}.", join(parts_->server.profile_names(), ", ")));
  }
  serve_stdio({.server = parts_->server,
               .profile = *found,
               .workers = parts_->workers,
               .log = parts_->log,
               .input = descriptors.input,
               .output = descriptors.output,
               .stop = descriptors.stop});
  return {};
}

void Host::job_ended() {
  for (const std::string_view uri : {kStatusUri, kRepositoriesUri}) {
    parts_->announcements.announce({Announcement::Kind::kResourceUpdated, std::string(uri)});
  }
}

void Host::stop() { parts_->endpoint.stop(); }

void Host::close() {
  stop();
  parts_->workers.quick.close();
  parts_->workers.slow.close();
}

}  // namespace grove::serve::mcp
