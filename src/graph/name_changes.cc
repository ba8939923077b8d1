#include "graph/name_changes.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/bytes.h"
#include "base/text.h"
#include "graph/resolver.h"
#include "graph/type_name.h"

namespace grove::graph {
namespace {

/// A key with what stands under it, as a hash: of all symbols of a name in their order.
struct KeyState {
  std::uint64_t key = 0;
  std::uint64_t state = 0;
  friend auto operator<=>(const KeyState&, const KeyState&) = default;
};

/// All that other files can see of a symbol.
std::uint64_t look_of(const FileContent& content, const ContentSymbol& symbol) {
  const DeclaredSymbol& declared = symbol.declared;
  ByteWriter out;
  out.varint(static_cast<std::uint64_t>(declared.kind));
  out.varint(declared.flags);
  out.varint(declared.arity);
  out.varint(declared.required);
  for (const std::string_view text : {declared.name, declared.qualified_name, declared.type, declared.receiver}) out.string(text);
  out.varint(symbol.parameters);
  for (std::uint32_t i = 0; i < symbol.parameters; ++i) out.string(content.parameter_types[symbol.first_parameter + i]);
  out.varint(symbol.supertypes);
  for (std::uint32_t i = 0; i < symbol.supertypes; ++i) out.string(content.supertypes[symbol.first_supertype + i]);
  for (std::uint32_t i = 0; i < symbol.type_parameters; ++i) {
    out.string(content.type_parameters[symbol.first_type_parameter + i].first);
    out.string(content.type_parameters[symbol.first_type_parameter + i].second);
  }
  if (declared.parent != kNobody && declared.parent < content.symbols.size()) {
    const DeclaredSymbol& parent = content.symbols[declared.parent].declared;
    out.varint(static_cast<std::uint64_t>(parent.kind) + 1);
    out.string(parent.qualified_name);
  }
  return hash64(out.bytes());
}

std::vector<std::uint64_t> looks_of(const FileContent& content) {
  std::vector<std::uint64_t> looks;
  looks.reserve(content.symbols.size());
  for (const ContentSymbol& symbol : content.symbols) looks.push_back(look_of(content, symbol));
  return looks;
}

/// One state a key, of the looks under it in their order. Ascending.
std::vector<KeyState> folded(std::vector<KeyState> looks) {
  std::ranges::stable_sort(looks, {}, &KeyState::key);
  std::vector<KeyState> states;
  for (const KeyState& look : looks) {
    if (states.empty() || states.back().key != look.key) states.push_back({look.key, 0});
    const std::uint64_t pair[] = {states.back().state, look.state};
    states.back().state = hash64({reinterpret_cast<const char*>(pair), sizeof pair}, 1);
  }
  return states;
}

std::vector<KeyState> names_of(const FileContent& content) {
  const std::vector<std::uint64_t> looks = looks_of(content);
  std::vector<KeyState> keyed;
  for (std::size_t i = 0; i < looks.size(); ++i) keyed.push_back({consulted_name(content.symbols[i].declared.name), looks[i]});
  return folded(std::move(keyed));
}

/// Everything that the file has something to say about.
std::vector<KeyState> states_of(const FileContent& content) {
  const std::vector<std::uint64_t> looks = looks_of(content);
  std::vector<KeyState> keyed;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const ContentSymbol& symbol = content.symbols[i];
    keyed.push_back({consulted_name(symbol.declared.name), looks[i]});
    for (std::uint32_t k = 0; k < symbol.supertypes; ++k)
      keyed.push_back({consulted_subtypes(last_name_of(content.supertypes[symbol.first_supertype + k])), looks[i]});
  }
  ByteWriter head;
  head.string(content.module);
  head.varint(static_cast<std::uint64_t>(content.language));
  for (const DeclaredImport& import : content.imports) {
    for (const std::string_view text : {import.module, import.name, import.alias}) head.string(text);
    head.varint((import.re_export ? 1U : 0U) | (import.is_static ? 2U : 0U));
  }
  keyed.push_back({consulted_file(content.path), hash64(head.bytes())});
  keyed.push_back({consulted_base_name(base_name(content.path)), hash64(content.path)});
  // A package is there as long as a file says so, and so are those around it.
  const std::string_view module = content.module;
  for (std::size_t end = module.size(); end != 0 && end != std::string_view::npos; end = module.find_last_of(".:/\\", end - 1)) {
    keyed.push_back({consulted_name(module.substr(0, end)), hash64(content.path)});
    keyed.push_back({consulted_file(module.substr(0, end)), hash64(content.path)});
  }
  return folded(std::move(keyed));
}

}  // namespace

std::vector<std::uint64_t> changed_keys(const FileContent* before, const FileContent* after) {
  const std::vector<KeyState> was = before == nullptr ? std::vector<KeyState>{} : states_of(*before);
  const std::vector<KeyState> is = after == nullptr ? std::vector<KeyState>{} : states_of(*after);
  std::vector<KeyState> changed;
  std::ranges::set_symmetric_difference(was, is, std::back_inserter(changed));
  std::vector<std::uint64_t> keys;
  for (const KeyState& state : changed)
    if (keys.empty() || keys.back() != state.key) keys.push_back(state.key);
  return keys;
}

std::vector<std::uint32_t> match_symbols(const FileContent& before, const FileContent& after) {
  const std::vector<KeyState> was = names_of(before);
  const std::vector<KeyState> is = names_of(after);
  std::vector<KeyState> same;
  std::ranges::set_intersection(was, is, std::back_inserter(same));
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> places;  // of names in `after`
  for (std::uint32_t i = 0; i < after.symbols.size(); ++i) places[after.symbols[i].declared.name].push_back(i);
  std::unordered_map<std::string_view, std::size_t> seen;
  std::vector<std::uint32_t> matches;
  for (const ContentSymbol& symbol : before.symbols) {
    const std::string_view name = symbol.declared.name;
    const std::size_t nth = seen[name]++;
    const bool stays = std::ranges::binary_search(same, consulted_name(name), {}, &KeyState::key);
    const auto found = places.find(name);
    matches.push_back(stays && found != places.end() && nth < found->second.size() ? found->second[nth] : kNobody);
  }
  return matches;
}

}  // namespace grove::graph
