#pragma once

#include <exception>
#include <string>

namespace grove::serve {

/// What is wrong with a text, by what the JSON parser threw at it: "wrong at byte 7", or a number beyond all that a computer counts with.
std::string why_unreadable(const std::exception& thrown);

}  // namespace grove::serve
