#include "graph/web/applications.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/calls.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 4> kStarts = {"SpringBootApplication", "EnableAutoConfiguration", "SpringCloudApplication",
                                                     "QuarkusMain"};
constexpr std::array<std::string_view, 3> kRegisters = {"EnableDiscoveryClient", "EnableEurekaClient", "SpringCloudApplication"};
constexpr std::array<std::string_view, 3> kServes = {"RestController", "Controller", "Path"};
constexpr std::string_view kRest = "org.springframework.web.bind.annotation.RestController";
/// Receivers of `run`.
constexpr std::array<std::string_view, 4> kStarters = {"SpringApplication", "SpringApplicationBuilder", "Micronaut", "Quarkus"};

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void note(Evidence& evidence, Evidence place) {
  if (evidence.path.empty()) evidence = std::move(place);
}

/// Finds out what one class says, and whether it answers requests. One that starts a dashboard may send browsers on to it.
bool read_class(Workplace& at, SymbolId symbol, Application& application) {
  bool serves = false, shows_dashboard = false;
  for (const Meaning& meaning : at.annotations.meanings(symbol)) {
    const std::string_view name = last_part(meaning.qualified);
    const Evidence place = place_of(at.program.declarations(), symbol);
    if (is_among(kStarts, name)) note(application.start, place);
    if (is_among(kRegisters, name)) note(application.registers, place);
    if (const Product product = product_of_annotation(name); product.role != Role::kProgram) {
      // A server is one whatever else it shows; dashboards come first otherwise.
      const bool is_dashboard = product.role == Role::kMonitoring;
      shows_dashboard = shows_dashboard || is_dashboard;
      if (application.product.role == Role::kProgram || (application.product.role == Role::kMonitoring && !is_dashboard))
        application.product = product;
    }
    serves = serves || is_among(kServes, name);
  }
  return serves && (!shows_dashboard || at.annotations.carries(symbol, kRest));
}

}  // namespace

Evidence place_of(const Declarations& declarations, SymbolId symbol) {
  const DeclaredSymbol one = declarations.symbol(symbol);
  return {.path = std::string(declarations.file(one.file).path), .line = one.lines.first};
}

Applications find_applications(Workplace& at) {
  Applications found;
  std::unordered_map<const Module*, bool> serves;
  for (const FileId file : at.program.code())
    if (!base_name(at.program.declarations().file(file).path).starts_with("build.gradle")) found[&at.modules.of(file)].has_code = true;
  for (const SymbolId symbol : concrete_classes(at.program)) {
    const Module* module = &at.modules.of(at.program.declarations().file_of(symbol));
    if (read_class(at, symbol, found[module])) serves[module] = true;
  }
  for (const std::string_view name : {"run", "runApplication"})
    for (const CallSite& call : calls_of(at.program, name)) {
      std::string_view receiver = call.facts->text(call.reference->receiver);
      receiver = receiver.substr(0, receiver.find('('));
      if (receiver.starts_with("new ")) receiver.remove_prefix(4);
      if (name == "run" && !is_among(kStarters, last_part(receiver))) continue;
      note(found[&at.modules.of(call.file)].start,
           {.path = std::string(at.program.declarations().file(call.file).path), .line = call.reference->line});
    }
  // A program with a dashboard beside what it answers is a program.
  for (auto& [module, application] : found)
    if (application.product.role == Role::kMonitoring && serves[module]) application.product = {};
  return found;
}

}  // namespace grove::graph::web
