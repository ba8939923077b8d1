#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::cli {

/// The first word after the program's name with which it starts itself to hold a triple store; not for people.
inline constexpr std::string_view kStoreWord = "__triple-store";

/// For rdf::StoreOptions::store_program: this very program, even where its file has been replaced since.
inline std::vector<std::string> store_program() { return {"/proc/self/exe", std::string(kStoreWord)}; }

}  // namespace grove::cli
