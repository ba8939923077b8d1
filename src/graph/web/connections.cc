#include "graph/web/connections.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "graph/web/hosts.h"

namespace grove::graph::web {
namespace {

/// What the values of keys say that begin and end so. A key without end is meant as it stands, one that ends with `*` as a beginning.
struct KeyRow {
  std::string_view begin, end;
  LinkKind kind;
  Product product;
};

constexpr auto kKeys = std::to_array<KeyRow>({
    {"eurekaclientserviceurl*", {}, LinkKind::kDiscovery, {"eureka", Role::kDiscovery}},
    {"springcloudconsulhost", {}, LinkKind::kDiscovery, {"consul", Role::kDiscovery}},
    {"springcloudnacosdiscoveryserveraddr", {}, LinkKind::kDiscovery, {"nacos", Role::kDiscovery}},
    {"springcloudnacosserveraddr", {}, LinkKind::kDiscovery, {"nacos", Role::kDiscovery}},
    {"springcloudzookeeperconnectstring", {}, LinkKind::kDiscovery, {"zookeeper", Role::kDiscovery}},
    {"springcloudconfiguri", {}, LinkKind::kConfig, {"config", Role::kConfig}},
    {"springcloudconfigdiscoveryserviceid", {}, LinkKind::kConfig, {"config", Role::kConfig}},
    {"springcloudnacosconfigserveraddr", {}, LinkKind::kConfig, {"nacos", Role::kDiscovery}},
    {"springdatamongodbhost", {}, LinkKind::kDatabase, {"mongodb", Role::kDatabase}},
    {"springdataredishost", {}, LinkKind::kDatabase, {"redis", Role::kCache}},
    {"springdatarediscluster*", "nodes", LinkKind::kDatabase, {"redis", Role::kCache}},
    {"springredishost", {}, LinkKind::kDatabase, {"redis", Role::kCache}},
    {"springredis*", "nodes", LinkKind::kDatabase, {"redis", Role::kCache}},
    {"quarkusredishosts", {}, LinkKind::kDatabase, {"redis", Role::kCache}},
    {"springelasticsearch*", "uris", LinkKind::kDatabase, {"elasticsearch", Role::kDatabase}},
    {"springdataelasticsearchclusternodes", {}, LinkKind::kDatabase, {"elasticsearch", Role::kDatabase}},
    {"springdataelasticsearchclient*", "endpoints", LinkKind::kDatabase, {"elasticsearch", Role::kDatabase}},
    {"springdatacassandracontactpoints", {}, LinkKind::kDatabase, {"cassandra", Role::kDatabase}},
    {"springcassandracontactpoints", {}, LinkKind::kDatabase, {"cassandra", Role::kDatabase}},
    {"springneo4juri", {}, LinkKind::kDatabase, {"neo4j", Role::kDatabase}},
    {"springdataneo4juri", {}, LinkKind::kDatabase, {"neo4j", Role::kDatabase}},
    {"springcouchbaseconnectionstring", {}, LinkKind::kDatabase, {"couchbase", Role::kDatabase}},
    {"springdatasolrhost", {}, LinkKind::kDatabase, {"solr", Role::kDatabase}},
    {"springinfluxurl", {}, LinkKind::kDatabase, {"influxdb", Role::kDatabase}},
    {"springrabbitmqhost", {}, LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"springrabbitmqaddresses", {}, LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"springcloudstreambinders*", "rabbitmqhost", LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"springkafka*", "bootstrapservers", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"springcloudstream*", "kafkabinderbrokers", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"springcloudstreamkafkastreamsbinderbrokers", {}, LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"kafkabootstrapservers", {}, LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"springactivemqbrokerurl", {}, LinkKind::kMessage, {"activemq", Role::kBroker}},
    {"springartemishost", {}, LinkKind::kMessage, {"artemis", Role::kBroker}},
    {"springartemisbrokerurl", {}, LinkKind::kMessage, {"artemis", Role::kBroker}},
    {"rocketmqnameserver", {}, LinkKind::kMessage, {"rocketmq", Role::kBroker}},
    {"springcloudstreamrocketmqbindernameserver", {}, LinkKind::kMessage, {"rocketmq", Role::kBroker}},
    {"springmailhost", {}, LinkKind::kMessage, {"mail", Role::kTool}},
    {"springzipkinbaseurl", {}, LinkKind::kHttp, {"zipkin", Role::kMonitoring}},
    {"managementzipkintracingendpoint", {}, LinkKind::kHttp, {"zipkin", Role::kMonitoring}},
    {"managementotlp*", "endpoint", LinkKind::kHttp, {"opentelemetry", Role::kMonitoring}},
    {"otelexporterotlp*", "endpoint", LinkKind::kHttp, {"opentelemetry", Role::kMonitoring}},
    {"springbootadminclienturl", {}, LinkKind::kHttp, {"spring-boot-admin", Role::kMonitoring}},
    {"securityoauth2client*", "accesstokenuri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"securityoauth2resource*", "infouri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"securityoauth2resource*", "keyuri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"securityoauth2resource*", "keyseturi", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"springsecurityoauth2*", "issueruri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"springsecurityoauth2*", "jwkseturi", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"springsecurityoauth2*", "introspectionuri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"springsecurityoauth2*", "tokenuri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"springsecurityoauth2*", "userinfouri", LinkKind::kHttp, {{}, Role::kSecurity}},
    {"keycloakauthserverurl", {}, LinkKind::kHttp, {"keycloak", Role::kSecurity}},
});

/// Libraries that connect with the only server of their kind, wherever it is.
struct LibraryRow {
  std::string_view artifact;
  LinkKind kind;
  Product product;
};
constexpr auto kLibraries = std::to_array<LibraryRow>({
    {"netflix-eureka-client", LinkKind::kDiscovery, {{}, Role::kDiscovery}},
    {"starter-eureka", LinkKind::kDiscovery, {{}, Role::kDiscovery}},
    {"consul-discovery", LinkKind::kDiscovery, {"consul", Role::kDiscovery}},
    {"nacos-discovery", LinkKind::kDiscovery, {"nacos", Role::kDiscovery}},
    {"zookeeper-discovery", LinkKind::kDiscovery, {"zookeeper", Role::kDiscovery}},
    {"spring-cloud-starter-config", LinkKind::kConfig, {{}, Role::kConfig}},
    {"spring-cloud-config-client", LinkKind::kConfig, {{}, Role::kConfig}},
    {"starter-amqp", LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"bus-amqp", LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"stream-rabbit", LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"stream-binder-rabbit", LinkKind::kMessage, {"rabbitmq", Role::kBroker}},
    {"spring-kafka", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"bus-kafka", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"stream-kafka", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"stream-binder-kafka", LinkKind::kMessage, {"kafka", Role::kBroker}},
    {"starter-activemq", LinkKind::kMessage, {"activemq", Role::kBroker}},
    {"starter-artemis", LinkKind::kMessage, {"artemis", Role::kBroker}},
    {"data-redis", LinkKind::kDatabase, {"redis", Role::kCache}},
    {"data-mongodb", LinkKind::kDatabase, {"mongodb", Role::kDatabase}},
    {"data-elasticsearch", LinkKind::kDatabase, {"elasticsearch", Role::kDatabase}},
    {"data-cassandra", LinkKind::kDatabase, {"cassandra", Role::kDatabase}},
    {"data-neo4j", LinkKind::kDatabase, {"neo4j", Role::kDatabase}},
    {"mysql-connector", LinkKind::kDatabase, {"mysql", Role::kDatabase}},
    {"mariadb-java-client", LinkKind::kDatabase, {"mariadb", Role::kDatabase}},
    {"postgresql", LinkKind::kDatabase, {"postgresql", Role::kDatabase}},
});

std::string squashed(std::string_view key) {
  std::string out;
  bool in_brackets = false;
  for (const char c : to_lower_ascii(key)) {
    in_brackets = (in_brackets || c == '[') && c != ']';
    if (!in_brackets && c != ']' && c != '.' && c != '-' && c != '_') out += c;
  }
  return out;
}

bool fits(const KeyRow& row, std::string_view key) {
  if (!row.begin.ends_with('*')) return key == row.begin;
  const std::string_view begin = row.begin.substr(0, row.begin.size() - 1);
  return key.size() >= begin.size() + row.end.size() && key.starts_with(begin) && key.ends_with(row.end);
}

LinkKind kind_of(Role role) { return role == Role::kBroker ? LinkKind::kMessage : LinkKind::kDatabase; }

/// Whether an artifact of a build file is called after a module: `common` of `:common` and `com.shop:common:1.0`.
bool is_artifact_of(const Artifact& artifact, const Module& module) {
  const std::string name = to_lower_ascii(base_name(module.folder));
  const std::vector<std::string_view> parts = split(artifact.name, ':');
  return !name.empty() && std::ranges::find(parts, name) != parts.end();
}

/// Whether a module is built with a library, by itself or by another module of the repository that it is built with.
bool is_built_with(const Modules& modules, const Module& module, std::string_view library) {
  return modules.is_built_with(module, library) || std::ranges::any_of(modules.all(), [&](const Module& one) {
           const bool is_needed =
               &one != &module && std::ranges::any_of(module.artifacts, [&](const Artifact& each) { return is_artifact_of(each, one); });
           return is_needed && modules.is_built_with(one, library);
         });
}

/// Of `optional:configserver:http://a,classpath:b` what stands behind `configserver:`.
std::vector<std::string_view> imported_servers(std::string_view value) {
  std::vector<std::string_view> servers;
  for (std::string_view part : split(value, ',')) {
    part = trim(part);
    if (part.starts_with("optional:")) part.remove_prefix(9);
    if (part.starts_with("configserver:")) servers.push_back(part.substr(13));
  }
  return servers;
}

class Connections {
 public:
  Connections(const Modules& modules, const FoundService& service, std::vector<ServiceLink>& links)
      : modules_(modules), service_(service), links_(links) {}

