#pragma once

#include <string_view>

#include "base/result.h"
#include "model/kinds.h"
#include "model/language.h"

namespace grove::engine {

/// A kind or language that a client named. kInvalidArgument names near ones.
Result<Kind> kind_asked_for(std::string_view name);
Result<Language> language_asked_for(std::string_view name);

}  // namespace grove::engine
