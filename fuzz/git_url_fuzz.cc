#include <algorithm>

#include "fuzz/fuzz_input.h"
#include "source/git_url.h"

// An address that is accepted can be no option for git, holds no control character and no password, and is accepted again as it is.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using grove::source::parse_git_url;
  const auto url = parse_git_url(grove::fuzz::as_text(data, size));
  if (!url) return 0;
  grove::fuzz::require(!url->address.empty() && !url->address.starts_with('-'));
  grove::fuzz::require(std::ranges::none_of(url->address, [](unsigned char c) { return c < 0x20 || c == 0x7F; }));
  const auto again = parse_git_url(url->address);
  grove::fuzz::require(again && again->address == url->address && again->kind == url->kind);
  grove::fuzz::require(again->user.empty() && again->password.empty());
  return 0;
}
