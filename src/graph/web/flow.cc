#include "graph/web/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/client_types.h"
#include "graph/web/flow_targets.h"
#include "graph/web/sent_on_the_way.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostSteps = 200;
constexpr int kDeepest = 40;

bool is_traced(const Endpoint& endpoint) { return endpoint.handler != kNobody || endpoint.is_nameless; }

}  // namespace

/// One walk along the calls.
class FlowWalk {
 public:
  FlowWalk(std::span<const FlowProgram> programs, const FlowTargets* targets, std::size_t repository)
      : programs_(programs), targets_(targets), at_(repository) {}

  Flow walk(const Endpoint& endpoint) {
    if (targets_ != nullptr) first_service_ = service_ = targets_->requests.service_of(at_, endpoint.module);
    answer(endpoint, {});
    return std::move(flow_);
  }

 private:
  /// Where a walk stands.
  struct Position {
    std::size_t step = 0;
    std::uint32_t branch = 0;
    int depth = 0;
    FlowStep::Via via = FlowStep::Via::kCall;  // by which it is come to from there
  };
  using Meant = FlowIndex::Meant;
  using Group = SentOnTheWay::Group;
  using Visited = std::set<std::pair<std::size_t, Meant>>;  // by repository

  const FlowIndex& index() const { return *programs_[at_].index; }
  const Declarations& declarations() const { return *programs_[at_].declarations; }
  bool visit(Visited& visited, const Meant& one) const { return visited.insert({at_, one}).second; }

  /// An endpoint's handler and all behind it.
  void answer(const Endpoint& endpoint, Position from) {
    const bool is_unplaced = std::exchange(is_unplaced_, endpoint.framework == Framework::kKtor);
    const SymbolId controller = controller_of(endpoint);
    if (is_first_visit(endpoint, controller)) {
      Layer layer = controller == kNobody ? Layer::kNone : index().layer_of(controller);
      if (layer == Layer::kNone || layer == Layer::kComponent || layer == Layer::kConfiguration) layer = Layer::kController;
      if (endpoint.is_nameless)
        add_nameless(layer, endpoint, controller, from);
      else
        add_step(layer, endpoint.handler, controller, from);
      flow_.steps.back().request = from.step == 0 ? std::string() : request_name(endpoint);
      enter_handler(endpoint, controller, {.step = flow_.steps.size(), .branch = from.branch, .depth = from.depth});
    }
    is_unplaced_ = is_unplaced;
  }

  SymbolId controller_of(const Endpoint& endpoint) const {
    SymbolId controller = endpoint.handler;
    if (controller != kNobody && is_callable(declarations().symbol(controller).kind)) controller = declarations().symbol(controller).parent;
    for (const SymbolId one : declarations().named(last_part(endpoint.controller)))
      if (declarations().symbol(one).qualified_name == endpoint.controller && is_type(declarations().symbol(one).kind)) controller = one;
    return controller;
  }

  bool is_first_visit(const Endpoint& endpoint, SymbolId controller) {
    if (!endpoint.is_nameless) return visit(stepped_, {.function = endpoint.handler, .type = controller});
    return endpoint.bodies.empty() || bodies_.insert({at_, index().inner_functions().number_of(endpoint.bodies.back())}).second;
  }

  void enter_handler(const Endpoint& endpoint, SymbolId controller, const Position& here) {
    if (const auto before = index().before_.find(controller); before != index().before_.end() && !endpoint.is_nameless)
      for (const SymbolId function : before->second) enter(function, controller, here);
    for (const HandlerBody& body : endpoint.bodies)
      run({.function = kNobody, .body = index().inner_functions().number_of(body)}, controller, here);
    if (!endpoint.is_nameless) enter(endpoint.handler, controller, here);
  }

  FlowStep step_from(const Position& from) const {
    return {.symbol = {},
            .type = {},
            .path = {},
            .caller = from.step,
            .branch = from.branch,
            .via = from.via,
            .repository = at_,
            .service = service_ == first_service_ ? std::string() : service_};
  }

