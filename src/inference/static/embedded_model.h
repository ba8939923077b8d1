#pragma once

#include <string_view>

namespace grove::inference {

/// A file set of models/ that is compiled into the program. The bytes live as long as the program and are read from disk page by page as
/// they are used.
struct EmbeddedModel {
  std::string_view name;
  std::string_view weights;     ///< model.bin
  std::string_view vocabulary;  ///< vocab.txt
  std::string_view sha256;      ///< Of model.bin and vocab.txt, hexadecimal; taken when the program was built.
};

/// models/static-code.
const EmbeddedModel& embedded_static_model();

}  // namespace grove::inference
