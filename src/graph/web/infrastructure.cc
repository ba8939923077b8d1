#include "graph/web/infrastructure.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::graph::web {
namespace {

struct Row {
  std::string_view word;
  Product product;
};

template <std::size_t N>
Product look_up(const std::array<Row, N>& rows, std::string_view word) {
  const auto found = std::ranges::find(rows, word, &Row::word);
  return found == rows.end() ? Product{} : found->product;
}

/// Words of image names, the plainer product first where a name has several: `kafka-exporter` watches Kafka.
constexpr auto kImages = std::to_array<Row>({
    {"exporter", {"exporter", Role::kMonitoring}},
    {"prometheus", {"prometheus", Role::kMonitoring}},
    {"grafana", {"grafana", Role::kMonitoring}},
    {"zipkin", {"zipkin", Role::kMonitoring}},
    {"jaeger", {"jaeger", Role::kMonitoring}},
    {"alertmanager", {"alertmanager", Role::kMonitoring}},
    {"pushgateway", {"pushgateway", Role::kMonitoring}},
    {"graphite", {"graphite", Role::kMonitoring}},
    {"skywalking", {"skywalking", Role::kMonitoring}},
    {"kibana", {"kibana", Role::kMonitoring}},
    {"logstash", {"logstash", Role::kMonitoring}},
    {"fluentd", {"fluentd", Role::kMonitoring}},
    {"filebeat", {"filebeat", Role::kMonitoring}},
    {"metricbeat", {"metricbeat", Role::kMonitoring}},
    {"loki", {"loki", Role::kMonitoring}},
    {"promtail", {"promtail", Role::kMonitoring}},
    {"tempo", {"tempo", Role::kMonitoring}},
    {"opentelemetry", {"opentelemetry", Role::kMonitoring}},
    {"otel", {"opentelemetry", Role::kMonitoring}},
    {"cadvisor", {"cadvisor", Role::kMonitoring}},
    {"sentinel", {"sentinel", Role::kMonitoring}},
    {"adminer", {"adminer", Role::kTool}},
    {"phpmyadmin", {"phpmyadmin", Role::kTool}},
    {"pgadmin", {"pgadmin", Role::kTool}},
    {"pgadmin4", {"pgadmin", Role::kTool}},
    {"express", {"mongo-express", Role::kTool}},
    {"kafdrop", {"kafdrop", Role::kTool}},
    {"akhq", {"akhq", Role::kTool}},
    {"portainer", {"portainer", Role::kTool}},
    {"sonarqube", {"sonarqube", Role::kTool}},
    {"jenkins", {"jenkins", Role::kTool}},
    {"mailhog", {"mail", Role::kTool}},
    {"maildev", {"mail", Role::kTool}},
    {"mailpit", {"mail", Role::kTool}},
    {"mailcatcher", {"mail", Role::kTool}},
    {"localstack", {"localstack", Role::kTool}},
    {"rabbitmq", {"rabbitmq", Role::kBroker}},
    {"kafka", {"kafka", Role::kBroker}},
    {"redpanda", {"kafka", Role::kBroker}},
    {"zookeeper", {"zookeeper", Role::kDiscovery}},
    {"activemq", {"activemq", Role::kBroker}},
    {"artemis", {"artemis", Role::kBroker}},
    {"nats", {"nats", Role::kBroker}},
    {"pulsar", {"pulsar", Role::kBroker}},
    {"rocketmq", {"rocketmq", Role::kBroker}},
    {"rmqnamesrv", {"rocketmq", Role::kBroker}},
    {"mosquitto", {"mqtt", Role::kBroker}},
    {"emqx", {"mqtt", Role::kBroker}},
    {"mysql", {"mysql", Role::kDatabase}},
    {"mariadb", {"mariadb", Role::kDatabase}},
    {"percona", {"mysql", Role::kDatabase}},
    {"postgres", {"postgresql", Role::kDatabase}},
    {"postgresql", {"postgresql", Role::kDatabase}},
    {"postgis", {"postgresql", Role::kDatabase}},
    {"timescaledb", {"postgresql", Role::kDatabase}},
    {"mongo", {"mongodb", Role::kDatabase}},
    {"mongodb", {"mongodb", Role::kDatabase}},
    {"cassandra", {"cassandra", Role::kDatabase}},
    {"scylla", {"cassandra", Role::kDatabase}},
    {"oracle", {"oracle", Role::kDatabase}},
    {"mssql", {"sqlserver", Role::kDatabase}},
    {"sqlserver", {"sqlserver", Role::kDatabase}},
    {"db2", {"db2", Role::kDatabase}},
    {"cockroach", {"postgresql", Role::kDatabase}},
    {"cockroachdb", {"postgresql", Role::kDatabase}},
    {"neo4j", {"neo4j", Role::kDatabase}},
    {"elasticsearch", {"elasticsearch", Role::kDatabase}},
    {"opensearch", {"elasticsearch", Role::kDatabase}},
    {"solr", {"solr", Role::kDatabase}},
    {"influxdb", {"influxdb", Role::kDatabase}},
    {"couchdb", {"couchdb", Role::kDatabase}},
    {"couchbase", {"couchbase", Role::kDatabase}},
    {"clickhouse", {"clickhouse", Role::kDatabase}},
    {"dynamodb", {"dynamodb", Role::kDatabase}},
    {"minio", {"minio", Role::kDatabase}},
    {"etcd", {"etcd", Role::kDiscovery}},
    {"redis", {"redis", Role::kCache}},
    {"valkey", {"redis", Role::kCache}},
    {"memcached", {"memcached", Role::kCache}},
    {"hazelcast", {"hazelcast", Role::kCache}},
    {"infinispan", {"infinispan", Role::kCache}},
    {"consul", {"consul", Role::kDiscovery}},
    {"nacos", {"nacos", Role::kDiscovery}},
    {"eureka", {"eureka", Role::kDiscovery}},
    {"vault", {"vault", Role::kSecurity}},
    {"keycloak", {"keycloak", Role::kSecurity}},
    {"openldap", {"ldap", Role::kSecurity}},
    {"dex", {"dex", Role::kSecurity}},
    {"hydra", {"hydra", Role::kSecurity}},
    {"nginx", {"nginx", Role::kGateway}},
    {"httpd", {"httpd", Role::kGateway}},
    {"apache", {"httpd", Role::kGateway}},
    {"traefik", {"traefik", Role::kGateway}},
    {"haproxy", {"haproxy", Role::kGateway}},
    {"envoy", {"envoy", Role::kGateway}},
    {"kong", {"kong", Role::kGateway}},
    {"caddy", {"caddy", Role::kGateway}},
});

constexpr auto kSchemes = std::to_array<Row>({
    {"mysql", {"mysql", Role::kDatabase}},
    {"mariadb", {"mariadb", Role::kDatabase}},
    {"postgresql", {"postgresql", Role::kDatabase}},
    {"postgres", {"postgresql", Role::kDatabase}},
    {"pgsql", {"postgresql", Role::kDatabase}},
    {"oracle", {"oracle", Role::kDatabase}},
    {"sqlserver", {"sqlserver", Role::kDatabase}},
    {"mssql", {"sqlserver", Role::kDatabase}},
    {"db2", {"db2", Role::kDatabase}},
    {"clickhouse", {"clickhouse", Role::kDatabase}},
    {"mongodb", {"mongodb", Role::kDatabase}},
    {"mongodb+srv", {"mongodb", Role::kDatabase}},
    {"cassandra", {"cassandra", Role::kDatabase}},
    {"neo4j", {"neo4j", Role::kDatabase}},
    {"bolt", {"neo4j", Role::kDatabase}},
    {"couchbase", {"couchbase", Role::kDatabase}},
    {"redis", {"redis", Role::kCache}},
    {"rediss", {"redis", Role::kCache}},
    {"memcached", {"memcached", Role::kCache}},
    {"amqp", {"rabbitmq", Role::kBroker}},
    {"amqps", {"rabbitmq", Role::kBroker}},
    {"nats", {"nats", Role::kBroker}},
    {"pulsar", {"pulsar", Role::kBroker}},
    {"mqtt", {"mqtt", Role::kBroker}},
});

constexpr auto kAnnotations = std::to_array<Row>({
    {"EnableEurekaServer", {"eureka", Role::kDiscovery}},
    {"EnableConfigServer", {"config", Role::kConfig}},
    {"EnableZuulProxy", {"zuul", Role::kGateway}},
    {"EnableZuulServer", {"zuul", Role::kGateway}},
    {"EnableAuthorizationServer", {"authorization", Role::kSecurity}},
    {"EnableAdminServer", {"spring-boot-admin", Role::kMonitoring}},
    {"EnableHystrixDashboard", {"hystrix-dashboard", Role::kMonitoring}},
    {"EnableTurbine", {"turbine", Role::kMonitoring}},
    {"EnableTurbineAmqp", {"turbine", Role::kMonitoring}},
    {"EnableTurbineStream", {"turbine", Role::kMonitoring}},
    {"EnableZipkinServer", {"zipkin", Role::kMonitoring}},
    {"EnableZipkinStreamServer", {"zipkin", Role::kMonitoring}},
});

constexpr auto kLibraries = std::to_array<Row>({
    {"netflix-eureka-server", {"eureka", Role::kDiscovery}},
    {"spring-cloud-config-server", {"config", Role::kConfig}},
    {"spring-cloud-starter-gateway", {"spring-cloud-gateway", Role::kGateway}},
    {"spring-cloud-gateway", {"spring-cloud-gateway", Role::kGateway}},
    {"spring-boot-admin-starter-server", {"spring-boot-admin", Role::kMonitoring}},
    {"spring-boot-admin-server", {"spring-boot-admin", Role::kMonitoring}},
    {"oauth2-authorization-server", {"authorization", Role::kSecurity}},
    {"starter-eureka-server", {"eureka", Role::kDiscovery}},
});

}  // namespace

