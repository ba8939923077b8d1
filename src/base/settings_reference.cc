#include "base/settings_reference.h"

#include <fmt/format.h>

#include "base/settings.h"

namespace grove {
namespace {

std::string_view type_name(const SettingSpec& spec) {
  switch (spec.type) {
    case SettingType::kText: return "text";
    case SettingType::kBoolean: return "true or false";
    case SettingType::kInteger: return "whole number";
    case SettingType::kBytes: return "size";
    case SettingType::kDuration: return "duration";
    case SettingType::kList: return "list";
  }
  return "";
}

std::string environment_cell(const SettingSpec& spec) {
  std::string cell;
  for (std::string_view name : spec.environment) {
    if (name.empty()) continue;
    cell += fmt::format("{}`{}`", cell.empty() ? "" : ", ", name);
  }
  return cell;
}

constexpr std::string_view kPageHead = R"(# Settings

This page is made from the table in `src/base/settings_table.cc`; a test keeps the two equal
(`UPDATE_EXPECT=1 ctest -R Settings` writes it anew).

A value is taken from the first of these that has one:

1. a flag on the command line,
2. the environment,
3. the file given with `--env-file FILE`, else `.env` in the data directory (never a `.env` of the folder you stand in),
4. the file given with `--config FILE`, else `grove.toml` in the data directory,
5. the default.

An empty variable counts as not set. An unknown `GROVE_…` variable or configuration key is an error that names the nearest
known one. Secrets come from the environment or an env file only, and are never printed, logged or stored.

Sizes are written `1000`, `512k`, `4MiB` (powers of 1024), durations `500ms`, `30s`, `5m`, `1h`; lists are separated by commas,
or arrays in the configuration file. In `grove.toml` a key like `server.port` may stand under its table:

```toml
[server]
port = 9000
allowed_hosts = ["grove.example.org"]
```

| Configuration key | Environment | Type | Default | Meaning |
|---|---|---|---|---|
)";

}  // namespace

std::string settings_page() {
  std::string page(kPageHead);
  for (const SettingSpec& spec : setting_table()) {
    const std::string key = spec.where == SettingSpec::Where::kEnvironmentOnly ? "–" : fmt::format("`{}`", spec.name);
    const std::string fallback = spec.fallback.empty() ? "–" : fmt::format("`{}`", spec.fallback);
    page += fmt::format("| {} | {} | {}{} | {} | {} |\n", key, environment_cell(spec), type_name(spec), spec.secret ? ", secret" : "",
                        fallback, spec.meaning);
  }
  return page;
}

std::string env_example() {
  std::string text =
      "# Settings of Grove, made from src/base/settings_table.cc. Copy it as `.env` into the data directory and take\n"
      "# the `#` away from what you set. docs/settings.md says more.\n";
  for (const SettingSpec& spec : setting_table()) {
    if (spec.id == Setting::kDataDirectory) continue;
    text += fmt::format("\n# {}\n# {}={}\n", spec.meaning, spec.environment[0], spec.fallback);
  }
  return text;
}

}  // namespace grove
