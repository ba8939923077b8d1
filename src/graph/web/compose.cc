#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/web/containers.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostContainers = 2000;  // of a file

using Variables = std::map<std::string, std::string, std::less<>>;

/// One service of a file with what it extends.
struct Entry {
  Container container;
  std::vector<Said> env_files;  // names as paths
  std::string extends, extends_file;
};

struct ComposeFile {
  std::string path;
  std::vector<Entry> entries;

  Entry* find(std::string_view name) {
    const auto found = std::ranges::find_if(entries, [&](const Entry& entry) { return entry.container.name == name; });
    return found == entries.end() ? nullptr : &*found;
  }
};

/// What stands between a key's first name and the rest: `image` of `services.shop.image` behind `services.`.
struct Split {
  std::string_view name, rest;
};
Split split_key(std::string_view key) {
  const std::size_t end = key.find('.');
  return end == std::string_view::npos ? Split{key, {}} : Split{key.substr(0, end), key.substr(end + 1)};
}

bool tells_a_container(std::string_view rest) {
  return rest == "image" || rest == "build" || rest == "build.context" || rest.starts_with("extends");
}

/// `services.` in files of today; nothing in those of the first format, which only their names tell.
std::string_view prefix_of(const Facts& facts, std::string_view path) {
  for (const Property& property : facts.properties)
    if (const std::string_view key = facts.text(property.key);
        key.starts_with("services.") && tells_a_container(split_key(key.substr(9)).rest))
      return "services.";
  if (base_name(path).find("compose") == std::string_view::npos) return "-";
  for (const Property& property : facts.properties)
    if (const std::string_view rest = split_key(facts.text(property.key)).rest; rest == "image" || rest == "build") return "";
  return "-";
}

/// `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}`, `$NAME`; what is not known is left out.
std::string with_variables(std::string_view text, const Variables& variables) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      out += text[at];
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == '$') {
      out += text[++at];
      continue;
    }
    const bool in_braces = at + 1 < text.size() && text[at + 1] == '{';
    const std::size_t begin = at + (in_braces ? 2 : 1);
    std::size_t end = begin;
    while (end < text.size() && (text[end] == '_' || std::isalnum(static_cast<unsigned char>(text[end])) != 0)) ++end;
    const auto known = variables.find(text.substr(begin, end - begin));
    if (known != variables.end()) out += known->second;
    at = end - 1;
    if (!in_braces) continue;
    std::size_t close = end;
    for (int depth = 1; close < text.size(); ++close) {
      depth += text[close] == '{' ? 1 : text[close] == '}' ? -1 : 0;
      if (depth == 0) break;
    }
    std::string_view fallback = text.substr(end, close - end);
    if (fallback.starts_with(':')) fallback.remove_prefix(1);
    if (known == variables.end() && fallback.starts_with('-')) out += fallback.substr(1);
    at = close;
  }
  return out;
}

/// `8080:80`, `127.0.0.1:8080:80/tcp`, `80`; ranges give their first.
void add_port(std::string_view text, Container& container) {
  text = text.substr(0, text.find('/'));
  const std::size_t colon = text.rfind(':');
  const std::string_view own = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (const std::uint16_t port = port_of(own.substr(0, own.find('-'))); port != 0) container.ports.push_back(port);
  if (colon == std::string_view::npos) return;
  std::string_view outside = text.substr(0, colon);
  if (const std::size_t address = outside.rfind(':'); address != std::string_view::npos) outside.remove_prefix(address + 1);
  if (const std::uint16_t port = port_of(outside.substr(0, outside.find('-'))); port != 0) container.outside.push_back(port);
}

bool is_element(std::string_view rest, std::string_view list) {
  return rest.starts_with(list) && rest.substr(list.size()).starts_with('[');
}

void add_name(std::vector<std::string>& names, std::string name) {
  if (!name.empty()) names.push_back(std::move(name));
}

class ComposeReader {
 public:
  ComposeReader(std::string_view path, Variables variables) : variables_(std::move(variables)) { file_.path = path; }

  ComposeFile read(const Facts& facts, std::string_view prefix) {
    for (const Property& property : facts.properties) {
      const std::string_view key = facts.text(property.key);
      if (!key.starts_with(prefix)) continue;
      const auto [name, rest] = split_key(key.substr(prefix.size()));
      if (rest.empty()) continue;
      Entry* entry = file_.find(name);
      if (entry == nullptr) {
        if (file_.entries.size() >= kMostContainers) continue;
        entry = &file_.entries.emplace_back();
        entry->container.name = name;
        entry->container.path = file_.path;
        entry->container.line = property.line;
      }
      take(rest, with_variables(facts.text(property.value), variables_), property.line, *entry);
    }
    return std::move(file_);
  }

 private:
  void take(std::string_view rest, std::string value, std::uint32_t line, Entry& entry) {
    Container& container = entry.container;
    if (rest == "image" || rest == "build" || rest == "build.context") container.line = line;
    if (rest == "image")
      container.image = std::move(value);
    else if (rest == "build" || rest == "build.context")
      built_from(value, container);
    else if (rest == "build.dockerfile")
      dockerfile(value, container);
    else if (rest == "container_name" || rest == "hostname")
      add_name(container.aliases, std::move(value));
    else if (rest.starts_with("networks.") && rest.find(".aliases[") != std::string_view::npos)
      add_name(container.aliases, std::move(value));
    else if (rest == "extends" || rest == "extends.service")
      entry.extends = std::move(value);
    else if (rest == "extends.file")
      entry.extends_file = joined_path(parent_path(file_.path), value);
    else if (is_element(rest, "links") || is_element(rest, "depends_on"))
      container.needs.push_back({value.substr(0, value.find(':')), {}, line});
    else if (rest.starts_with("depends_on."))
      container.needs.push_back({std::string(split_key(rest.substr(11)).name), {}, line});
    else if (rest == "env_file" || is_element(rest, "env_file"))
      entry.env_files.push_back({joined_path(parent_path(file_.path), value), {}, line});
    else
      take_more(rest, std::move(value), line, container);
  }

