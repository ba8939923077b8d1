#pragma once

#include <string>
#include <string_view>

#include "index/unit_index.h"

namespace grove::engine {

/// A question about configuration with the words that configuration itself uses for what it names: "database" is written as
/// `datasource`, `jdbc`, `mongodb` there.
std::string with_configuration_words(std::string_view query);

/// How likely a file says what holds while a program runs, from 0 to 1: settings of the application most, build files, images and texts for
/// people less, unless the question names what they are for.
double share_of_configuration(const index::UnitView& unit, std::string_view question);

}  // namespace grove::engine
