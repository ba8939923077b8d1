#include "base/settings.h"

namespace grove {
namespace {

using enum SettingType;
constexpr auto kEnvironmentOnly = SettingSpec::Where::kEnvironmentOnly;

constexpr SettingSpec kTable[] = {
    {.id = Setting::kDataDirectory,
     .name = "data_directory",
     .environment = {"GROVE_HOME"},
     .meaning = "Folder that holds everything Grove keeps. Without it: $XDG_DATA_HOME/grove, else ~/.local/share/grove.",
     .where = kEnvironmentOnly},
    {.id = Setting::kHost,
     .name = "server.host",
     .environment = {"GROVE_HOST", "MCP_HOST"},
     .fallback = "127.0.0.1",
     .meaning = "Address that `grove serve` listens on. Any address but a loopback one needs GROVE_TOKEN."},
    {.id = Setting::kPort,
     .name = "server.port",
     .environment = {"GROVE_PORT", "MCP_PORT"},
     .type = kInteger,
     .fallback = "8765",
     .meaning = "Port that `grove serve` listens on; 0 takes a free one.",
     .most = 65535},
    {.id = Setting::kToken,
     .name = "server.token",
     .environment = {"GROVE_TOKEN"},
     .meaning = "Clients have to send it as `Authorization: Bearer …`.",
     .where = kEnvironmentOnly,
     .secret = true},
    {.id = Setting::kAllowedHosts,
     .name = "server.allowed_hosts",
     .environment = {"GROVE_ALLOWED_HOSTS"},
     .type = kList,
     .meaning = "Host names that requests may be addressed to besides the one listened on, for instance behind a proxy."},
    {.id = Setting::kMaxBody,
     .name = "server.max_body",
     .environment = {"GROVE_MAX_BODY"},
     .type = kBytes,
     .fallback = "1MiB",
     .meaning = "Largest body of a request.",
     .least = 1024,
     .most = std::int64_t{1} << 30},
    {.id = Setting::kRequestTimeout,
     .name = "server.request_timeout",
     .environment = {"GROVE_REQUEST_TIMEOUT"},
     .type = kDuration,
     .fallback = "30s",
     .meaning = "Longest a request may take to arrive, and again to be answered.",
     .least = 100,
     .most = 3'600'000},
    {.id = Setting::kIdleTimeout,
     .name = "server.idle_timeout",
     .environment = {"GROVE_IDLE_TIMEOUT"},
     .type = kDuration,
     .fallback = "60s",
     .meaning = "How long a connection may stay open between two requests.",
     .least = 100,
     .most = 3'600'000},
    {.id = Setting::kMaxConnections,
     .name = "server.max_connections",
     .environment = {"GROVE_MAX_CONNECTIONS"},
     .type = kInteger,
     .fallback = "256",
     .meaning = "Connections open at one time; further ones are answered 503.",
     .least = 1,
     .most = 100'000},
    {.id = Setting::kServerThreads,
     .name = "server.threads",
     .environment = {"GROVE_SERVER_THREADS"},
     .type = kInteger,
     .fallback = "0",
     .meaning = "Threads that answer requests; 0 for one a core, at least two.",
     .most = 256},
    {.id = Setting::kVectors,
     .name = "embedding.enabled",
     .environment = {"GROVE_VECTORS"},
     .type = kBoolean,
     .fallback = "true",
     .meaning = "Whether units get vectors, so that a search finds meanings besides words."},
    {.id = Setting::kEmbeddingModel,
     .name = "embedding.model",
     .environment = {"GROVE_EMBEDDING_MODEL", "RAG_EMBED_MODEL"},
     .meaning = "Model that makes the vectors: `static` (built in, the default), `llama:FILE.gguf`, `ollama:NAME`, `openai:NAME`, "
                "`gemini:NAME` or "
                "`voyage:NAME`. Repositories are embedded anew when it changes."},
    {.id = Setting::kOllamaModel,
     .name = "embedding.ollama_model",
     .environment = {"GROVE_OLLAMA_MODEL", "OLLAMA_EMBEDDING_MODEL"},
     .meaning =
         "Model of an Ollama server that makes the vectors, where GROVE_EMBEDDING_MODEL names none: the same as `ollama:NAME` there."},
    {.id = Setting::kKeepAlive,
     .name = "embedding.keep_alive",
     .environment = {"GROVE_KEEP_ALIVE", "EMBEDDING_KEEP_ALIVE"},
     .meaning = "How long a local model stays in memory after its last use: `0`, `45s`, `5m`, `always`. Without it: 30 seconds."},
    {.id = Setting::kIndexThreads,
     .name = "index.threads",
     .environment = {"GROVE_INDEX_THREADS"},
     .type = kInteger,
     .fallback = "0",
     .meaning = "Threads that read and parse files; 0 for one a core.",
     .most = 256},
    {.id = Setting::kMaxFileSize,
     .name = "index.max_file_size",
     .environment = {"GROVE_MAX_FILE_SIZE"},
     .type = kBytes,
     .fallback = "4MiB",
     .meaning = "Larger files are listed by `grove coverage` and not indexed.",
     .least = 1024,
     .most = std::int64_t{1} << 30},
    {.id = Setting::kSkipPatterns,
     .name = "index.skip_patterns",
     .environment = {"GROVE_SKIP_PATTERNS", "RAG_SKIP_PATTERNS"},
     .type = kList,
     .meaning = "Paths to leave out besides those that Git ignores and the built-in ones: `generated/`, `*.min.js`, `docs/**/old`."},
    {.id = Setting::kGithubToken,
     .name = "source.github_token",
     .environment = {"GROVE_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"},
     .meaning = "Used to clone and fetch https://github.com repositories, and sent nowhere else.",
     .where = kEnvironmentOnly,
     .secret = true},
};

constexpr bool rows_stand_in_order() {
  int next = 0;
  for (const SettingSpec& spec : kTable) {
    if (static_cast<int>(spec.id) != next++) return false;
  }
  return next == kSettingCount;
}
static_assert(rows_stand_in_order(), "one row a Setting, in the order of the enumeration");

}  // namespace

std::span<const SettingSpec> setting_table() { return kTable; }

const SettingSpec& spec_of(Setting setting) { return kTable[static_cast<std::size_t>(setting)]; }

}  // namespace grove
