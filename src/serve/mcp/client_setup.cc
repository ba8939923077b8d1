#include "serve/mcp/client_setup.h"

#include <fmt/format.h>

#include "base/text.h"
#include "serve/mcp/protocol/json.h"

namespace grove::serve::mcp {
namespace {

/// `key: {"grove": entry}`, as most clients want it.
std::string under(std::string_view key, Json entry) {
  Json all = Json::object();
  all[std::string(key)]["grove"] = std::move(entry);
  return all.dump(2);
}

std::vector<std::string> words_of(const Reach& reach) {
  std::vector<std::string> words = reach.arguments;
  words.emplace_back("mcp");
  return words;
}

Json entry_of(const Reach& reach) { return {{"command", reach.program}, {"args", words_of(reach)}}; }

/// For a shell, quoted where it has to be.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  return "'" + replace_all(word, "'", "'\\''") + "'";
}

std::string shell_line(const Reach& reach) {
  std::string line = shell_word(reach.program);
  for (const std::string& word : words_of(reach)) line += ' ' + shell_word(word);
  return line;
}

Json with_type(std::string_view type, const Json& entry) {
  Json typed = {{"type", type}};
  typed.update(entry);
  return typed;
}

std::string codex_table(const Reach& reach) {
  return fmt::format("[mcp_servers.grove]\ncommand = {}\nargs = {}", to_text(reach.program), to_text(words_of(reach)));
}

}  // namespace

std::vector<ClientSetup> client_setups(const Reach& reach) {
  const Json entry = entry_of(reach);
  const std::string usual = under("mcpServers", entry);
  const std::string line = shell_line(reach);
  return {
      {.client = "Claude Code",
       .where = ".mcp.json in the project",
       .text = under("mcpServers", with_type("stdio", entry)),
       .command = "claude mcp add grove -- " + line},
      {.client = "Claude Desktop", .where = "claude_desktop_config.json (Settings, Developer, Edit Config)", .text = usual},
      {.client = "Cursor", .where = ".cursor/mcp.json in the project, or ~/.cursor/mcp.json", .text = usual},
      {.client = "VS Code",
       .where = ".vscode/mcp.json in the project",
       .text = under("servers", with_type("stdio", entry)),
       .command = "code --add-mcp " + shell_word(to_text(Json{{"name", "grove"}, {"command", reach.program}, {"args", words_of(reach)}}))},
      {.client = "Windsurf", .where = "~/.codeium/windsurf/mcp_config.json", .text = usual},
      {.client = "Codex", .where = "~/.codex/config.toml", .text = codex_table(reach), .command = "codex mcp add grove -- " + line},
      {.client = "Gemini CLI",
       .where = "~/.gemini/settings.json, or .gemini/settings.json in the project",
       .text = usual,
       .command = "gemini mcp add grove " + line},
      {.client = "JetBrains",
       .where = "Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, as JSON; for Junie .junie/mcp/mcp.json in the project",
       .text = usual},
      {.client = "Zed",
       .where = "~/.config/zed/settings.json",
       .text = under("context_servers",
                     {{"source", "custom"}, {"command", reach.program}, {"args", words_of(reach)}, {"env", Json::object()}})},
      {.client = "Cline", .where = "cline_mcp_settings.json (MCP Servers, Configure)", .text = usual},
      {.client = "opencode",
       .where = "opencode.json in the project",
       .text = under("mcp", {{"type", "local"},
                             {"command",
                              [&] {
                                std::vector<std::string> words = words_of(reach);
                                words.insert(words.begin(), reach.program);
                                return words;
                              }()},
                             {"enabled", true}})},
  };
}

std::string setups_json(const std::vector<ClientSetup>& setups) {
  Json all = {{"clients", Json::array()}};
  for (const ClientSetup& setup : setups) {
    Json one = {{"client", setup.client}, {"where", setup.where}, {"text", setup.text}};
    if (!setup.command.empty()) one["command"] = setup.command;
    all["clients"].push_back(std::move(one));
  }
  return to_text(all);
}

std::string url_setup(const Reach& reach) { return under("mcpServers", {{"type", "http"}, {"url", reach.url + "/mcp"}}); }

}  // namespace grove::serve::mcp
