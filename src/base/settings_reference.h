#pragma once

#include <string>

namespace grove {

/// docs/settings.md, made from the table.
std::string settings_page();
/// .env.example, made from the table: every variable, commented out, with its default.
std::string env_example();

}  // namespace grove
