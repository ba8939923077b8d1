#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "graph/web/containers.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 9> kWorkloads = {"Deployment", "StatefulSet",           "DaemonSet",        "ReplicaSet", "Pod",
                                                        "Rollout",    "ReplicationController", "DeploymentConfig", "CronJob"};

/// One document of a stream.
struct Manifest {
  std::string kind = {}, name = {};
  std::string path = {};
  std::vector<Said> said = {};  // keys with their values

  std::string_view value(std::string_view key) const {
    const auto found = std::ranges::find(said, key, &Said::name);
    return found == said.end() ? std::string_view() : std::string_view(found->value);
  }
};

/// What a chart's templates are told by its `values.yaml` and its name.
struct Chart {
  std::string name;
  std::map<std::string, std::string, std::less<>> values;
};

/// `{{ .Values.image.name | quote }}-db` filled in. What can't be told without running the templates ends the text: it is empty then.
std::string rendered(std::string_view text, const Chart* chart) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find("{{");
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    if (close == std::string_view::npos || chart == nullptr) return {};
    std::string_view inside = text.substr(open + 2, close - open - 2);
    text.remove_prefix(close + 2);
    inside = trim(inside.substr(0, inside.find('|')));
    if (inside.starts_with('-')) inside = trim(inside.substr(1));
    if (inside == ".Release.Name" && text.starts_with('-')) {
      text.remove_prefix(1);
    } else if (inside == ".Chart.Name" || inside.starts_with("include ") || inside.starts_with("template ")) {
      if (inside.find("labels") != std::string_view::npos) return {};
      out += chart->name;
    } else if (inside.starts_with(".Values.")) {
      const auto value = chart->values.find(inside.substr(8));
      if (value == chart->values.end()) return {};
      out += value->second;
    } else if (inside != ".Release.Name") {
      return {};
    }
  }
  if (out.size() >= 2 && (out.front() == '"' || out.front() == '\'') && out.back() == out.front()) out = out.substr(1, out.size() - 2);
  return out;
}

/// The documents of all manifests of a repository.
class Manifests {
 public:
  explicit Manifests(const Program& program) : program_(program) {
    read_charts();
    for (const FileId file : program.configuration())
      if (program.declarations().file(file).language == Language::kYaml) read(program.declarations().file(file).path, *program.facts(file));
    for (const Manifest& manifest : all_) {
      if (manifest.kind == "Service") services_.push_back(&manifest);
      if (manifest.kind == "ConfigMap") maps_[manifest.name].push_back(&manifest);
    }
  }
  const std::vector<Manifest>& all() const { return all_; }
  const std::vector<const Manifest*>& services() const { return services_; }
  /// Those ConfigMaps of a name: there may be one for each place that is deployed to.
  std::vector<const Manifest*> maps(std::string_view name) const {
    const auto found = maps_.find(name);
    return found == maps_.end() ? std::vector<const Manifest*>() : found->second;
  }

 private:
  void read_charts() {
    for (const FileId file : program_.configuration()) {
      const std::string_view path = program_.declarations().file(file).path;
      if (base_name(path) != "Chart.yaml" && base_name(path) != "values.yaml") continue;
      Chart& chart = charts_[std::string(parent_path(path))];
      const Facts& facts = *program_.facts(file);
      for (const Property& property : facts.properties) {
        const std::string_view key = facts.text(property.key);
        if (base_name(path) == "values.yaml")
          chart.values.insert_or_assign(std::string(key), facts.text(property.value));
        else if (key == "name")
          chart.name = facts.text(property.value);
      }
    }
  }

  const Chart* chart_of(std::string_view path) const {
    const std::size_t templates = path.find("/templates/");
    if (templates == std::string_view::npos) return nullptr;
    const auto found = charts_.find(path.substr(0, templates));
    return found == charts_.end() || found->second.name.empty() ? nullptr : &found->second;
  }

  /// A key of the top that comes again begins the next document.
  void read(std::string_view path, const Facts& facts) {
    const Chart* chart = chart_of(path);
    Manifest manifest{.path = std::string(path)};
    bool has_version = false;
    for (const Property& property : facts.properties) {
      const std::string_view key = facts.text(property.key);
      if ((key == "kind" && !manifest.kind.empty()) || (key == "apiVersion" && has_version)) {
        keep(std::move(manifest), has_version);
        manifest = {.path = std::string(path)};
        has_version = false;
      }
      has_version = has_version || key == "apiVersion";
      std::string value = facts.text(property.value).find("{{") == std::string_view::npos ? std::string(facts.text(property.value))
                                                                                          : rendered(facts.text(property.value), chart);
      if (key == "kind") manifest.kind = value;
      if (key == "metadata.name") manifest.name = value;
      manifest.said.push_back({std::string(key), std::move(value), property.line});
    }
    keep(std::move(manifest), has_version);
  }

  void keep(Manifest manifest, bool has_version) {
    if (manifest.kind == "List") return keep_items(manifest);
    if (has_version && !manifest.kind.empty() && !manifest.name.empty()) all_.push_back(std::move(manifest));
  }