  void read(const ConfiguredValue& said) {
    if (said.key == "springconfigimport") {
      for (const std::string_view server : imported_servers(said.value)) {
        add(server, said, LinkKind::kConfig, {"config", Role::kConfig});
        if (server.empty()) add_only(LinkKind::kConfig, {{}, Role::kConfig}, said.evidence);
      }
      return;
    }
    const auto row = std::ranges::find_if(kKeys, [&](const KeyRow& one) { return fits(one, said.key); });
    if (row != kKeys.end()) {
      if (!said.is_for_all || can_use(row->product)) add(said.value, said, row->kind, row->product);
      return;
    }
    for (const NamedHost& address : hosts_in(said.value))
      if (const Product product = product_of_scheme(address.scheme);
          product.role != Role::kProgram && (!said.is_for_all || can_use(product)))
        add(address, said, kind_of(product.role), product);
  }

  /// What is built in but not configured is the only one there is.
  void read_library(const LibraryRow& row, Evidence evidence) {
    const bool is_known = std::ranges::any_of(links_, [&](const ServiceLink& link) {
      return link.kind == row.kind &&
             (row.product.system.empty() || link.system.empty() || link.system == row.product.system || is_database(row, link));
    });
    if (!is_known) add_only(row.kind, row.product, std::move(evidence));
  }