  void take_more(std::string_view rest, std::string value, std::uint32_t line, Container& container) const {
    if (is_element(rest, "volumes")) {
      const std::string_view source = std::string_view(value).substr(0, value.find(':'));
      if (source.starts_with('.')) container.mounts.push_back(joined_path(parent_path(file_.path), source));
    } else if (is_element(rest, "environment")) {
      const std::size_t equals = value.find('=');
      if (equals != std::string::npos) container.environment.push_back({value.substr(0, equals), value.substr(equals + 1), line});
    } else if (rest.starts_with("environment.")) {
      container.environment.push_back({std::string(rest.substr(12)), std::move(value), line});
    } else if (is_element(rest, "ports") && rest.ends_with(']')) {
      add_port(value, container);
    } else if (is_element(rest, "expose") || (is_element(rest, "ports") && rest.ends_with(".target"))) {
      if (const std::uint16_t port = port_of(value); port != 0) container.ports.push_back(port);
    } else if (is_element(rest, "ports") && rest.ends_with(".published")) {
      if (const std::uint16_t port = port_of(value); port != 0) container.outside.push_back(port);
    }
  }

  void built_from(std::string_view context, Container& container) const {
    if (context.find("://") != std::string_view::npos) return;
    container.build = joined_path(parent_path(file_.path), context);
    container.is_built = true;
  }

  /// A Dockerfile in a folder of a wider context says what is built.
  static void dockerfile(std::string_view file, Container& container) {
    const std::string folder = joined_path(container.build, parent_path(file));
    if (!folder.empty() && folder.size() > container.build.size()) container.build = folder;
  }

  ComposeFile file_;
  Variables variables_;
};

/// What a file like `.env` says.
Variables variables_of(const Program& program, std::string_view path) {
  Variables variables;
  for (const FileId file : program.configuration()) {
    if (program.declarations().file(file).path != path) continue;
    const Facts& facts = *program.facts(file);
    for (const Property& property : facts.properties)
      variables.insert_or_assign(std::string(facts.text(property.key)), facts.text(property.value));
  }
  return variables;
}

void inherit(const Container& base, Container& container) {
  if (container.image.empty()) container.image = base.image;
  if (!container.is_built && base.is_built) {
    container.build = base.build;
    container.is_built = true;
  }
  container.environment.insert(container.environment.begin(), base.environment.begin(), base.environment.end());
  container.ports.insert(container.ports.end(), base.ports.begin(), base.ports.end());
  container.outside.insert(container.outside.end(), base.outside.begin(), base.outside.end());
}

/// A chain of `extends` that comes back to itself ends.
void resolve_extends(std::vector<ComposeFile>& files, ComposeFile& file, Entry& entry, int depth) {
  if (entry.extends.empty() || depth > 8) return;
  const std::string name = std::exchange(entry.extends, {});
  ComposeFile* other = &file;
  if (!entry.extends_file.empty()) {
    const auto found = std::ranges::find(files, entry.extends_file, &ComposeFile::path);
    if (found == files.end()) return;
    other = &*found;
  }
  Entry* base = other->find(name);
  if (base == nullptr || base == &entry) return;
  resolve_extends(files, *other, *base, depth + 1);
  inherit(base->container, entry.container);
}

}  // namespace

std::string joined_path(std::string_view folder, std::string_view path) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view text) {
    for (const std::string_view part : split(text, '/')) {
      if (part.empty() || part == ".") continue;
      if (part != "..")
        parts.emplace_back(part);
      else if (!parts.empty())
        parts.pop_back();
    }
  };
  add(folder);
  add(path);
  return join(parts, "/");
}

std::uint16_t port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() ? port : std::uint16_t{0};
}

void find_compose_services(const Program& program, Containers& found) {
  std::vector<ComposeFile> files;
  for (const FileId file : program.configuration()) {
    const DeclaredFile declared = program.declarations().file(file);
    if (declared.language != Language::kYaml || declared.path.starts_with(".github/")) continue;
    const Facts& facts = *program.facts(file);
    const std::string_view prefix = prefix_of(facts, declared.path);
    if (prefix != "-")
      files.push_back(
          ComposeReader(declared.path, variables_of(program, joined_path(parent_path(declared.path), ".env"))).read(facts, prefix));
  }
  for (ComposeFile& file : files)
    for (Entry& entry : file.entries)
      for (const Said& env_file : entry.env_files)
        for (auto& [name, value] : variables_of(program, env_file.name))
          entry.container.environment.push_back({name, value, env_file.line});
  for (ComposeFile& file : files)
    for (Entry& entry : file.entries) resolve_extends(files, file, entry, 0);
  // Files that add to others name what those build or pull.
  std::set<std::string> names;
  const auto runs = [](const Container& container) { return !container.image.empty() || container.is_built; };
  for (const ComposeFile& file : files)
    for (const Entry& entry : file.entries)
      if (runs(entry.container)) names.insert(entry.container.name);
  for (ComposeFile& file : files)
    for (Entry& entry : file.entries)
      if (names.contains(entry.container.name)) found.all.push_back(std::move(entry.container));
}

}  // namespace grove::graph::web