  void keep_items(const Manifest& list) {
    std::map<std::string, Manifest> items;
    for (const Said& said : list.said) {
      const std::size_t dot = said.name.find("].");
      if (!said.name.starts_with("items[") || dot == std::string::npos) continue;
      Manifest& item = items[said.name.substr(0, dot)];
      item.path = list.path;
      const std::string key = said.name.substr(dot + 2);
      if (key == "kind") item.kind = said.value;
      if (key == "metadata.name") item.name = said.value;
      item.said.push_back({key, said.value, said.line});
    }
    for (auto& [place, item] : items) keep(std::move(item), true);
  }

  const Program& program_;
  std::map<std::string, Chart, std::less<>> charts_;
  std::vector<Manifest> all_;
  std::vector<const Manifest*> services_;
  std::map<std::string, std::vector<const Manifest*>, std::less<>> maps_;
};

/// `env[3].value` of `spec.template.spec.containers[0].env[3].value`; empty for keys of other things.
std::string_view of_container(std::string_view key) {
  const std::size_t at = key.find("spec.containers[");
  if (at == std::string_view::npos) return {};
  const std::size_t end = key.find("].", at);
  return end == std::string_view::npos ? std::string_view() : key.substr(end + 2);
}

class WorkloadReader {
 public:
  WorkloadReader(const Manifest& manifest, const Manifests& manifests) : manifest_(manifest), manifests_(manifests) {}

  Container read() {
    container_.name = manifest_.name;
    container_.path = manifest_.path;
    for (const Said& said : manifest_.said) {
      if (said.name == "metadata.name" && container_.line == 0) container_.line = said.line;
      if (const std::string_view rest = of_container(said.name); !rest.empty()) take(rest, said);
    }
    add_services();
    return std::move(container_);
  }

 private:
  void take(std::string_view rest, const Said& said) {
    // A sidecar is no other program: the first container tells the image.
    if (rest == "image" && container_.image.empty()) container_.image = said.value;
    if (rest == "image" && container_.line == 0) container_.line = said.line;
    if (rest.starts_with("ports[") && rest.ends_with(".containerPort"))
      if (const std::uint16_t port = port_of(said.value); port != 0) container_.ports.push_back(port);
    if (rest.starts_with("env[") && rest.ends_with("].name")) container_.environment.push_back({said.value, {}, said.line});
    if (container_.environment.empty()) return take_all(rest, said);
    Said& last = container_.environment.back();
    if (rest.starts_with("env[") && rest.ends_with("].value")) last = {last.name, said.value, said.line};
    if (rest.ends_with(".configMapKeyRef.name")) map_ = said.value;
    if (rest.ends_with(".configMapKeyRef.key")) last.value = config_value(map_, said.value);
    take_all(rest, said);
  }

  void take_all(std::string_view rest, const Said& said) {
    if (!rest.starts_with("envFrom[") || !rest.ends_with("configMapRef.name")) return;
    for (const Manifest* map : manifests_.maps(said.value))
      for (const Said& one : map->said)
        if (one.name.starts_with("data.")) container_.environment.push_back({one.name.substr(5), one.value, said.line});
  }

  std::string config_value(std::string_view map, std::string_view key) const {
    const std::vector<const Manifest*> maps = manifests_.maps(map);
    return maps.empty() ? std::string() : std::string(maps.front()->value("data." + std::string(key)));
  }

  /// Services whose selector the labels of the workload's pods meet.
  void add_services() {
    for (const Manifest* service : manifests_.services()) {
      if (!selects(*service)) continue;
      container_.aliases.push_back(service->name);
      for (const Said& said : service->said)
        if (said.name.starts_with("spec.ports[") && said.name.ends_with("].port"))
          if (const std::uint16_t port = port_of(said.value); port != 0) container_.outside.push_back(port);
    }
  }

  bool selects(const Manifest& service) const {
    bool has_selector = false;
    for (const Said& said : service.said) {
      if (!said.name.starts_with("spec.selector.")) continue;
      has_selector = true;
      const std::string label = said.name.substr(14);
      if (manifest_.value("spec.template.metadata.labels." + label) != said.value &&
          manifest_.value("metadata.labels." + label) != said.value)
        return false;
    }
    return has_selector;
  }

  const Manifest& manifest_;
  const Manifests& manifests_;
  Container container_;
  std::string map_;
};

void add_routes(const Manifest& ingress, Containers& found) {
  for (const Said& said : ingress.said) {
    const bool names =
        said.name.starts_with("spec.") && (said.name.ends_with(".backend.service.name") || said.name.ends_with(".backend.serviceName") ||
                                           said.name == "spec.defaultBackend.service.name");
    if (!names || said.value.empty()) continue;
    const std::string rule = said.name.substr(0, said.name.find(".backend"));
    found.routes.push_back({.ingress = ingress.name,
                            .service = said.value,
                            .route = std::string(ingress.value(rule + ".path")),
                            .path = ingress.path,
                            .line = said.line});
  }
}

}  // namespace

void find_kubernetes_workloads(const Program& program, Containers& found) {
  const Manifests manifests(program);
  for (const Manifest& manifest : manifests.all()) {
    if (manifest.kind == "Ingress") add_routes(manifest, found);
    const bool serves = manifest.kind == "Service" && manifest.value("apiVersion").starts_with("serving.knative.dev");
    if (serves || std::ranges::find(kWorkloads, manifest.kind) != kWorkloads.end())
      found.all.push_back(WorkloadReader(manifest, manifests).read());
  }
}

}  // namespace grove::graph::web
