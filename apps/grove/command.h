#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/settings.h"

namespace grove::cli {

class Session;
class Invocation;

/// What a shell offers to complete a value with.
enum class Completion : std::uint8_t { kNothing, kFile, kDirectory, kRepository };

enum class OptionType : std::uint8_t {
  kFlag,
  kText,
  kList,     ///< May be given several times.
  kInteger,  ///< Within [least, most].
  kChoice,   ///< One of `choices`.
};

/// One option: parsing, `--help`, the man page and completions are made from it.
struct OptionSpec {
  std::string_view name;        ///< "limit" for `--limit`
  std::string_view value = "";  ///< What stands for its value in help: "N"; "" for flags.
  std::string_view help = "";
  OptionType type = OptionType::kText;
  std::string_view choices = "";   ///< "a|b|c"
  std::string_view fallback = "";  ///< Told in help.
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
  std::optional<Setting> setting = {};  ///< The option sets it for this run.
  Completion completion = Completion::kNothing;
  char letter = 0;                                                                            ///< 'j' for `-j`, 0 for none.
  enum class Place : std::uint8_t { kAfterCommand, kAnywhere } place = Place::kAfterCommand;  ///< kAnywhere: also before the command.
  enum class Shown : std::uint8_t { kYes, kNo } shown = Shown::kYes;  ///< kNo: for tests; no help, man page or completion names it.
};

/// One positional argument.
struct ArgumentSpec {
  std::string_view name;  ///< "QUERY"
  std::string_view help = "";
  enum class Count : std::uint8_t { kOne, kOptional, kAny, kAtLeastOne } count = Count::kOne;
  Completion completion = Completion::kNothing;
};

/// One command, or with a space in its name a command of a family: "models status".
struct CommandSpec {
  std::string_view name;
  std::string_view summary;
  std::string_view description = "";  ///< Paragraphs of help, lines wrapped by hand.
  std::span<const ArgumentSpec> arguments = {};
  std::span<const OptionSpec> options = {};
  std::string_view examples = "";  ///< One a line.
  /// The exit code, or what went wrong.
  Result<int> (*run)(const Invocation& invocation, Session& session) = nullptr;
};

/// Options that every command takes, before or after its name.
std::span<const OptionSpec> global_options();
/// Commands under one title of the help text.
struct CommandGroup {
  std::string_view title;
  std::span<const CommandSpec* const> commands;
};
std::span<const CommandGroup> command_groups();

/// Commands with the same first word: "kb".
struct CommandFamily {
  std::string_view name;
  std::string_view summary;
};
std::span<const CommandFamily> command_families();

/// Every command there is, in the order of the help text.
std::span<const CommandSpec* const> all_commands();

/// A command line, parsed and checked against the table.
class Invocation {
 public:
  const CommandSpec* command = nullptr;  ///< Null for the bare program, and for a bare family.
  std::string family = {};               ///< "kb" of `grove kb --help`.
  std::vector<std::string> arguments;
  std::map<std::string, std::vector<std::string>, std::less<>> options;

  bool has(std::string_view option) const { return options.contains(option); }
  std::string text(std::string_view option, std::string_view otherwise = "") const;
  std::vector<std::string> list(std::string_view option) const;
  std::int64_t integer(std::string_view option, std::int64_t otherwise) const;
};

}  // namespace grove::cli
