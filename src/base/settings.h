#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace grove {

/// Every setting there is; its row in `setting_table` says the rest.
enum class Setting : std::uint8_t {
  kDataDirectory,
  kHost,
  kPort,
  kToken,
  kAllowedHosts,
  kMaxBody,
  kRequestTimeout,
  kIdleTimeout,
  kMaxConnections,
  kServerThreads,
  kMcpTransport,
  kVectors,
  kEmbeddingModel,
  kOllamaModel,
  kKeepAlive,
  kEmbeddingRequests,
  kEmbeddingTokens,
  kEmbeddingPrice,
  kEmbeddingMaxCost,
  kRerank,
  kRerankModel,
  kRerankUrl,
  kRerankTimeout,
  kIndexThreads,
  kMaxFileSize,
  kSkipPatterns,
  kWatch,
  kWatchDebounce,
  kWatchPoll,
  kWatchPollInterval,
  kWatchMaxFolders,
  kSparqlEndpoint,
  kSparqlAuthorization,
  kGithubToken,
  kGithubHosts,
  kProduct,
  kCollection,
  kEmbeddingDimensions,
  kReposConfig,
  kIngestCache,
  kRebuild,
  kSourceProvider,
  kOrchestrator,
  kDeployProvider,
  kSolrUrl,
  kSolrPort,
  kSshHost,
  kSshUser,
  kSshPassword,
  kSshKey,
  kSshPort,
  kJenkinsUrl,
  kJenkinsUser,
  kJenkinsToken,
  kJenkinsJob,
  kIntentBoosts,
  kFlowSeed,
  kDiversity,
  kCallGraphFusion,
  kDemoteAccessors,
  kMethodLevel,
  kAdaptiveRerank,
  kIngestEngine,
  kPageIndexKey,
  kPageIndexUrl,
  kLlm,
  kLlmBaseUrl,
  kLlmModel,
  kLlmApiKey,
  kLlmSummaries,
  kLlmTimeout,
  kKbModel,
  kKbBaseUrl,
  kKbApiKey,
  kKbAppName,
  kKbSiteUrl,
  kKbTimeout,
  kKbRequests,
  kKbTokens,
};
inline constexpr int kSettingCount = 79;

enum class SettingType : std::uint8_t {
  kText,
  kBoolean,   ///< true false yes no on off 1 0
  kInteger,   ///< Within [least, most] of its row.
  kBytes,     ///< "4MiB", "512k", "1000": powers of 1024.
  kDuration,  ///< "500ms", "30s", "5m", "1h"; a bare number counts seconds.
  kList,      ///< Separated by commas; an array in the configuration file.
};

/// One row of the table that `.env.example`, docs/settings.md and `--help` are made from.
struct SettingSpec {
  Setting id;
  std::string_view name;                             ///< In messages, and the key in `grove.toml` (`[server] port = …`).
  std::array<std::string_view, 3> environment = {};  ///< The canonical GROVE_… name, then names that other systems gave it; "" unused.
  SettingType type = SettingType::kText;
  std::string_view fallback = "";  ///< As it would be written; "" for none.
  std::string_view meaning = "";   ///< One sentence or two.
  std::string_view instead = "";   ///< Of what comes later: what happens whatever its value is.
  enum class Where : std::uint8_t { kAnywhere, kEnvironmentOnly } where = Where::kAnywhere;
  bool secret = false;  ///< Never printed, logged or stored.
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
};

std::span<const SettingSpec> setting_table();
const SettingSpec& spec_of(Setting setting);

/// Where values may come from, strongest first.
struct SettingSources {
  std::map<Setting, std::string> flags;                          ///< Given on the command line.
  std::vector<std::pair<std::string, std::string>> environment;  ///< The process's.
  std::optional<std::string> env_file;     ///< Asked for by `--env-file`: has to exist. Else `.env` in the data directory.
  std::optional<std::string> config_file;  ///< Asked for by `--config`: has to exist. Else `grove.toml` there.
};

/// The settings of one run, each checked against its type. Immutable, thread-safe.
class Settings {
 public:
  /// kInvalidArgument names the place of a bad value, and the nearest name for an unknown `GROVE_…` variable or key; kNotFound for a
  /// file that was asked for.
  static Result<Settings> load(const SettingSources& sources);

  const std::string& text(Setting setting) const { return value(setting).text; }
  bool boolean(Setting setting) const { return value(setting).number != 0; }
  /// Of kInteger and kBytes.
  std::int64_t integer(Setting setting) const { return value(setting).number; }
  std::chrono::milliseconds duration(Setting setting) const { return std::chrono::milliseconds(value(setting).number); }
  std::vector<std::string> list(Setting setting) const;
  /// For people: "default", "the command line", "GROVE_PORT in the environment", "server.port in /…/grove.toml".
  const std::string& origin(Setting setting) const { return value(setting).origin; }

 private:
  struct Value {
    std::string text;
    std::int64_t number = 0;
    std::string origin;
  };
  const Value& value(Setting setting) const { return values_[static_cast<std::size_t>(setting)]; }
  std::array<Value, kSettingCount> values_;
};

/// The text of a value as a number: 0 and 1, a count, bytes, milliseconds; 0 for text and lists. The error says only what is wrong with it.
Result<std::int64_t> parse_setting(const SettingSpec& spec, std::string_view text);

}  // namespace grove
