#include "base/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/file.h"
#include "base/nearest.h"
#include "base/settings_files.h"

namespace grove {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "GROVE_";
constexpr std::uint64_t kLargestFile = 1U << 20U;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

struct Suffix {
  std::string_view text;
  std::int64_t factor;
};
constexpr Suffix kByteSuffixes[] = {{"", 1},         {"b", 1},         {"k", 1 << 10}, {"kb", 1 << 10}, {"kib", 1 << 10}, {"m", 1 << 20},
                                    {"mb", 1 << 20}, {"mib", 1 << 20}, {"g", 1 << 30}, {"gb", 1 << 30}, {"gib", 1 << 30}};
constexpr Suffix kDurationSuffixes[] = {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};

Result<std::int64_t> with_suffix(std::string_view text, std::span<const Suffix> suffixes, std::string_view expected) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string suffix = lower(text.substr(static_cast<std::size_t>(end - text.data())));
  const auto found = std::ranges::find(suffixes, std::string_view(suffix), &Suffix::text);
  if (error != std::errc{} || found == suffixes.end()) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("is not {}", expected));
  }
  if (number > INT64_MAX / found->factor || number < INT64_MIN / found->factor) return fail(ErrorCode::kInvalidArgument, "is too large");
  return number * found->factor;
}

Result<std::int64_t> boolean_of(std::string_view text) {
  const std::string word = lower(text);
  if (word == "true" || word == "yes" || word == "on" || word == "1") return 1;
  if (word == "false" || word == "no" || word == "off" || word == "0") return 0;
  return fail(ErrorCode::kInvalidArgument, "is neither true nor false");
}

Result<std::int64_t> number_of(const SettingSpec& spec, std::string_view text) {
  static constexpr Suffix kNone[] = {{"", 1}};
  switch (spec.type) {
    case SettingType::kText:
    case SettingType::kList: return 0;
    case SettingType::kBoolean: return boolean_of(text);
    case SettingType::kInteger: return with_suffix(text, kNone, "a whole number");
    case SettingType::kBytes: return with_suffix(text, kByteSuffixes, "a size like 512k or 4MiB");
    case SettingType::kDuration: return with_suffix(text, kDurationSuffixes, "a duration like 500ms, 30s or 5m");
  }
  return 0;
}

/// One place that values come from.
struct Layer {
  std::string place;  ///< "environment", or a file's path.
  NamedValues values;
  enum class Naming { kEnvironment, kConfig } naming;
};

/// Nothing where there is no such file.
Result<std::optional<std::string>> read_if_there(const std::string& path) {
  auto text = read_file(path, kLargestFile);
  if (text) return *std::move(text);
  if (text.error().code == ErrorCode::kNotFound) return std::nullopt;
  return std::unexpected(std::move(text).error());
}

using Parse = Result<NamedValues> (*)(std::string_view, std::string_view);

/// The file asked for, or the one at its usual place if there is one.
Result<Layer> file_layer(const std::optional<std::string>& asked, const std::string& usual, Layer::Naming naming) {
  const Parse parse = naming == Layer::Naming::kEnvironment ? parse_env_file : parse_config_file;
  const std::string& path = asked ? *asked : usual;
  GROVE_ASSIGN_OR_RETURN(const auto text, read_if_there(path));
  if (!text && asked) return fail(ErrorCode::kNotFound, fmt::format("cannot read {}: there is no such file", path));
  Layer layer{path, {}, naming};
  if (text) {
    GROVE_ASSIGN_OR_RETURN(layer.values, parse(*text, path));
  }
  return layer;
}

std::vector<std::string> known_names(Layer::Naming naming) {
  std::vector<std::string> names;
  for (const SettingSpec& spec : setting_table()) {
    if (naming == Layer::Naming::kEnvironment) {
      names.emplace_back(spec.environment[0]);
    } else if (spec.where == SettingSpec::Where::kAnywhere) {
      names.emplace_back(spec.name);
    }
  }
  return names;
}

Status refuse_unknown(const Layer& layer) {
  const std::vector<std::string> known = known_names(layer.naming);
  for (const auto& [name, value] : layer.values) {
    if (layer.naming == Layer::Naming::kEnvironment && !name.starts_with(kPrefix)) continue;
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto only = std::ranges::find(setting_table(), name, &SettingSpec::name);
    if (only != setting_table().end()) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("{} can't be set in {}", name, layer.place),
                  fmt::format("Set {} in the environment.", only->environment[0]));
    }
    const std::string near = did_you_mean(name, known);
    return fail(ErrorCode::kInvalidArgument, fmt::format("unknown setting {} in {}", name, layer.place),
                near.empty() ? "docs/settings.md lists all settings." : near);
  }
  return {};
}

const std::string* find_value(const Layer& layer, std::string_view name) {
  const auto found = std::ranges::find(layer.values, name, &std::pair<std::string, std::string>::first);
  return found == layer.values.end() || found->second.empty() ? nullptr : &found->second;
}