  void add_step(Layer layer, SymbolId function, SymbolId type, const Position& from) {
    const DeclaredSymbol declared = declarations().symbol(function);
    FlowStep step = step_from(from);
    step.layer = layer;
    step.symbol = declared.qualified_name;
    step.type = type == kNobody ? declared.qualified_name : declarations().symbol(type).qualified_name;
    step.path = declarations().file(declared.file).path;
    step.line = declared.lines.first;
    step.is_asynchronous = from.via == FlowStep::Via::kMessage || index().asynchronous_.contains(function);
    flow_.steps.push_back(std::move(step));
  }

  /// A handler that is written where its route is.
  void add_nameless(Layer layer, const Endpoint& endpoint, SymbolId type, const Position& from) {
    FlowStep step = step_from(from);
    step.layer = layer;
    step.symbol = request_name(endpoint);
    const bool has_type = type != kNobody && is_type(declarations().symbol(type).kind);
    step.type = has_type ? std::string(declarations().symbol(type).qualified_name) : "/" + endpoint.path;
    step.path = endpoint.path;
    step.line = endpoint.line;
    flow_.steps.push_back(std::move(step));
  }

  bool is_full() {
    if (flow_.steps.size() < kMostSteps) return false;
    flow_.is_cut = true;
    return true;
  }

  void enter(SymbolId function, SymbolId type, const Position& at) {
    if (visit(entered_, {.function = function, .type = type})) run({.function = function}, type, at);
  }

  /// What a function, or a handler without a name, does; in an object of a type.
  void run(const CodeOwner& code, SymbolId type, const Position& at) {
    SentOnTheWay sent(sent_by(code));
    const auto calls = index().calls_.find(code);
    if (at.depth >= kDeepest) {
      flow_.is_cut = true;
      return;
    }
    std::span<const MessageEnd* const> messages = messages_of(code);
    if (calls != index().calls_.end())
      for (const FlowIndex::Call& call : calls->second) {
        for (; !messages.empty() && messages.front()->line < call.line; messages = messages.subspan(1)) publish(*messages.front(), at);
        for (Group* const group : sent.due_before(call.line)) add_sent(*group, at);
        if (is_full()) return;
        if (!call.targets.empty())
          follow(call, type, at, sent);
        else if (const FlowIndex::Call told = index().told_call(declarations(), call, type); !told.targets.empty())
          follow(told, type, at, sent);
        else
          add_provided(call, type, at, sent);
      }
    for (const MessageEnd* message : messages) publish(*message, at);
    // What is sent in a way that no call of a known client says.
    for (Group& group : sent.groups())
      if (!group.is_told && group.calls.front()->client == kNobody && !is_full()) add_sent(group, at);
  }

  std::span<const ClientCall* const> sent_by(const CodeOwner& code) const {
    return targets_ == nullptr ? std::span<const ClientCall* const>() : targets_->requests.sent_by(at_, code);
  }

  std::span<const MessageEnd* const> messages_of(const CodeOwner& code) const {
    return targets_ == nullptr ? std::span<const MessageEnd* const>() : targets_->messages.sent_by(at_, code);
  }

  /// A message goes to a broker, and from there to all who take it.
  void publish(const MessageEnd& message, const Position& at) {
    if (is_full()) return;
    FlowStep step = step_from(at);
    step.layer = Layer::kExternal;
    step.type = message_system_name(message.system);
    step.host = message.destination.empty() ? message.key : message.destination;
    step.symbol = fmt::format("{}.send", step.type);
    step.service.clear();  // a broker is nobody's
    step.path = message.path;
    step.line = message.line;
    flow_.steps.push_back(std::move(step));
    const Position here{.step = flow_.steps.size(), .branch = at.branch, .depth = at.depth + 1, .via = FlowStep::Via::kMessage};
    for (const MessageTargets::Target& target : targets_->messages.of(message))
      elsewhere(target.repository, targets_->requests.service_of(target.repository, target.end->module),
                [&] { deliver(target.end->function, here); });
  }

  void deliver(SymbolId listener, Position at) {
    const SymbolId type = declarations().symbol(listener).parent;
    const Layer layer = type == kNobody ? Layer::kNone : index().layer_of(type);
    if (is_full() || !visit(stepped_, {.function = listener, .type = type})) return;
    add_step(layer == Layer::kNone ? Layer::kComponent : layer, listener, type, at);
    enter(listener, type, {.step = flow_.steps.size(), .branch = at.branch, .depth = at.depth + 1});
  }

