#pragma once

#include <string>
#include <vector>

namespace grove::serve::mcp {

/// How clients reach this Grove.
struct Reach {
  std::string program;                 ///< Absolute path of `grove`.
  std::vector<std::string> arguments;  ///< Before `mcp`: a data directory other than the usual one.
  std::string url;                     ///< "http://127.0.0.1:8765" of a server; empty where none is meant.
};

/// What one client wants to be told, ready to be pasted.
struct ClientSetup {
  std::string client;        ///< "Claude Code"
  std::string where;         ///< The file that it goes into, or where to click.
  std::string text;          ///< That file's content, or what to merge into it.
  std::string command = {};  ///< A command that does the same; empty where there is none.
};

/// For every client that is known, over stdio.
std::vector<ClientSetup> client_setups(const Reach& reach);
/// `{"clients": [{"client", "where", "text", "command"}]}`
std::string setups_json(const std::vector<ClientSetup>& setups);
/// For clients in general, over HTTP: `{"mcpServers": {"grove": {"url": …}}}`.
std::string url_setup(const Reach& reach);

}  // namespace grove::serve::mcp