/// The value a layer gives and what it is called there.
std::optional<std::pair<std::string, std::string>> lookup(const Layer& layer, const SettingSpec& spec) {
  if (layer.naming == Layer::Naming::kConfig) {
    const std::string* value = find_value(layer, spec.name);
    return value == nullptr ? std::nullopt : std::optional(std::pair(*value, fmt::format("{} in {}", spec.name, layer.place)));
  }
  for (std::string_view name : spec.environment) {
    const std::string* value = name.empty() ? nullptr : find_value(layer, name);
    if (value != nullptr) return std::pair(*value, fmt::format("{} in {}", name, layer.place));
  }
  return std::nullopt;
}

std::string default_data_directory(const Layer& environment) {
  if (const std::string* xdg = find_value(environment, "XDG_DATA_HOME"); xdg != nullptr && xdg->starts_with('/')) return *xdg + "/grove";
  const std::string* home = find_value(environment, "HOME");
  return home == nullptr ? std::string() : *home + "/.local/share/grove";
}

/// The data directory is known before the files that lie in it: flag, environment, then a file named by `--env-file`.
Result<std::string> data_directory(const SettingSources& sources, std::span<const Layer> layers) {
  std::string path;
  if (const auto flag = sources.flags.find(Setting::kDataDirectory); flag != sources.flags.end()) {
    path = flag->second;
  } else {
    for (const Layer& layer : layers) {
      if (const auto found = lookup(layer, spec_of(Setting::kDataDirectory)); found && path.empty()) path = found->first;
    }
  }
  if (path.empty()) path = default_data_directory(layers.front());
  if (path.empty()) {
    return fail(ErrorCode::kInvalidArgument, "cannot tell where the data directory is: neither GROVE_HOME nor HOME is set",
                "Give --data-dir DIR.");
  }
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  std::string normal = (error ? fs::path(path) : absolute).lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

Result<std::vector<Layer>> all_layers(const SettingSources& sources, std::string& directory) {
  std::vector<Layer> layers{{"the environment", sources.environment, Layer::Naming::kEnvironment}};
  if (sources.env_file) {
    GROVE_ASSIGN_OR_RETURN(Layer asked, file_layer(sources.env_file, "", Layer::Naming::kEnvironment));
    layers.push_back(std::move(asked));
  }
  GROVE_ASSIGN_OR_RETURN(directory, data_directory(sources, layers));
  if (!sources.env_file) {
    GROVE_ASSIGN_OR_RETURN(Layer usual, file_layer(std::nullopt, directory + "/.env", Layer::Naming::kEnvironment));
    if (find_value(usual, spec_of(Setting::kDataDirectory).environment[0]) != nullptr) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("GROVE_HOME can't be set in {}: it says where that file lies", usual.place),
                  "Set it in the environment, or give --data-dir.");
    }
    layers.push_back(std::move(usual));
  }
  GROVE_ASSIGN_OR_RETURN(Layer config, file_layer(sources.config_file, directory + "/grove.toml", Layer::Naming::kConfig));
  layers.push_back(std::move(config));
  return layers;
}

}  // namespace

Result<std::int64_t> parse_setting(const SettingSpec& spec, std::string_view text) {
  GROVE_ASSIGN_OR_RETURN(const std::int64_t number, number_of(spec, text));
  const bool bounded = spec.type != SettingType::kText && spec.type != SettingType::kList && spec.type != SettingType::kBoolean;
  if (bounded && (number < spec.least || number > spec.most)) {
    const std::string_view unit = spec.type == SettingType::kBytes ? " bytes" : spec.type == SettingType::kDuration ? " ms" : "";
    return fail(ErrorCode::kInvalidArgument, fmt::format("is not between {} and {}{}", spec.least, spec.most, unit));
  }
  return number;
}

Result<Settings> Settings::load(const SettingSources& sources) {
  std::string directory;
  GROVE_ASSIGN_OR_RETURN(const std::vector<Layer> layers, all_layers(sources, directory));
  for (const Layer& layer : layers) GROVE_RETURN_IF_ERROR(refuse_unknown(layer));
  Settings settings;
  for (const SettingSpec& spec : setting_table()) {
    Value value{std::string(spec.fallback), 0, "default"};
    const auto flag = sources.flags.find(spec.id);
    if (flag != sources.flags.end()) {
      value = {flag->second, 0, "the command line"};
    } else {
      for (const Layer& layer : layers) {
        const auto found = lookup(layer, spec);
        if (!found) continue;
        value = {found->first, 0, found->second};
        break;
      }
    }
    if (spec.id == Setting::kDataDirectory) value.text = directory;
    auto number = value.text.empty() ? Result<std::int64_t>(0) : parse_setting(spec, value.text);
    if (!number) {
      const std::string shown = spec.secret ? "its value" : fmt::format("`{}`", value.text);
      const std::string place = value.origin == "the command line" ? fmt::format("{} on the command line", spec.name) : value.origin;
      return fail(ErrorCode::kInvalidArgument, fmt::format("cannot use {}: {} {}", place, shown, number.error().message));
    }
    value.number = *number;
    settings.values_[static_cast<std::size_t>(spec.id)] = std::move(value);
  }
  return settings;
}

std::vector<std::string> Settings::list(Setting setting) const {
  std::vector<std::string> items;
  std::string_view rest = text(setting);
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    std::string_view item = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

}  // namespace grove