  /// The environment of programs whose code isn't read: addresses of other services.
  void read_environment() {
    constexpr auto kEnds = std::to_array<std::string_view>(
        {"url", "uri", "host", "hosts", "addr", "address", "endpoint", "server", "servers", "broker", "brokers"});
    for (const Container* container : service_.containers)
      for (const Said& said : container->environment) {
        const std::string name = to_lower_ascii(said.name);
        const bool names_one = said.value.find("://") != std::string::npos ||
                               std::ranges::any_of(kEnds, [&](std::string_view end) { return name.ends_with(end); });
        if (!names_one) continue;
        for (const NamedHost& host : hosts_in(said.value)) {
          add(host, {.key = {}, .value = {}, .evidence = {.path = container->path, .line = said.line}}, LinkKind::kHttp, {});
          links_.back().confidence = Confidence::kName;
          links_.back().is_guess = true;
          links_.back().system = host.scheme;
        }
      }
  }

  void add_only(LinkKind kind, Product product, Evidence evidence) {
    for (const Container* container : service_.containers)
      for (const Said& need : container->needs)
        if (product_of_image(need.name).system == product.system && !product.system.empty())
          return links_.push_back({.from = service_.service.name,
                                   .to = need.name,
                                   .system = std::string(product.system),
                                   .role = product.role,
                                   .kind = kind,
                                   .evidence = {.path = container->path, .line = need.line},
                                   .confidence = Confidence::kScoped});
    links_.push_back({.from = service_.service.name,
                      .to = {},
                      .system = std::string(product.system),
                      .role = product.role,
                      .kind = kind,
                      .evidence = std::move(evidence),
                      .confidence = Confidence::kScoped});
  }

 private:
  /// Whether the module is built with something that could connect to a product.
  bool can_use(const Product& product) const {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kWords = {{{"rabbitmq", "rabbit"},
                                                                                      {"rabbitmq", "amqp"},
                                                                                      {"mongodb", "mongo"},
                                                                                      {"zipkin", "sleuth"},
                                                                                      {"zipkin", "tracing"},
                                                                                      {"opentelemetry", "otlp"},
                                                                                      {"", "oauth2"},
                                                                                      {"", "starter-security"}}};
    if (service_.module == nullptr || service_.module->artifacts.empty() || product.role == Role::kConfig) return true;
    const auto is_built = [&](std::string_view library) { return is_built_with(modules_, *service_.module, library); };
    if (!product.system.empty() && is_built(product.system)) return true;
    return std::ranges::any_of(kWords, [&](const auto& word) { return word.first == product.system && is_built(word.second); });
  }

