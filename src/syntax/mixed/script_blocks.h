#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/facts.h"
#include "model/span.h"

namespace grove::syntax {

/// A part of a page or component: `<script lang="ts">…</script>`.
struct MarkupBlock {
  std::string_view tag;      ///< `script`, `style`, `template`.
  std::string_view opening;  ///< The whole opening tag with its attributes.
  ByteRange whole;           ///< From the opening tag to the end of the closing one.
  ByteRange content;
};

/// The script, style and (outermost) template blocks of HTML, Vue and Svelte text in source order. Comments are passed over; a block whose
/// closing tag is missing ends with the text. Linear.
std::vector<MarkupBlock> markup_blocks(std::string_view text);

/// Value of an attribute in an opening tag; empty where it has none.
std::string_view attribute_of(std::string_view opening, std::string_view name);

/// The language of a script block; kPlainText for data and templates (`type="application/json"`).
Language script_language(const MarkupBlock& block);

/// `text` with everything outside the blocks blank, line ends kept: offsets and lines stay.
std::string only_blocks(std::string_view text, const std::vector<MarkupBlock>& blocks);

}  // namespace grove::syntax
