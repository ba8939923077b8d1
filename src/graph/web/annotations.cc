#include "graph/web/annotations.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kDeepest = 6;

/// Packages that are often imported as a whole, with what of theirs says something here.
struct Package {
  std::string_view name;
  std::string_view members;  // between spaces
};
constexpr auto kPackages = std::to_array<Package>({
    {"org.springframework.web.bind.annotation",
     " RequestMapping GetMapping PostMapping PutMapping DeleteMapping PatchMapping RestController RequestBody ResponseBody "
     "ModelAttribute "},
    {"org.springframework.stereotype", " Controller Component Service Repository "},
    {"org.springframework.web.service.annotation", " HttpExchange GetExchange PostExchange PutExchange DeleteExchange PatchExchange "},
    {"org.springframework.data.rest.webmvc", " RepositoryRestController BasePathAwareController "},
    {"org.springframework.data.repository", " NoRepositoryBean "},
    {"org.springframework.data.rest.core.annotation", " RepositoryRestResource RestResource "},
    {"org.springframework.boot.actuate.endpoint.annotation", " Endpoint ReadOperation WriteOperation DeleteOperation Selector "},
    {"org.springframework.boot.actuate.endpoint.web.annotation", " WebEndpoint RestControllerEndpoint ControllerEndpoint "},
    {"org.springframework.beans.factory.annotation", " Qualifier "},
    {"org.springframework.context.annotation", " Bean Configuration Primary "},
    {"org.springframework.context.event", " EventListener "},
    {"org.springframework.transaction.event", " TransactionalEventListener "},
    {"org.springframework.modulith.events", " ApplicationModuleListener "},
    {"org.springframework.scheduling.annotation", " Async "},
    {"com.google.common.eventbus", " Subscribe "},
    {"io.micronaut.runtime.event.annotation", " EventListener "},
    {"jakarta.enterprise.event", " Observes ObservesAsync "},
    {"org.apache.ibatis.annotations", " Mapper "},
    {"org.springframework.cloud.openfeign", " FeignClient "},
    {"org.springframework.cloud.netflix.feign", " FeignClient "},
    {"feign", " RequestLine "},
    {"retrofit2.http", " GET POST PUT DELETE PATCH HEAD OPTIONS HTTP "},
    {"org.springframework.boot.context.properties", " ConfigurationProperties "},
    {"jakarta.inject", " Named Singleton "},
    {"jakarta.enterprise.context", " ApplicationScoped RequestScoped "},
    {"jakarta.ws.rs", " Path GET POST PUT DELETE PATCH HEAD OPTIONS ApplicationPath HttpMethod "},
    {"org.springframework.kafka.annotation", " KafkaListener KafkaHandler "},
    {"org.springframework.amqp.rabbit.annotation", " RabbitListener RabbitHandler "},
    {"org.springframework.jms.annotation", " JmsListener "},
    {"org.springframework.cloud.stream.annotation", " StreamListener "},
    {"org.springframework.messaging.handler.annotation", " SendTo "},
    {"org.eclipse.microprofile.reactive.messaging", " Incoming Outgoing "},
    {"org.springframework.boot.autoconfigure", " SpringBootApplication EnableAutoConfiguration "},
    {"org.springframework.cloud.client.discovery", " EnableDiscoveryClient "},
});

std::string today(std::string qualified) {
  for (const std::string_view former : {"javax.ws.rs", "javax.inject.", "javax.enterprise.", "javax.ejb.", "javax.annotation."})
    if (qualified.starts_with(former)) return "jakarta" + qualified.substr(5);
  return qualified == "javax.inject" ? "jakarta.inject" : qualified;
}

bool offers(std::string_view package, std::string_view name) {
  const std::string wanted = " " + std::string(name) + " ";
  const std::string known = today(std::string(package));
  return std::ranges::any_of(kPackages,
                             [&](const Package& one) { return one.name == known && one.members.find(wanted) != std::string_view::npos; });
}

bool starts_lower(std::string_view text) { return !text.empty() && text.front() >= 'a' && text.front() <= 'z'; }

}  // namespace

AnnotationType Annotations::type_of(const Marking& marking) {
  std::string_view name = marking.name();
  for (const std::string_view target : {"get:", "field:", "param:", "set:", "file:"})
    if (name.starts_with(target)) name.remove_prefix(target.size());
  if (name != last_part(name) && starts_lower(name)) {
    const Found found = program_.scopes().look_up_path({marking.file, kNobody}, name, Want::kType);
    return found.symbols.empty() ? AnnotationType{.qualified = today(std::string(name)), .declared = kNobody}
                                 : AnnotationType{.qualified = {}, .declared = found.symbols.front()};
  }
  const std::string_view first = first_part(name);
  const std::vector<DeclaredImport>& imports = program_.imports(marking.file);
  std::string imported;
  for (const DeclaredImport& import : imports)
    if (!import.name.empty() && import.name != "*" && (import.alias.empty() ? import.name : import.alias) == first)
      imported = std::string(import.module) + "." + std::string(import.name) + std::string(name.substr(first.size()));
  const SymbolId around = program_.declarations().symbol(marking.on).parent;
  const Found own = program_.scopes().look_up_type({marking.file, around}, name);
  if (!own.symbols.empty() && own.confidence == Confidence::kExact) return {.qualified = {}, .declared = own.symbols.front()};
  if (!imported.empty()) return {.qualified = today(std::move(imported)), .declared = kNobody};
  for (const DeclaredImport& import : imports)
    if (import.name == "*" && offers(import.module, name))
      return {.qualified = today(std::string(import.module) + "." + std::string(name)), .declared = kNobody};
  return own.symbols.empty() ? AnnotationType{} : AnnotationType{.qualified = {}, .declared = own.symbols.front()};
}