  /// A program that is told of one relational database has no other one by a mere driver.
  static bool is_database(const LibraryRow& row, const ServiceLink& link) {
    constexpr std::array<std::string_view, 3> kDrivers = {"mysql", "mariadb", "postgresql"};
    return row.kind == LinkKind::kDatabase && std::ranges::find(kDrivers, row.product.system) != kDrivers.end() &&
           std::ranges::find(kDrivers, std::string_view(link.system)) != kDrivers.end();
  }

  void add(std::string_view text, const ConfiguredValue& said, LinkKind kind, Product product) {
    for (const NamedHost& address : hosts_in(text)) add(address, said, kind, product);
  }

  void add(const NamedHost& address, const ConfiguredValue& said, LinkKind kind, Product product) {
    links_.push_back({.from = service_.service.name,
                      .to = address.host,
                      .port = address.port,
                      .system = std::string(product.system),
                      .role = product.role,
                      .kind = kind,
                      .evidence = said.evidence,
                      .confidence = Confidence::kExact});
  }

  const Modules& modules_;
  const FoundService& service_;
  std::vector<ServiceLink>& links_;
};

bool is_off(const std::vector<ConfiguredValue>& values, LinkKind kind) {
  constexpr std::array<std::string_view, 3> kDiscovery = {"eurekaclientenabled", "springclouddiscoveryenabled",
                                                          "eurekaclientregisterwitheureka"};
  return std::ranges::any_of(values, [&](const ConfiguredValue& said) {
    if (said.value != "false") return false;
    if (kind == LinkKind::kConfig) return said.key == "springcloudconfigenabled";
    return kind == LinkKind::kDiscovery && std::ranges::find(kDiscovery, said.key) != kDiscovery.end();
  });
}

}  // namespace

std::vector<ConfiguredValue> configured_values(const Workplace& at, const FoundService& service) {
  std::map<std::string, std::string, std::less<>> environment;
  std::vector<ConfiguredValue> values;
  for (const Container* container : service.containers)
    for (const Said& said : container->environment) {
      environment.try_emplace(said.name, said.value);
      values.push_back({.key = squashed(said.name), .value = said.value, .evidence = {.path = container->path, .line = said.line}});
    }
  if (service.module == nullptr) return values;
  const auto known = [&](std::string_view name) -> const std::string* {
    if (const auto found = environment.find(name); found != environment.end()) return &found->second;
    const auto found = service.module->properties.find(canonical_key(name));
    return found == service.module->properties.end() ? nullptr : &found->second;
  };
  for (const Setting& setting : service.module->settings)
    values.push_back({.key = squashed(setting.key),
                      .value = fill_placeholders(setting.value, known),
                      .evidence = {.path = std::string(at.program.declarations().file(setting.file).path), .line = setting.line},
                      .is_for_all = setting.is_for_all});
  return values;
}

std::vector<ServiceLink> find_connections(const Workplace& at, const FoundService& service, const Application* application) {
  std::vector<ServiceLink> links;
  Connections connections(at.modules, service, links);
  const std::vector<ConfiguredValue> values = configured_values(at, service);
  for (const ConfiguredValue& said : values) connections.read(said);
  if (service.module == nullptr) connections.read_environment();
  const auto place = [&](const Artifact& artifact) {
    return Evidence{.path = std::string(at.program.declarations().file(artifact.file).path), .line = artifact.line};
  };
  if (application != nullptr && !application->registers.path.empty())
    connections.read_library({{}, LinkKind::kDiscovery, {{}, Role::kDiscovery}}, application->registers);
  if (service.module != nullptr)
    for (const LibraryRow& row : kLibraries)
      if (const Artifact* artifact = Modules::artifact(*service.module, row.artifact)) connections.read_library(row, place(*artifact));
  // Servers of discovery and configuration name themselves.
  std::erase_if(links, [&](const ServiceLink& link) {
    const bool is_server = link.kind == LinkKind::kDiscovery || link.kind == LinkKind::kConfig;
    return is_off(values, link.kind) || (is_server && link.role == service.service.role);
  });
  return links;
}

}  // namespace grove::graph::web
