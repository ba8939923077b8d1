#include "engine/answering/request_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "engine/doc_text.h"
#include "graph/resolve/type_text.h"
#include "index/lexical/tokenizer.h"

namespace grove::engine {
namespace {

// How much the words of a request's parts count.
constexpr float kOfResource = 4;
constexpr float kOfRoute = 1;
constexpr float kOfHandler = 2.5F;
constexpr float kOfController = 1.5F;
constexpr float kOfTypes = 1;
constexpr float kOfSteps = 0.6F;
constexpr float kOfDoc = 1;

// Factors of how verb, route and action of a question agree with a request.
constexpr std::array<float, 3> kOfVerb = {0.65F, 1.1F, 1.35F};  // none, possible, usual
constexpr float kNamedAgreeing = 1.5F;
constexpr float kNamedDisagreeing = 0.5F;
constexpr float kSameVerb = 2;
constexpr float kOtherVerb = 0.25F;
constexpr float kSameRoute = 4;

/// What a handler does, by its name and by what stands last in its route: `processCreationForm`, `/owners/new`.
search::Action named_action(const FlowHit& flow) {
  std::vector<std::string_view> words;
  if (flow.name.find(' ') == std::string::npos) words = index::identifier_parts(graph::last_part(flow.name));
  if (const std::string_view last = base_name(flow.route); !last.empty() && last.front() != '{') words.push_back(last);
  search::Action first = search::Action::kNone;
  for (const std::string_view word : words) {
    const search::Action action = search::action_of(to_lower_ascii(word));
    // Reading is what words for other things look like most: "find form", "get or create".
    if (action != search::Action::kNone && action != search::Action::kRead) return action;
    if (first == search::Action::kNone) first = action;
  }
  return first;
}

/// The thing that a route is about: the last part that is neither a parameter nor says what is done.
std::string_view resource_of(std::string_view route) {
  const std::vector<std::string_view> parts = split(route, '/');
  for (std::size_t i = parts.size(); i-- > 0;) {
    const bool is_thing = !parts[i].empty() && parts[i].front() != '{' && parts[i].front() != '*';
    if (is_thing && search::action_of(to_lower_ascii(parts[i])) == search::Action::kNone) return parts[i];
  }
  return {};
}

std::string step_words(const FlowHit& flow) {
  std::string words;
  for (std::size_t i = 1; i < flow.steps.size(); ++i) {
    words += graph::last_part(graph::before_last_part(flow.steps[i].symbol));
    words += ' ';
    words += graph::last_part(flow.steps[i].symbol);
    words += ' ';
  }
  return words;
}

/// The types behind a handler; those that ask other programs, and what asks by them, twice.
std::string called_words(const FlowHit& flow) {
  std::string words;
  const auto add = [&](std::size_t step) { (words += graph::last_part(graph::before_last_part(flow.steps[step].symbol))) += ' '; };
  for (std::size_t i = 1; i < flow.steps.size(); ++i) {
    add(i);
    if (flow.steps[i].layer != "external") continue;
    add(i);
    if (flow.steps[i].caller > 1) add(flow.steps[i].caller - 1);
  }
  return words;
}

/// Whether a name stands in a text as a word of its own.
bool has_word(std::string_view text, std::string_view name) {
  const auto is_inside = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_inside(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_inside(text[end]))) return true;
  }
  return false;
}

/// Whether a route stands in a text whole: `/orders` does not in `/orders/{id}`.
bool has_route(std::string_view text, std::string_view route) {
  if (route.size() < 2) return false;
  const auto goes_on = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '{' || c == '-' || c == '_';
  };
  for (std::size_t at = text.find(route); at != std::string_view::npos; at = text.find(route, at + 1)) {
    const std::size_t end = at + route.size();
    const bool begins = at == 0 || !goes_on(text[at - 1]) || text[at - 1] == '/';
    if (begins && (end == text.size() || !goes_on(text[end]))) return true;
  }
  return false;
}

/// The doc comment of a handler, as it stands on disk.
std::string doc_of(const GraphScope& scope, const graph::web::Endpoint& endpoint, UnitReader& texts) {
  if (scope.index == nullptr || endpoint.handler == graph::kNobody) return {};
  const graph::DeclaredSymbol handler = scope.declarations().symbol(endpoint.handler);
  for (const index::UnitRef ref : scope.index->units_of(endpoint.path)) {
    const index::UnitView unit = scope.index->unit(ref);
    if (unit.name != handler.name || !unit.range.contains(handler.range) || unit.doc.size() == 0) continue;
    const auto source = texts.text(scope.repository, endpoint.path);
    if (source && (*source)->hash == unit.file_hash) return doc_text(slice((*source)->text, unit.doc));
  }
  return {};
}

std::string placed(std::string_view type, std::string_view path) { return std::string(type) + '\n' + std::string(path); }

}  // namespace

