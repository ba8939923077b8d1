#include "apps/grove/session.h"

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <string_view>

namespace grove::cli {
namespace {

std::vector<std::pair<std::string, std::string>> process_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const auto equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

void take_flags(std::span<const OptionSpec> options, const Invocation& invocation, SettingSources& sources) {
  for (const OptionSpec& option : options) {
    if (!option.setting || !invocation.has(option.name)) continue;
    sources.flags[*option.setting] = option.type == OptionType::kFlag ? "true" : invocation.text(option.name);
  }
}

engine::Levers levers_of(const Settings& settings) {
  return {.intent_boosts = settings.boolean(Setting::kIntentBoosts),
          .flow_seed = settings.boolean(Setting::kFlowSeed),
          .diversity = settings.boolean(Setting::kDiversity),
          .call_graph = settings.boolean(Setting::kCallGraphFusion),
          .demote_accessors = settings.boolean(Setting::kDemoteAccessors),
          .method_level = settings.boolean(Setting::kMethodLevel),
          .adaptive_rerank = settings.boolean(Setting::kAdaptiveRerank)};
}

std::optional<inference::ChatSettings> chat_of(const Settings& settings) {
  if (!settings.boolean(Setting::kLlm)) return std::nullopt;
  return inference::ChatSettings{.base_url = settings.text(Setting::kLlmBaseUrl),
                                 .model = settings.text(Setting::kLlmModel),
                                 .key = settings.text(Setting::kLlmApiKey),
                                 .timeout = settings.duration(Setting::kLlmTimeout)};
}

/// A setting in dollars; nothing where it isn't set.
Result<std::optional<double>> dollars_of(const Settings& settings, Setting setting) {
  const std::string& text = settings.text(setting);
  if (text.empty()) return std::nullopt;
  double dollars = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dollars, std::chars_format::fixed);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(dollars) && dollars >= 0) return dollars;
  return fail(ErrorCode::kInvalidArgument, settings.origin(setting) + ": \"" + text + "\" is no amount of dollars", "write it as 0.18");
}

}  // namespace

Session::Session(const Invocation& invocation, const Console& console)
    : invocation_(invocation), console_(console), progress_(console, system_clock()) {}

void Session::interrupt() {
  cancel_.cancel();
  const std::lock_guard lock(wake_mutex_);
  if (wake_) wake_();
}

std::shared_ptr<void> Session::on_interrupt(std::function<void()> wake) {
  const std::lock_guard lock(wake_mutex_);
  wake_ = std::move(wake);
  return {this, [](Session* session) {
            const std::lock_guard guard(session->wake_mutex_);
            session->wake_ = nullptr;
          }};
}

Result<const Settings*> Session::settings() {
  if (settings_) return &*settings_;
  SettingSources sources;
  sources.environment = process_environment();
  take_flags(global_options(), invocation_, sources);
  if (invocation_.command != nullptr) take_flags(invocation_.command->options, invocation_, sources);
  if (invocation_.has("env-file")) sources.env_file = invocation_.text("env-file");
  if (invocation_.has("config")) sources.config_file = invocation_.text("config");
  GROVE_ASSIGN_OR_RETURN(settings_, Settings::load(sources));
  return &*settings_;
}

Result<engine::Engine*> Session::engine() {
  if (engine_) return engine_.get();
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, this->settings());
  engine::EngineOptions options;
  options.data_directory = settings->text(Setting::kDataDirectory);
  options.embedding_model = settings->text(Setting::kEmbeddingModel);
  const std::string& ollama = settings->text(Setting::kOllamaModel);
  if (options.embedding_model.empty() && !ollama.empty()) options.embedding_model = "ollama:" + ollama;
  GROVE_ASSIGN_OR_RETURN(options.keep_alive, inference::parse_keep_alive(settings->text(Setting::kKeepAlive)));
  options.vectors = settings->boolean(Setting::kVectors);
  options.rates = {.requests_per_minute = static_cast<std::uint32_t>(settings->integer(Setting::kEmbeddingRequests)),
                   .tokens_per_minute = static_cast<std::uint64_t>(settings->integer(Setting::kEmbeddingTokens))};
  GROVE_ASSIGN_OR_RETURN(options.embedding_price, dollars_of(*settings, Setting::kEmbeddingPrice));
  GROVE_ASSIGN_OR_RETURN(options.embedding_max_cost, dollars_of(*settings, Setting::kEmbeddingMaxCost));
  options.reranker_model = settings->text(Setting::kRerankModel);
  options.reranker_url = settings->text(Setting::kRerankUrl);
  options.rerank = settings->boolean(Setting::kRerank);
  options.rerank_within = settings->duration(Setting::kRerankTimeout);
  options.index_threads = static_cast<unsigned>(settings->integer(Setting::kIndexThreads));
  options.max_file_bytes = static_cast<std::uint64_t>(settings->integer(Setting::kMaxFileSize));
  options.skip_patterns = settings->list(Setting::kSkipPatterns);
  options.github_token = settings->text(Setting::kGithubToken);
  options.github_hosts = settings->list(Setting::kGithubHosts);
  options.embedding_dimensions = static_cast<std::uint32_t>(settings->integer(Setting::kEmbeddingDimensions));
  options.product = settings->text(Setting::kProduct);
  options.serving_collection = settings->text(Setting::kCollection);
  options.levers = levers_of(*settings);
  options.chat = chat_of(*settings);
  GROVE_ASSIGN_OR_RETURN(engine_, engine::Engine::open(options));
  return engine_.get();
}

Result<serve::Handover> Session::handover() {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, this->settings());
  return serve::Handover(settings->text(Setting::kDataDirectory), settings->text(Setting::kToken));
}

}  // namespace grove::cli
