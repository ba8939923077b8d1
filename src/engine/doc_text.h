#pragma once

#include <string>
#include <string_view>

namespace grove::engine {

/// A doc comment or docstring without what marks it: `/** */`, `///`, `//!`, `#`, `--`, `;;`, quotes, the asterisks and the indentation of
/// its lines.
std::string doc_text(std::string_view comment);

/// A signature in one line: runs of white space as one space.
std::string signature_text(std::string_view signature);

}  // namespace grove::engine