RequestDocuments::RequestDocuments(std::vector<RequestDocument> all) : all_(std::move(all)) {
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    const RequestDocument& one = all_[i];
    const std::string types = one.request_type + ' ' + one.response_type + ' ' + one.service;
    const std::string steps = step_words(one.flow);
    const std::size_t dot = one.flow.name.find('.');
    const std::string_view handler = dot == std::string::npos ? std::string_view() : std::string_view(one.flow.name).substr(dot + 1);
    actions_.push_back(named_action(one.flow));
    const search::DocumentField fields[] = {{.text = resource_of(one.flow.route), .weight = kOfResource},
                                            {.text = one.flow.route, .weight = kOfRoute},
                                            {.text = handler, .weight = kOfHandler},
                                            {.text = graph::last_part(one.controller), .weight = kOfController},
                                            {.text = types, .weight = kOfTypes},
                                            {.text = steps, .weight = kOfSteps},
                                            {.text = one.doc, .weight = kOfDoc}};
    index_.add(fields);
    const std::string called = called_words(one.flow);
    const search::DocumentField field[] = {{.text = called, .weight = 1}};
    called_.add(field);
    std::set<std::pair<std::string_view, std::string_view>> types_of_steps = {{one.controller, one.path}};
    for (const FlowStepHit& step : one.flow.steps) types_of_steps.emplace(graph::before_last_part(step.symbol), step.path);
    for (const auto& [type, path] : types_of_steps) {
      if (type.empty()) continue;
      by_type_[placed(type, path)].push_back(i);
      if (graph::last_part(type) != type) by_type_[placed(graph::last_part(type), path)].push_back(i);
    }
  }
}

ScoredRequests RequestDocuments::search(const search::Topic& topic) const {
  if (!topic.called.empty()) {
    if (ScoredRequests callers = called_.search(topic.called); !callers.empty()) return callers;
  }
  ScoredRequests found = index_.search(topic.text);
  const bool asks_for_all = topic.text.empty() || !topic.route.empty();
  if (asks_for_all && found.empty())
    for (std::uint32_t i = 0; i < all_.size(); ++i) found.push_back({.document = i, .score = 1, .terms = 0});
  weigh(topic, found);
  return found;
}

void RequestDocuments::weigh(const search::Topic& topic, ScoredRequests& found) const {
  const EndpointText route(topic.http_method.empty() ? topic.route : topic.http_method + " " + topic.route);
  for (search::ScoredDocument& one : found) {
    const FlowHit& flow = all_[one.document].flow;
    if (!topic.http_method.empty()) one.score *= topic.http_method == flow.http_method ? kSameVerb : kOtherVerb;
    if (topic.action != search::Action::kNone) {
      const search::Action named = actions_[one.document];
      one.score *= kOfVerb[static_cast<std::size_t>(search::agreement(topic.action, flow.http_method))];
      if (named != search::Action::kNone) one.score *= named == topic.action ? kNamedAgreeing : kNamedDisagreeing;
    }
    if (!topic.route.empty() && route.fit_route(flow.http_method, flow.route) != 0) one.score *= kSameRoute;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &search::ScoredDocument::score);
}

std::vector<std::uint32_t> RequestDocuments::through(std::string_view type, std::string_view path) const {
  const auto found = by_type_.find(placed(type, path));
  return found == by_type_.end() ? std::vector<std::uint32_t>() : found->second;
}

std::vector<std::string> RequestDocuments::mentioned_in(std::string_view text, std::size_t most) const {
  std::vector<std::string> names;
  for (const RequestDocument& one : all_) {
    if (names.size() == most) break;
    const bool is_mentioned = has_route(text, one.flow.route) || has_word(text, graph::last_part(one.controller)) ||
                              std::ranges::any_of(one.flow.steps, [&](const FlowStepHit& step) {
                                const std::string_view owner = graph::last_part(graph::before_last_part(step.symbol));
                                return owner.size() > 3 && has_word(text, owner);
                              });
    if (is_mentioned && std::ranges::find(names, one.flow.name) == names.end()) names.push_back(one.flow.name);
  }
  return names;
}

std::shared_ptr<const RequestDocuments> RequestDocumentSets::known(const GraphScope& scope) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(scope.repository.id);
  return found != known_.end() && found->second.generation == scope.graph->generation() ? found->second.documents : nullptr;
}

Result<std::shared_ptr<const RequestDocuments>> RequestDocumentSets::of(const GraphScope& scope, const RequestSources& sources,
                                                                        const CancelToken& cancel) {
  if (auto documents = known(scope)) return documents;
  const std::lock_guard making(making_);
  if (auto documents = known(scope)) return documents;
  const std::vector<GraphScope> scopes = {scope};
  GROVE_ASSIGN_OR_RETURN(const auto alone, sources.models.alone(scope, cancel));
  const graph::web::WebModel& model = *alone->models.front();
  const graph::web::FlowProgram program{.index = &model.flows, .declarations = &scope.declarations()};
  std::vector<RequestDocument> all;
  for (const graph::web::Endpoint& endpoint : model.endpoints.endpoints) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const MeantEndpoint meant{.scope = &scope, .repository = 0, .endpoint = &endpoint};
    RequestDocument document;
    document.flow = flow_hit(meant, graph::web::trace_flow({&program, 1}, alone->targets, 0, endpoint), scopes);
    document.controller = endpoint.controller;
    document.path = endpoint.path;
    document.lines = {.first = endpoint.line, .last = endpoint.line};
    if (endpoint.handler != graph::kNobody) {
      document.lines = scope.declarations().symbol(endpoint.handler).lines;
      document.doc = doc_of(scope, endpoint, sources.texts);
    }
    document.request_type = endpoint.request_type;
    document.response_type = endpoint.response_type;
    document.service = endpoint.service.empty() ? std::string(base_name(endpoint.module)) : endpoint.service;
    all.push_back(std::move(document));
  }
  auto documents = std::make_shared<const RequestDocuments>(std::move(all));
  const std::lock_guard lock(mutex_);
  known_[scope.repository.id] = {.generation = scope.graph->generation(), .documents = documents};
  return documents;
}

void RequestDocumentSets::forget(const std::string& repository_id) {
  const std::lock_guard lock(mutex_);
  known_.erase(repository_id);
}

}  // namespace grove::engine
