#pragma once

#include <string>
#include <string_view>

#include "inference/embedder.h"

namespace grove::inference {

/// How a static model lays a passage out: each part's tokens count with a weight, 0 leaves it out. Order and neighbourhood do not matter
/// to a sum. The defaults are those the model was trained and measured with; change them only with figures.
struct StaticTemplate {
  float path_weight = 8;   ///< Of the words of `path_words`.
  float scope_weight = 0;  ///< Of the qualified name.
  float doc_weight = 0;    ///< Of the doc comment, on top of what the code has of it.
  float code_weight = 1;   ///< Of the code itself.

  friend bool operator==(const StaticTemplate&, const StaticTemplate&) = default;
};

/// The words of a path that the model was trained with: its last folder, a blank, and the file's name up to its last dot. "src/net/http.c"
/// gives "net http", "main.go" gives "main".
std::string path_words(std::string_view path);

/// Part of a fingerprint: changes whenever the template does.
std::string describe(const StaticTemplate& layout);

}  // namespace grove::inference
