#pragma once

#include <string>
#include <string_view>

namespace grove::graph::web {

/// The plural of an English noun, as Spring Data REST names collections: `person` gives `people`, `category` gives `categories`.
std::string plural_of(std::string_view noun);
/// The other way round, as routes of resources name one of them: `people` gives `person`; what is no plural stays.
std::string singular_of(std::string_view noun);

}  // namespace grove::graph::web
