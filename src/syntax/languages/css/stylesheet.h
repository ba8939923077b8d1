#pragma once

#include "syntax/tree/walk.h"

namespace grove::syntax {

// Hooks that CSS and SCSS share.

/// `.card, .box > a { … }`: a section named by its selectors.
Descend css_rule_set(Walk& walk, TSNode node, const Rule& rule);
/// `@media (…) { … }`, `@keyframes spin { … }`: a section named by all that stands before its block.
Descend css_at_rule(Walk& walk, TSNode node, const Rule& rule);
/// `--main: #fff`, `$main: #fff`: a variable; other declarations say nothing of their own.
Descend css_declaration(Walk& walk, TSNode node, const Rule& rule);
/// `@import "a.css"`, `@use "sass:math"`, `@forward …`.
Descend css_import(Walk& walk, TSNode node, const Rule& rule);

}  // namespace grove::syntax
