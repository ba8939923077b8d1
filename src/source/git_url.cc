#include "source/git_url.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"

namespace grove::source {
namespace {

std::unexpected<Error> refuse(std::string what) {
  return fail(ErrorCode::kInvalidArgument, "cannot use this address of a repository: " + std::move(what),
              "give an https, ssh, git or file URL, user@host:path, or a path");
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// `ext::…`, `transport::…`: git would run a program of that name.
bool names_a_helper(std::string_view url) {
  const auto end = std::ranges::find_if_not(url, [](char c) { return is_alphanumeric(c) || c == '+' || c == '-' || c == '.'; });
  return url.substr(static_cast<std::size_t>(end - url.begin())).starts_with("::");
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
                        std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0;
    decoded += escape ? static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16)) : text[i];
    if (escape) i += 2;
  }
  return decoded;
}

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host.starts_with("localhost:") || host.starts_with("127.") || host == "[::1]" || host.starts_with("[::1]:");
}

struct Authority {
  std::string_view user_info;
  std::string_view host;  // with its port
  std::string_view rest;  // path and what follows
};

Authority authority_of(std::string_view after_scheme) {
  const auto end = std::min(after_scheme.find_first_of("/?#"), after_scheme.size());
  Authority authority{.user_info = {}, .host = after_scheme.substr(0, end), .rest = after_scheme.substr(end)};
  // The last one: a password may hold an unescaped @.
  if (const auto at = authority.host.rfind('@'); at != std::string_view::npos) {
    authority.user_info = authority.host.substr(0, at);
    authority.host.remove_prefix(at + 1);
  }
  return authority;
}

Result<GitUrl> http_url(const std::string& scheme, std::string_view after_scheme) {
  const Authority authority = authority_of(after_scheme);
  // An escaped @ would leave what stands before it, maybe a password, in the host.
  if (authority.host.empty() || authority.host.starts_with('-') || (authority.host.contains('%') && !authority.host.starts_with('[')))
    return refuse("it names no host");
  GitUrl url{.kind = GitUrl::Kind::kHttp};
  url.origin = scheme + "://" + std::string(authority.host);
  url.address = url.origin + std::string(authority.rest.substr(0, authority.rest.find_first_of("?#")));
  const auto colon = authority.user_info.find(':');
  url.user = percent_decoded(authority.user_info.substr(0, colon));
  if (colon != std::string_view::npos) url.password = percent_decoded(authority.user_info.substr(colon + 1));
  if (std::ranges::any_of(url.user + url.password, is_control)) return refuse("user or password hold control characters");
  url.private_channel = scheme == "https" || is_this_machine(authority.host);
  return url;
}

Result<GitUrl> ssh_or_git_url(const std::string& scheme, std::string_view after_scheme) {
  const Authority authority = authority_of(after_scheme);
  const std::string_view user = authority.user_info.substr(0, authority.user_info.find(':'));
  // ssh would take either for an option (CVE-2017-1000117).
  if (authority.host.empty() || authority.host.starts_with('-') || user.starts_with('-')) return refuse("it names no host");
  GitUrl url{.kind = scheme == "git" ? GitUrl::Kind::kGit : GitUrl::Kind::kSsh};
  const bool keeps_user = url.kind == GitUrl::Kind::kSsh && !user.empty();
  url.address = scheme + "://" + (keeps_user ? std::string(user) + "@" : "") + std::string(authority.host) + std::string(authority.rest);
  return url;
}

/// `user@host:path`: a colon before any slash.
std::optional<Result<GitUrl>> short_ssh_url(std::string_view url) {
  const auto colon = url.find(':');
  if (colon == std::string_view::npos || url.substr(0, colon).find('/') != std::string_view::npos) return std::nullopt;
  const std::string_view host = url.substr(url.substr(0, colon).rfind('@') + 1, std::string_view::npos);
  if (colon == 0 || host.starts_with('-') || host.starts_with(':')) return refuse("it names no host");
  return GitUrl{.kind = GitUrl::Kind::kSsh, .address = std::string(url)};
}

}  // namespace

Result<GitUrl> parse_git_url(std::string_view url) {
  if (url.empty()) return refuse("it is empty");
  if (std::ranges::any_of(url, is_control)) return refuse("it holds control characters");
  if (url.starts_with('-')) return refuse("it begins with a dash");
  if (names_a_helper(url)) return refuse("remote helpers are not allowed");
  const auto scheme_end = url.find("://");
  if (scheme_end != std::string_view::npos && url.substr(0, scheme_end).find_first_of("/:@") == std::string_view::npos) {
    const std::string scheme = to_lower_ascii(url.substr(0, scheme_end));
    const std::string_view after = url.substr(scheme_end + 3);
    if (scheme == "https" || scheme == "http") return http_url(scheme, after);
    if (scheme == "ssh" || scheme == "git") return ssh_or_git_url(scheme, after);
    if (scheme == "file") return GitUrl{.address = "file://" + std::string(after)};
    return refuse("its protocol is not allowed");
  }
  if (auto short_form = short_ssh_url(url)) return *short_form;
  return GitUrl{.address = std::string(url)};
}

}  // namespace grove::source
