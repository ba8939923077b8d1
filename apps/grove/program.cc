#include "apps/grove/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "apps/grove/help.h"
#include "apps/grove/interrupt.h"
#include "apps/grove/parse.h"
#include "apps/grove/session.h"
#include "base/check.h"
#include "base/printable.h"
#include "base/version.h"
#include "serve/json/shapes.h"
#include "serve/json/writer.h"

namespace grove::cli {
namespace {

constexpr int kWrongUsage = 2;

int tell(const Error& error, const Console& console) {
  if (console.json()) {
    if (!console.print(serve::error_json(error) + '\n')) return 1;
  }
  std::string text = fmt::format("grove: {}", printable(error.message));
  if (!error.hint.empty()) text += fmt::format("\n  {}", printable(error.hint));
  console.complain(text);
  return exit_code_of(error.code);
}

Status print_version(const Console& console) {
  if (!console.json()) return console.print(fmt::format("grove {}\n", version()));
  serve::JsonWriter json;
  return console.print(json.begin_object().field("version", version()).end_object().take() + '\n');
}

std::string help_for(const Invocation& invocation) {
  if (invocation.command != nullptr) return command_help(*invocation.command);
  const auto families = command_families();
  const auto family = std::ranges::find(families, invocation.family, &CommandFamily::name);
  return family == families.end() ? program_help() : family_help(*family);
}

Result<int> run_command(const Invocation& invocation, const Console& console) {
  if (invocation.has("version")) {
    GROVE_RETURN_IF_ERROR(print_version(console));
    return 0;
  }
  if (invocation.command == nullptr || invocation.has("help")) {
    GROVE_RETURN_IF_ERROR(console.print(help_for(invocation)));
    return invocation.command == nullptr && !invocation.has("help") ? kWrongUsage : 0;
  }
  Session session(invocation, console);
  const InterruptWatch watch([&session] { session.interrupt(); });
  auto code = invocation.command->run(invocation, session);
  session.progress().clear();
  // What an interrupt broke may report any failure.
  if (!code && session.cancel().cancelled() && code.error().code != ErrorCode::kCancelled)
    return fail(ErrorCode::kCancelled, "interrupted", code.error().message);
  return code;
}

}  // namespace

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return kWrongUsage;
    case ErrorCode::kNotFound: return 3;
    case ErrorCode::kLocked: return 4;
    case ErrorCode::kCancelled: return 130;
    default: return 1;
  }
}

int run_program(const std::vector<std::string>& words) {
  const auto invocation = parse_command_line(words);
  const bool json = invocation ? invocation->has("json") : asks_for_json(words);
  Verbosity verbosity = Verbosity::kNormal;
  if (invocation && invocation->has("verbose")) verbosity = Verbosity::kVerbose;
  if (invocation && invocation->has("quiet")) verbosity = Verbosity::kQuiet;
  const Console console(json ? Console::Format::kJson : Console::Format::kText, verbosity);
  if (!invocation) return tell(invocation.error(), console);
  try {
    const auto code = run_command(*invocation, console);
    return code ? *code : tell(code.error(), console);
  } catch (const std::exception& error) {
    return tell(error_of(error), console);
  }
}

}  // namespace grove::cli
