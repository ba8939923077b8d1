#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::source {

/// Where a repository is fetched from, taken apart.
struct GitUrl {
  enum class Kind { kHttp, kSsh, kGit, kLocal };
  Kind kind = Kind::kLocal;
  std::string address{};        ///< What git is given: without password and, for http, without user, query and fragment.
  std::string origin{};         ///< For http: scheme, host and port, `https://host:8443`; what a credential is valid for.
  std::string user{};           ///< Decoded; for http only.
  std::string password{};       ///< Decoded; for http only.
  bool private_channel = true;  ///< Encrypted, or to this machine; a token may travel on it.
};

/// Accepts https, http, ssh, git and file URLs, `user@host:path`, and paths. Refuses what git would take for an option, run as a helper
/// (`ext::`), or pass on as several lines. Pure.
Result<GitUrl> parse_git_url(std::string_view url);

}  // namespace grove::source
