#include "graph/web/code/environment.h"

#include <algorithm>

#include "base/text.h"

namespace grove::graph::web {
namespace {

/// `.env`, `.env.production`, `stage.env`
bool is_environment_file(std::string_view base) { return base == ".env" || base.starts_with(".env.") || base.ends_with(".env"); }

bool is_sample(std::string_view base) {
  return base.find("example") != std::string_view::npos || base.find("sample") != std::string_view::npos ||
         base.find("template") != std::string_view::npos || base.find("test") != std::string_view::npos;
}

std::string_view unquoted(std::string_view value) {
  value = trim(value);
  const bool is_quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

Environment::Environment(const Program& program) {
  for (const FileId file : program.configuration()) {
    const std::string_view path = program.declarations().file(file).path;
    if (!is_environment_file(base_name(path))) continue;
    const Facts& facts = *program.facts(file);
    for (const Property& property : facts.properties) {
      std::string_view key = facts.text(property.key);
      if (key.starts_with("export ")) key = trim(key.substr(7));
      std::vector<Said>& known = said_[{std::string(parent_path(path)), std::string(key)}];
      const std::string value(unquoted(facts.text(property.value)));
      if (std::ranges::find(known, value, &Said::value) == known.end()) known.push_back({value, is_sample(base_name(path))});
    }
  }
}

std::vector<std::string> Environment::values(std::string_view path, std::string_view variable) const {
  for (std::string_view folder = parent_path(path);; folder = parent_path(folder)) {
    const auto found = said_.find({std::string(folder), std::string(variable)});
    if (found != said_.end()) {
      const bool has_real = std::ranges::any_of(found->second, [](const Said& one) { return !one.is_sample; });
      std::vector<std::string> values;
      for (const Said& one : found->second)
        if (one.is_sample != has_real) values.push_back(one.value);
      return values;
    }
    if (folder.empty()) return {};
  }
}

}  // namespace grove::graph::web
