#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <optional>

namespace grove::syntax {

/// How much of a text a tree doesn't explain: bytes in its ERROR nodes outside of whole subtrees, and a few for each error and each token
/// put in. To compare trees of the same text; 0 for a tree without errors.
std::uint64_t tree_damage(const TSTree* tree);
/// The byte at which the first ERROR node, or token put in, stands, the innermost where they nest; nullopt for a tree without errors.
std::optional<std::uint32_t> first_error(const TSTree* tree);

}  // namespace grove::syntax
