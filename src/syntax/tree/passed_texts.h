#pragma once

#include "syntax/tree/walk.h"

namespace grove::syntax {

/// A literal, a template, a sum of texts, or one of two values.
bool joins_texts(Walk& walk, TSNode value);
/// A text with a path in it, or an address that something is made of: `new Uri("http://…")`. Only in languages with `text_flow`.
bool holds_path(Walk& walk, TSNode value);
/// Whether a name is that of a parameter of a function around, or of a local that holds a text or an object: a call that passes it on may
/// say where a request goes. Looks at the nearest ones only.
bool passes_text(Walk& walk, TSNode name);

/// Whether an assignment changes what stands there: `x += y`, but not `x ??= y`, after which it may be either.
bool changes_what_was(const Walk& walk, TSNode assignment);

}  // namespace grove::syntax
