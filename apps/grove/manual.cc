#include <fmt/format.h>

#include "apps/grove/help.h"
#include "base/text.h"
#include "base/version.h"

namespace grove::cli {
namespace {

/// Text for troff: backslashes and hyphens escaped, no line beginning with a control character.
std::string roff(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    if (!out.empty()) out += '\n';
    if (line.starts_with('.') || line.starts_with('\'')) out += "\\&";
    for (const char c : line) out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return out;
}

void add_options(std::string& out, std::span<const OptionSpec> options) {
  for (const OptionSpec& option : options) {
    if (option.shown == OptionSpec::Shown::kNo) continue;
    out += fmt::format(".TP\n.B {}\n{}\n", roff(option_head(option)), roff(option_text(option)));
  }
}

void add_command(std::string& out, const CommandSpec& command) {
  out += fmt::format(".SS {}\n{}.\n", roff(usage_line(command)), roff(command.summary));
  if (!command.description.empty()) out += fmt::format(".PP\n{}\n", roff(command.description));
  for (const ArgumentSpec& argument : command.arguments) {
    out += fmt::format(".TP\n.I {}\n{}\n", roff(argument.name), roff(argument.help));
  }
  add_options(out, command.options);
  if (!command.examples.empty()) out += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.examples));
}

}  // namespace

std::string manual_page() {
  std::string out = fmt::format(".TH GROVE 1 \"\" \"grove {}\" \"User Commands\"\n", version());
  out += ".SH NAME\ngrove \\- find things in code by name, by words, by meaning\n";
  out += ".SH SYNOPSIS\n.B grove\n[\\fIoptions\\fR] \\fICOMMAND\\fR \\&...\n";
  out += ".SH COMMANDS\n";
  for (const CommandSpec* command : all_commands()) add_command(out, *command);
  out += ".SH OPTIONS\nThese stand before or after the command.\n";
  add_options(out, global_options());
  out += ".SH ENVIRONMENT\n";
  for (const SettingSpec& setting : setting_table()) {
    out += fmt::format(".TP\n.B {}\n{}\n", setting.environment[0], roff(setting.meaning));
  }
  out +=
      ".SH EXIT STATUS\n0 done; 1 failed; 2 wrong usage; 3 what was named does not exist; 4 another process holds the lock; 130 "
      "interrupted.\n";
  return out;
}

}  // namespace grove::cli