std::string_view role_name(Role role) {
  constexpr std::array<std::string_view, 11> kNames = {"program", "broker",   "database",   "cache", "gateway", "discovery",
                                                       "config",  "security", "monitoring", "tool",  "outside"};
  return kNames[static_cast<std::size_t>(role)];
}

Product product_of_image(std::string_view image) {
  image = image.substr(0, image.find('@'));
  if (const std::size_t slash = image.rfind('/'); slash != std::string_view::npos) image.remove_prefix(slash + 1);
  const std::string name = to_lower_ascii(image.substr(0, image.find(':')));
  std::string spaced = name;
  std::ranges::replace_if(spaced, [](char c) { return c == '-' || c == '_' || c == '.'; }, ' ');
  const std::vector<std::string_view> words = split_words(spaced);
  for (const Row& row : kImages)
    if (std::ranges::find(words, row.word) != words.end()) return row.product;
  return {};
}

Product product_of_scheme(std::string_view scheme) { return look_up(kSchemes, scheme); }

Product product_of_annotation(std::string_view annotation) { return look_up(kAnnotations, annotation); }

Product product_of_library(std::string_view artifact) {
  const auto found = std::ranges::find_if(kLibraries, [&](const Row& row) { return artifact.find(row.word) != std::string_view::npos; });
  return found == kLibraries.end() ? Product{} : found->product;
}

}  // namespace grove::graph::web
