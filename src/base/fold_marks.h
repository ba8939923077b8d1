#pragma once

#include <string>
#include <string_view>

namespace grove {

/// Folds case and takes diacritical marks away, for what people type without them: "Kőszeg" and "koszeg" become equal, compatible forms too
/// (Unicode NFKD). Ill-formed text is only folded.
std::string fold_marks(std::string_view text);

}  // namespace grove
