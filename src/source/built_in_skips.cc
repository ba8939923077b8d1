#include "source/built_in_skips.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::source {
namespace {

constexpr std::string_view kDependencies = "downloaded dependencies";
constexpr std::string_view kCache = "a tool's cache";
constexpr std::string_view kOutput = "build output";

/// A name that has one meaning only.
struct PlainName {
  std::string_view name;
  std::string_view reason;
};

constexpr auto kPlainNames = std::to_array<PlainName>({
    {".angular", kCache},
    {".bundle", kDependencies},
    {".dart_tool", kCache},
    {".eggs", kDependencies},
    {".gradle", kCache},
    {".hypothesis", kCache},
    {".ingest-cache", kCache},
    {".ipynb_checkpoints", kCache},
    {".mypy_cache", kCache},
    {".next", kOutput},
    {".nox", kDependencies},
    {".nuxt", kOutput},
    {".nyc_output", kOutput},
    {".parcel-cache", kCache},
    {".pnpm-store", kDependencies},
    {".pytest_cache", kCache},
    {".ruff_cache", kCache},
    {".stack-work", kOutput},
    {".svelte-kit", kOutput},
    {".terraform", kDependencies},
    {".tox", kDependencies},
    {".turbo", kCache},
    {".venv", kDependencies},
    {".yarn", kDependencies},
    {".zig-cache", kCache},
    {"CMakeFiles", kOutput},
    {"DerivedData", kOutput},
    {"__pycache__", kCache},
    {"bower_components", kDependencies},
    {"dist-newstyle", kOutput},
    {"elm-stuff", kDependencies},
    {"jspm_packages", kDependencies},
    {"node_modules", kDependencies},
    {"site-packages", kDependencies},
    {"zig-cache", kCache},
    {"zig-out", kOutput},
});

enum class Tracked { kIsSource, kIsSkippedAlike };

/// A name that needs a sign: words separated by spaces, `*` at their beginning stands for anything.
struct SignedName {
  std::string_view name;
  std::string_view reason;
  Tracked tracked;
  std::string_view beside;
  std::string_view inside;
};

constexpr auto kSignedNames = std::to_array<SignedName>({
    {"target", kOutput, Tracked::kIsSource, "Cargo.toml pom.xml build.sbt project.clj build.sc dbt_project.yml",
     ".rustc_info.json CACHEDIR.TAG classes maven-status"},
    {"bin", kOutput, Tracked::kIsSource, "*.csproj *.fsproj *.vbproj .classpath", "Debug Release *.dll *.class *.pdb"},
    {"obj", kOutput, Tracked::kIsSource, "*.csproj *.fsproj *.vbproj *.vcxproj", "Debug Release project.assets.json *.o *.obj"},
    {"build", kOutput, Tracked::kIsSource, "build.gradle build.gradle.kts pubspec.yaml",
     "CMakeCache.txt build.ninja CACHEDIR.TAG meson-info asset-manifest.json classes *.o *.class"},
    {"dist", kOutput, Tracked::kIsSkippedAlike, "package.json", ""},
    {"dist", kOutput, Tracked::kIsSource, "setup.py setup.cfg pyproject.toml *.cabal", "*.whl *.egg"},
    {"out", kOutput, Tracked::kIsSource, "*.iml foundry.toml", "_next production CMakeCache.txt build.ninja CACHEDIR.TAG *.class *.o"},
    {"_build", kOutput, Tracked::kIsSource, "mix.exs dune-project conf.py rebar.config", ""},
    {"coverage", kOutput, Tracked::kIsSource, "", "lcov.info lcov-report clover.xml coverage-final.json"},
    {"htmlcov", kOutput, Tracked::kIsSource, "", "index.html"},
    {".build", kOutput, Tracked::kIsSource, "Package.swift", ""},
    {"vendor", kDependencies, Tracked::kIsSkippedAlike, "go.mod go.work composer.json", "modules.txt autoload.php composer bundle"},
    {"vendor", kDependencies, Tracked::kIsSource, "Cargo.toml", ""},
    {"Pods", kDependencies, Tracked::kIsSkippedAlike, "Podfile", "Manifest.lock"},
    {"Carthage", kDependencies, Tracked::kIsSource, "Cartfile", ""},
    {"deps", kDependencies, Tracked::kIsSource, "mix.exs rebar.config", ""},
    {"venv", kDependencies, Tracked::kIsSkippedAlike, "", "pyvenv.cfg"},
    {"env", kDependencies, Tracked::kIsSkippedAlike, "", "pyvenv.cfg"},
});

constexpr auto kLockFiles = std::to_array<std::string_view>({
    ".terraform.lock.hcl",
    "Cargo.lock",
    "Cartfile.resolved",
    "Chart.lock",
    "Gemfile.lock",
    "MODULE.bazel.lock",
    "Package.resolved",
    "Pipfile.lock",
    "Podfile.lock",
    "buf.lock",
    "bun.lock",
    "bun.lockb",
    "composer.lock",
    "conan.lock",
    "conda-lock.yml",
    "deno.lock",
    "flake.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.lock.json",
    "paket.lock",
    "pdm.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "pubspec.lock",
    "rebar.lock",
    "shard.lock",
    "stack.yaml.lock",
    "uv.lock",
    "yarn.lock",
});

const std::string* find_sign(std::string_view signs, std::span<const std::string> names) {
  for (const std::string_view sign : split_words(signs)) {
    const auto fits = [sign](const std::string& name) { return sign.starts_with('*') ? name.ends_with(sign.substr(1)) : name == sign; };
    const auto found = std::ranges::find_if(names, fits);
    if (found != names.end()) return &*found;
  }
  return nullptr;
}

std::optional<std::string> signed_skip(const SignedName& known, const FolderFacts& folder) {
  if (folder.tracked && known.tracked == Tracked::kIsSource) return std::nullopt;
  if (const auto* sign = find_sign(known.beside, folder.siblings)) return std::string(known.reason) + " (it lies beside " + *sign + ")";
  if (const auto* sign = find_sign(known.inside, folder.children)) return std::string(known.reason) + " (it holds " + *sign + ")";
  return std::nullopt;
}

}  // namespace

bool is_version_control(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({".git", ".hg", ".svn", ".jj", ".bzr", "CVS", "_darcs"});
  return std::ranges::find(kNames, name) != kNames.end();
}

bool has_two_meanings(std::string_view name) {
  return std::ranges::any_of(kSignedNames, [name](const SignedName& known) { return known.name == name; });
}

std::optional<std::string> folder_skip(const FolderFacts& folder) {
  for (const PlainName& known : kPlainNames)
    if (known.name == folder.name) return std::string(known.reason);
  for (const SignedName& known : kSignedNames) {
    if (known.name != folder.name) continue;
    if (auto reason = signed_skip(known, folder)) return reason;
  }
  return std::nullopt;
}

std::optional<std::string> lock_file_skip(std::string_view name) {
  if (std::ranges::find(kLockFiles, name) == kLockFiles.end()) return std::nullopt;
  return "versions pinned by a package manager";
}

}  // namespace grove::source