  /// What no code of the repository does: `save` of Spring Data, `getForObject` of a RestTemplate.
  void add_provided(const FlowIndex::Call& call, SymbolId self, const Position& at, SentOnTheWay& sent) {
    const BoundMember* bound = index().bound_member(call, self);
    const SymbolId asked = bound != nullptr && index().is_generated(bound->type) ? bound->type : call.type;
    const bool is_of_library = asked == kNobody;
    if (is_of_library && call.library_type.empty()) return;
    const std::string type = is_of_library ? call.library_type : std::string(declarations().symbol(asked).qualified_name);
    const std::string symbol = fmt::format("{}.{}", is_of_library ? std::string(last_part(type)) : type, call.name);
    const std::string place = fmt::format("{} {}", at_, is_of_library ? fmt::format("{}:{}", call.file, call.line) : std::string());
    if (!provided_.insert({symbol, place}).second) return;
    FlowStep step = step_from(at);
    step.layer = is_of_library ? Layers::of_library(type) : index().layer_of(asked);
    step.symbol = symbol;
    step.type = type;
    step.path = declarations().file(is_of_library ? call.file : declarations().file_of(asked)).path;
    step.line = is_of_library ? call.line : declarations().symbol(asked).lines.first;
    flow_.steps.push_back(std::move(step));
    if (!is_of_library || flow_.steps.back().layer != Layer::kExternal) return;
    Group* group = sent.by_library(call.line, call.name);
    if (group == nullptr && told_ != nullptr && !told_->is_told) group = told_;
    if (group != nullptr) send(*group, {.step = flow_.steps.size(), .branch = at.branch, .depth = at.depth + 1});
  }

  void follow(const FlowIndex::Call& call, SymbolId self, const Position& at, SentOnTheWay& sent) {
    Group* const outer = told_;
    Group* const own = sent.by_call(call.line, declarations().symbol(call.targets.front()).name);
    if (own != nullptr) told_ = own;
    follow(call, self, at);
    told_ = outer;
    if (own != nullptr && !own->is_told && !is_full()) add_sent(*own, at);
  }

  void follow(const FlowIndex::Call& call, SymbolId self, const Position& at) {
    if (call.is_own) {
      for (const SymbolId target : call.targets)
        enter(call.is_of_super ? target : index().function_of(self, target), self,
              {.step = at.step, .branch = at.branch, .depth = at.depth + 1});
      return;
    }
    const std::vector<Meant> all = index().meanings(declarations(), call, self);
    const bool is_choice = all.size() > 1 && call.via == FlowStep::Via::kCall;  // all that listen are called
    for (std::size_t i = 0; i < all.size() && !is_full(); ++i)
      go_to(all[i],
            {.step = at.step, .branch = is_choice ? static_cast<std::uint32_t>(i + 1) : at.branch, .depth = at.depth + 1, .via = call.via});
  }

  void go_to(const Meant& next, Position at) {
    const Layer known = next.type == kNobody ? Layer::kNone : index().layer_of(next.type);
    const bool is_plain = index().other_files_.contains(declarations().file_of(next.function)) || (is_unplaced_ && known == Layer::kNone);
    const Layer layer = is_plain ? Layer::kComponent : known;
    const bool is_static = (declarations().symbol(next.function).flags & kSymbolStatic) != 0;  // no object is asked
    const bool counts = layer != Layer::kNone && (is_plain || !is_static) && !index().accessors_.contains(next.function);
    if (counts && visit(stepped_, next)) {
      add_step(layer, next.function, next.type, at);
      at.step = flow_.steps.size();
      ask_client(next, at);
    }
    at.via = FlowStep::Via::kCall;
    enter(next.function, next.type, at);
  }

  /// A method of an interface that stands for a request.
  void ask_client(const Meant& method, const Position& at) {
    Group group;
    for (const ClientCall* call : sent_by({.function = method.function}))
      if (call->client == method.type) group.calls.push_back(call);
    if (!group.calls.empty()) send(group, {.step = at.step, .branch = at.branch, .depth = at.depth + 1});
  }

  /// A step for a request that no other step stands for.
  void add_sent(Group& group, const Position& at) {
    const ClientCall& call = *group.calls.front();
    FlowStep step = step_from(at);
    step.layer = Layer::kExternal;
    step.type = client_type(call.library);
    step.symbol = fmt::format("{}.{}", step.type, call.sends);
    step.path = call.path;
    step.line = call.line;
    flow_.steps.push_back(std::move(step));
    send(group, {.step = flow_.steps.size(), .branch = at.branch, .depth = at.depth + 1});
  }

