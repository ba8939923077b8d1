#pragma once

#include <string>
#include <string_view>

namespace grove::graph::web {

/// Text that ends no statement and starts no other one in a diagram: Mermaid reads `;` and `#` as signs of its own, and a line's end as the
/// end.
std::string mermaid_text(std::string_view text);

/// Text to stand between the quotes of a string of Graphviz.
std::string graphviz_text(std::string_view text);

}  // namespace grove::graph::web
