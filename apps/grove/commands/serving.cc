#include "apps/grove/commands/serving.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "apps/grove/commands/kb/graph_files.h"
#include "base/log.h"
#include "base/printable.h"
#include "base/process.h"
#include "engine/instance_lock.h"
#include "engine/jobs.h"
#include "serve/graph_access.h"
#include "serve/mcp/host.h"
#include "serve/service.h"

namespace grove::cli {
namespace {

using Surface = serve::Service::Options::Surface;

/// A pipe that says that serving has to end.
class StopPipe {
 public:
  StopPipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  ~StopPipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  StopPipe(const StopPipe&) = delete;
  StopPipe& operator=(const StopPipe&) = delete;

  void stop() const { [[maybe_unused]] const auto written = ::write(ends_[1], "s", 1); }
  int read_end() const { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
};

std::string folder_of_process() {
  std::error_code error;
  const auto folder = std::filesystem::current_path(error);
  return error ? std::string() : folder.string();
}

std::string announcement(const std::string& url, const serve::mcp::Reach& reach, const Console& console) {
  if (console.json()) return fmt::format("{{\"url\":\"{}\",\"mcp\":\"{}/mcp\"}}\n", url, url);
  return fmt::format("Grove listens on {}\n\nFor your assistant (`grove doctor --mcp` prints it for each client):\n{}\n", url,
                     serve::mcp::url_setup(reach));
}

/// Nobody else serves the data directory as long as the guard lives; where others may, they are complained of.
Result<std::shared_ptr<void>> claim(const Invocation& invocation, const std::string& data_directory, const Console& console) {
  auto claimed = engine::claim_data_directory(data_directory);
  if (claimed || !invocation.has(kMultiInstanceOption.name)) return claimed;
  console.complain("grove: " + printable(claimed.error().message));
  return nullptr;
}

}  // namespace

Result<serve::mcp::Reach> reach_of(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  serve::mcp::Reach reach{.program = error ? "grove" : program.string(), .arguments = {}, .url = {}};
  // An assistant starts it with an environment of its own.
  if (settings->origin(Setting::kDataDirectory) != "default") {
    reach.arguments = {"--data-dir", std::filesystem::absolute(settings->text(Setting::kDataDirectory), error).string()};
  }
  for (const char* option : {"config", "env-file"}) {
    if (!invocation.has(option)) continue;
    reach.arguments.push_back(fmt::format("--{}", option));
    reach.arguments.push_back(std::filesystem::absolute(invocation.text(option), error).string());
  }
  return reach;
}

Result<int> serve_on_http(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const Console& console = session.console();
  // Besides connections there are indexes, files and pipes.
  constexpr std::uint64_t kOtherDescriptors = 512;
  allow_descriptors(static_cast<std::uint64_t>(settings->integer(Setting::kMaxConnections)) + kOtherDescriptors);
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  serve::GraphAccess graph([settings] { return open_own_store(*settings); });
  const serve::Service::Options options{.surface = invocation.has(kConformanceOption.name) ? Surface::kConformance : Surface::kUsual,
                                        .graph = &graph};
  GROVE_ASSIGN_OR_RETURN(const auto service, serve::Service::listen(*engine, *settings, log, options));
  GROVE_ASSIGN_OR_RETURN(const auto claimed, claim(invocation, settings->text(Setting::kDataDirectory), console));
  const auto wake = session.on_interrupt([&service] { service->stop(); });
  GROVE_ASSIGN_OR_RETURN(serve::mcp::Reach reach, reach_of(invocation, session));
  reach.url = service->url();
  GROVE_RETURN_IF_ERROR(console.print(announcement(service->url(), reach, console)));
  if (session.cancel().cancelled()) service->stop();
  service->run();
  return 0;
}

Result<int> serve_on_stdio(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  DescriptorLog log(STDERR_FILENO, session.console().verbosity() == Verbosity::kVerbose ? LogLevel::kInfo : LogLevel::kWarning);
  engine::Jobs jobs({});
  const auto fixtures = invocation.has(kConformanceOption.name) ? serve::mcp::Fixtures::kConformance : serve::mcp::Fixtures::kNone;
  GROVE_ASSIGN_OR_RETURN(const serve::Handover handover, session.handover());
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  serve::GraphAccess graph([settings] { return open_own_store(*settings); });
  serve::mcp::Host host(*engine, jobs, log,
                        {.working_directory = folder_of_process(), .fixtures = fixtures, .handover = &handover, .graph = &graph});
  const StopPipe stop;
  const auto wake = session.on_interrupt([&stop] { stop.stop(); });
  GROVE_RETURN_IF_ERROR(host.serve(invocation.text("profile"), {STDIN_FILENO, STDOUT_FILENO, stop.read_end()}));
  jobs.stop();
  host.close();
  return 0;
}

}  // namespace grove::cli