  /// Goes on in the services that a request reaches.
  void send(Group& group, const Position& at) {
    group.is_told = true;
    FlowStep& step = flow_.steps[at.step - 1];
    const ClientCall& first = *group.calls.front();
    // `builder.build().get().uri(…)`: what is asked is the request, not the client's making.
    if (first.sends == "uri" && !first.http_method.empty() && last_part(step.symbol) == "build")
      step.symbol = fmt::format("{}.{}", last_part(step.type), to_lower_ascii(first.http_method));
    step.host = first.host;
    step.request = first.http_method + (first.http_method.empty() || first.route.empty() ? "" : " ") + first.route;
    std::vector<RequestTargets::Target> reached;
    for (const ClientCall* call : group.calls) {
      std::optional<RequestTargets::Target> target = targets_->reached(at_, *call);
      if (!target) continue;
      add_service_call(*call, target->service);
      const bool is_new = std::ranges::none_of(reached, [&](const auto& one) { return one.endpoint == target->endpoint; });
      if (target->endpoint != nullptr && is_new) reached.push_back(*std::move(target));
    }
    for (std::size_t i = 0; i < reached.size() && !is_full(); ++i)
      go_on(reached[i], {.step = at.step,
                         .branch = reached.size() > 1 ? static_cast<std::uint32_t>(i + 1) : at.branch,
                         .depth = at.depth,
                         .via = FlowStep::Via::kRequest});
  }

  void go_on(const RequestTargets::Target& target, const Position& at) {
    elsewhere(target.repository, target.service, [&] { answer(*target.endpoint, at); });
  }

  /// Walks on in another service, and comes back.
  template <typename Walk>
  void elsewhere(std::size_t in_repository, std::string in_service, Walk walk) {
    const std::size_t repository = std::exchange(at_, in_repository);
    std::string service = std::exchange(service_, std::move(in_service));
    Group* const told = std::exchange(told_, nullptr);
    walk();
    at_ = repository;
    service_ = std::move(service);
    told_ = told;
  }

  void add_service_call(const ClientCall& call, const std::string& to) {
    ServiceCall made{.from_service = service_,
                     .to_service = to,
                     .http_method = call.http_method,
                     .route = call.route,
                     .via = std::string(client_name(call.library)),
                     .repository = at_,
                     .path = call.path,
                     .line = call.line};
    const bool is_known = std::ranges::any_of(flow_.service_calls, [&](const ServiceCall& one) {
      return one.from_service == made.from_service && one.to_service == to && one.path == made.path && one.line == made.line;
    });
    if (!is_known) flow_.service_calls.push_back(std::move(made));
  }

  std::span<const FlowProgram> programs_;
  const FlowTargets* targets_;
  std::size_t at_ = 0;  // number of the repository whose code is walked through
  std::string first_service_, service_;
  Group* told_ = nullptr;  // what a function that passes an address on is told
  Flow flow_;
  Visited entered_, stepped_;
  std::set<std::pair<std::size_t, std::uint32_t>> bodies_;  // handlers without a name that were come to, by repository
  bool is_unplaced_ = false;  // no container puts the objects of the service together: what is called is a step, whatever it is
  std::set<std::pair<std::string, std::string>> provided_;
};

std::string_view via_name(FlowStep::Via via) {
  switch (via) {
    case FlowStep::Via::kCall: return "call";
    case FlowStep::Via::kEvent: return "event";
    case FlowStep::Via::kMessage: return "message";
    case FlowStep::Via::kRequest: return "request";
  }
  return "";
}

Flow FlowIndex::trace(const Declarations& declarations, const Endpoint& endpoint) const {
  if (!is_traced(endpoint)) return {};
  const FlowProgram program{.index = this, .declarations = &declarations};
  return FlowWalk({&program, 1}, nullptr, 0).walk(endpoint);
}

Flow trace_flow(std::span<const FlowProgram> programs, const FlowTargets& targets, std::size_t repository, const Endpoint& endpoint) {
  return !is_traced(endpoint) ? Flow() : FlowWalk(programs, &targets, repository).walk(endpoint);
}

}  // namespace grove::graph::web
