#include "engine/answering/configuration_words.h"

#include <algorithm>
#include <initializer_list>

#include "base/text.h"
#include "search/question/words.h"

namespace grove::engine {
namespace {

struct Row {
  std::string_view asked;    // stems of what people say, between spaces
  std::string_view written;  // what keys and values say
};

constexpr Row kRows[] = {
    {" databas db datasourc datastor persistenc ",
     "database datasource jdbc r2dbc mongodb mysql postgresql postgres mariadb h2 hsqldb jpa"},
    {" authentic authentication auth authoriz login securiti secur ", "security oauth2 jwt token client-id issuer-uri keycloak"},
    {" log logging logger ", "logging level logback log4j"},
    {" broker messag messaging queu ", "rabbitmq kafka activemq amqp jms bootstrap-servers"},
    {" cach caching ", "cache redis caffeine ehcache"},
    {" discoveri registri ", "eureka consul zookeeper nacos"},
    {" trac tracing ", "zipkin tracing sampler jaeger otel"},
    {" mail email e-mail smtp ", "mail smtp"},
    {" timeout ", "timeout timeoutInMilliseconds readTimeout connectTimeout"},
    {" port ", "server port"},
    {" monitor monitoring metric health ", "management endpoints actuator metrics"},
    {" gatewai rout routing ", "gateway routes zuul predicates"},
};

}  // namespace

std::string with_configuration_words(std::string_view query) {
  std::string out;
  for (const search::QuestionWord& word : search::question_words(query)) {
    constexpr std::string_view kSaidOfAll = " configur config configurat set sett valu properti default defin enabl specifi ";
    if (kSaidOfAll.find(" " + search::word_stem(word.folded) + " ") == std::string_view::npos) out += word.text + ' ';
  }
  for (const Row& row : kRows)
    for (const search::QuestionWord& word : search::question_words(query)) {
      if (row.asked.find(" " + search::word_stem(word.folded) + " ") == std::string_view::npos) continue;
      out += row.written;
      out += ' ';
      break;
    }
  return out.empty() ? std::string(query) : out;
}

double share_of_configuration(const index::UnitView& unit, std::string_view question) {
  constexpr double kOther = 0.55;
  const std::string asked = to_lower_ascii(question);
  const auto asks_for = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return asked.find(word) != std::string::npos; });
  };
  const std::string name = to_lower_ascii(base_name(unit.path));
  if (name.starts_with("messages")) return asks_for({"message", "text", "translat", "label"}) ? 1 : 0.3;
  if (name.find("compose") != std::string::npos) return asks_for({"compose", "container", "docker", "image"}) ? 1 : 0.8;
  if (unit.path.find(".github/") != std::string_view::npos) return asks_for({"workflow", "build", "ci", "action"}) ? 1 : 0.4;
  switch (unit.language) {
    case Language::kYaml:
    case Language::kProperties: return 1;
    case Language::kXml: return asks_for({"maven", "pom", "version", "dependenc", "plugin", "xml", "java"}) ? 1 : kOther;
    case Language::kDockerfile: return asks_for({"docker", "image", "container", "jvm", "java"}) ? 1 : kOther;
    default: return kOther;
  }
}

}  // namespace grove::engine