void Annotations::collect(SymbolId symbol, std::vector<Marking>& chain, std::vector<Meaning>& found) {
  if (chain.size() > kDeepest) return;
  std::vector<std::pair<Marking, SymbolId>> own;
  for (const Marking& marking : program_.markings(symbol)) {
    AnnotationType type = type_of(marking);
    if (type.declared != kNobody) {
      own.emplace_back(marking, type.declared);
    } else if (!type.qualified.empty()) {
      chain.push_back(marking);
      found.push_back({.qualified = std::move(type.qualified), .chain = chain});
      chain.pop_back();
    }
  }
  for (const auto& [marking, type] : own) {
    if (std::ranges::any_of(chain, [&](const Marking& above) { return above.on == type; })) continue;
    chain.push_back(marking);
    collect(type, chain, found);
    chain.pop_back();
  }
}

const std::vector<Meaning>& Annotations::meanings(SymbolId symbol) {
  const auto [known, fresh] = meanings_.try_emplace(symbol);
  if (!fresh) return known->second;
  std::vector<Marking> chain;
  std::vector<Meaning> found;
  collect(symbol, chain, found);
  return meanings_[symbol] = std::move(found);
}

const Meaning* Annotations::find(SymbolId symbol, std::string_view qualified) {
  const std::vector<Meaning>& all = meanings(symbol);
  const auto found = std::ranges::find(all, qualified, &Meaning::qualified);
  return found == all.end() ? nullptr : &*found;
}

bool Annotations::carries(SymbolId symbol, std::string_view qualified) { return find(symbol, qualified) != nullptr; }

std::optional<Marking> Annotations::on_parameter(SymbolId symbol, Index parameter, std::string_view qualified) {
  for (const Marking& marking : program_.parameter_markings(symbol, parameter))
    if (type_of(marking).qualified == qualified) return marking;
  return std::nullopt;
}

Site Annotations::argument(const Marking& marking, std::string_view name) {
  const Facts& facts = *marking.facts;
  if (marking.annotation->arguments == kNone) return {};
  const Expression& call = facts.expressions[marking.annotation->arguments];
  for (std::uint32_t i = 0; i < call.child_count; ++i) {
    const Expression& child = facts.expressions[call.first_child + i];
    const bool named = child.kind == Expression::Kind::kNamed;
    if (named ? facts.text(child.text) != name : name != "value") continue;
    return {.file = marking.file,
            .facts = &facts,
            .scope = marking.on,
            .expression = named && child.child_count == 1 ? child.first_child : call.first_child + i};
  }
  return {};
}

/// Names of the attributes of a repository's annotation that are passed on to some attributes of another.
std::vector<std::string> Annotations::aliases(SymbolId annotation, std::string_view target, const std::vector<std::string_view>& names) {
  std::vector<std::string> found;
  for (const SymbolId member : program_.declarations().members(annotation)) {
    const std::string own(program_.declarations().symbol(member).name);
    bool explained = false;
    for (const Marking& marking : program_.markings(member)) {
      if (last_part(marking.name()) != "AliasFor" && !marking.name().ends_with(":AliasFor")) continue;
      explained = true;
      const Site of = argument(marking, "annotation");
      if (of.expression == kNone) continue;  // of another attribute of its own
      const std::string_view type = of.facts->text(of.facts->expressions[of.expression].text);
      if (last_part(type.substr(0, type.find("::"))) != last_part(target) && last_part(before_last_part(type)) != last_part(target))
        continue;
      std::string attribute = folder_.text(argument(marking, "attribute"));
      if (attribute.empty()) attribute = folder_.text(argument(marking, "value"));
      if (attribute.empty()) attribute = own;
      if (std::ranges::find(names, attribute) != names.end()) found.push_back(own);
    }
    if (!explained && own != "value" && std::ranges::find(names, own) != names.end()) found.push_back(own);
  }
  return found;
}

std::vector<Site> Annotations::arguments(const Meaning& meaning, const std::vector<std::string_view>& names) {
  const auto said = [](const Marking& marking, const auto& wanted) {
    std::vector<Site> sites;
    for (const auto& name : wanted)
      if (const Site site = argument(marking, name); site.expression != kNone) sites.push_back(site);
    return sites;
  };
  // From the annotation on the symbol itself to the library's: the first that says something.
  for (std::size_t i = 0; i + 1 < meaning.chain.size(); ++i) {
    std::string_view target = meaning.qualified;
    const SymbolId annotation = meaning.chain[i + 1].on;
    std::vector<std::string> passed = aliases(annotation, target, names);
    if (std::vector<Site> sites = said(meaning.chain[i], passed); !sites.empty()) return sites;
  }
  return said(meaning.chain.back(), names);
}

}  // namespace grove::graph::web
