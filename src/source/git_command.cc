#include "source/git_command.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::source {
namespace {

constexpr auto kSilenceLimit = std::chrono::minutes(10);

/// Variables of the user that say how to connect; any other of git's could point it at another repository.
constexpr auto kKeptVariables = std::to_array<std::string_view>(
    {"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_PROXY_COMMAND", "GIT_PROXY_SSL_CAINFO", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH",
     "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_SSL_NO_VERIFY", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"});

bool is_dropped(std::string_view name) {
  if (name.starts_with("GIT_")) return std::ranges::find(kKeptVariables, name) == kKeptVariables.end();
  // Their own variables of these names would reach git and, through it, other programs.
  return name == "SSH_ASKPASS" || name == "LANGUAGE" || name.starts_with("LC_") || name == "LANG" || name == "PAGER" || name == "EDITOR" ||
         name == "GROVE_GIT_USER" || name == "GROVE_GIT_PASSWORD";
}

void add_credentials(const GitCommand& command, std::vector<std::string>& environment) {
  if (command.remote == nullptr || command.remote->kind != GitUrl::Kind::kHttp || !command.remote->private_channel) return;
  const GitUrl& url = *command.remote;
  const std::string& password = command.token.empty() ? url.password : command.token;
  if (password.empty() && url.user.empty()) return;
  // An empty helper forgets those of the user, which might store what they see. Git runs a helper that begins with `!` by its shell; the
  // text is ours and constant. It is bound to the origin, so that a redirect elsewhere gets nothing.
  constexpr std::string_view kHelper =
      R"(!f() { test "$1" = get && printf 'username=%s\npassword=%s\n' "$GROVE_GIT_USER" "$GROVE_GIT_PASSWORD"; }; f)";
  environment.insert(environment.end(), {"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=credential.helper", "GIT_CONFIG_VALUE_0="});
  environment.push_back("GIT_CONFIG_KEY_1=credential." + url.origin + ".helper");
  environment.push_back("GIT_CONFIG_VALUE_1=" + std::string(kHelper));
  environment.push_back("GROVE_GIT_USER=" + (url.user.empty() ? "x-access-token" : url.user));
  environment.push_back("GROVE_GIT_PASSWORD=" + password);
}

/// The lines that matter, without git's own prefixes and without anything between `//` and `@`.
std::string essence_of(std::string_view error_output) {
  std::vector<std::string> lines;
  for (std::string_view line : split(error_output, '\n')) {
    line = trim(line.substr(line.rfind('\r') == std::string_view::npos ? 0 : line.rfind('\r')));
    for (const std::string_view prefix : {"fatal: ", "error: ", "ERROR: ", "remote: "})
      if (line.starts_with(prefix)) lines.emplace_back(trim(line.substr(prefix.size())));
    // What ssh says comes without a prefix.
    if (line.starts_with("ssh: ") || line.find("Permission denied (") != std::string_view::npos) lines.emplace_back(line);
  }
  constexpr std::size_t kMostLines = 3;
  if (lines.size() > kMostLines) lines.erase(lines.begin(), lines.end() - kMostLines);
  std::string text = lines.empty() ? std::string(trim(error_output.substr(0, 500))) : join(lines, "; ");
  for (auto begin = text.find("://"); begin != std::string::npos; begin = text.find("://", begin + 3)) {
    const auto end = std::min(text.find_first_of("/ '\"", begin + 3), text.size());
    const auto at = text.rfind('@', end);
    if (at != std::string::npos && at > begin) text.erase(begin + 3, at - begin - 2);
  }
  return to_valid_utf8(text);
}

struct KnownFailure {
  std::string_view sign;
  ErrorCode code;
  std::string_view hint;
};

constexpr std::string_view kRefused = "Authentication failed";

constexpr auto kKnownFailures = std::to_array<KnownFailure>({
    {"find remote ref", ErrorCode::kNotFound, "check the name of the branch"},
    {kRefused, ErrorCode::kUnavailable, "give a token that may read it (GITHUB_TOKEN)"},
    {"could not read Username", ErrorCode::kUnavailable, "check the address; a private repository needs a token (GITHUB_TOKEN)"},
    {"could not read Password", ErrorCode::kUnavailable, "give a token that may read it (GITHUB_TOKEN)"},
    {"Permission denied (publickey", ErrorCode::kUnavailable, "load a key that may read it into the ssh agent"},
    {"Host key verification failed", ErrorCode::kUnavailable, "connect once with ssh to accept the host's key"},
    {"dubious ownership", ErrorCode::kUnavailable, "it belongs to another user; run `git config --global --add safe.directory PATH`"},
    {"cannot run ssh", ErrorCode::kUnavailable, "install an ssh client"},
    {"Could not resolve host", ErrorCode::kUnavailable, "check the address and the network"},
    {"Failed to connect", ErrorCode::kUnavailable, "check the address and the network"},
    {"Connection refused", ErrorCode::kUnavailable, "check the address and the network"},
    {"Operation too slow", ErrorCode::kTimeout, "run the same command again"},
    {"No space left on device", ErrorCode::kResourceLimit, "free some disk space and run the same command again"},
    {"not found", ErrorCode::kNotFound, "check the address; a private repository needs a token (GITHUB_TOKEN)"},
    {"does not exist", ErrorCode::kNotFound, "check the address"},
    {"does not appear to be a git repository", ErrorCode::kNotFound, "check the address"},
    {"not a git repository", ErrorCode::kCorrupt, ""},
    {"bad object", ErrorCode::kCorrupt, ""},
    {"corrupt", ErrorCode::kCorrupt, ""},
    {"unable to read tree", ErrorCode::kCorrupt, ""},
    {"missing blob", ErrorCode::kCorrupt, ""},
    {"bad signature", ErrorCode::kCorrupt, ""},
    {"index file smaller", ErrorCode::kCorrupt, ""},
    {"did not send all necessary objects", ErrorCode::kCorrupt, ""},
});

}  // namespace

std::vector<std::string> git_arguments(const GitCommand& command) {
  std::vector<std::string> all = {"git", "--no-optional-locks", "--literal-pathspecs"};
  for (const char* setting :
       {"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null", "core.askPass=", "core.autocrlf=false",
        "submodule.recurse=false", "fetch.recurseSubmodules=false", "gc.autoDetach=false", "maintenance.autoDetach=false",
        "http.lowSpeedLimit=100", "http.lowSpeedTime=120", "advice.detachedHead=false", "protocol.ext.allow=never"})
    all.insert(all.end(), {"-c", setting});
  if (!command.directory.empty()) all.insert(all.end(), {"-c", "safe.directory=" + command.directory, "-C", command.directory});
  all.insert(all.end(), command.arguments.begin(), command.arguments.end());
  return all;
}

std::vector<std::string> git_environment(const GitCommand& command) {
  auto environment = inherited_environment(is_dropped);
  // Messages are read here, so they must be in English. An empty GIT_ASKPASS asks nobody.
  environment.insert(environment.end(), {"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "GCM_INTERACTIVE=never",
                                         "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0"});
  if (command.reach == GitReach::kLocal) {
    // A repository may claim that it lacks objects and name a program to fetch them with.
    environment.insert(environment.end(), {"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1"});
    return environment;
  }
  environment.emplace_back("GIT_ALLOW_PROTOCOL=file:git:http:https:ssh");
  const bool has_ssh =
      std::ranges::any_of(environment, [](const std::string& v) { return v.starts_with("GIT_SSH=") || v.starts_with("GIT_SSH_COMMAND="); });
  if (!has_ssh) environment.emplace_back("GIT_SSH_COMMAND=ssh -oBatchMode=yes");
  add_credentials(command, environment);
  return environment;
}

Error git_error(std::string_view error_output) {
  Error error{.code = ErrorCode::kUnavailable, .message = essence_of(error_output), .hint = {}};
  for (const KnownFailure& known : kKnownFailures) {
    if (error_output.find(known.sign) == std::string_view::npos) continue;
    error.code = known.code;
    error.hint = known.hint;
    break;
  }
  return error;
}

Result<std::string> run_git(const GitCommand& command, const CancelToken& cancel) {
  auto result = run_process({.arguments = git_arguments(command),
                             .environment = git_environment(command),
                             .on_error_output = command.on_error_output,
                             .silence_limit = kSilenceLimit},
                            cancel);
  if (!result && result.error().code == ErrorCode::kNotFound)
    return fail(ErrorCode::kUnavailable, "the program git is not installed", "install git");
  if (!result) return std::unexpected(std::move(result).error());
  if (result->exit_code != 0) {
    Error error = git_error(result->error_output);
    if (!command.token.empty() && result->error_output.find(kRefused) != std::string::npos)
      error.hint = "the token was refused: see that it is still valid and may read this repository";
    return std::unexpected(std::move(error));
  }
  return std::move(result->output);
}

}  // namespace grove::source
