#include "engine/answering/ranking.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "engine/answering/chunk_type.h"
#include "engine/answering/configuration_words.h"
#include "engine/answering/levers.h"
#include "engine/answering/request_meanings.h"

namespace grove::engine {
namespace {

using search::QuestionIntent;

/// Where candidates are looked for.
enum Channel { kCode, kTypes, kConfiguration, kProse, kRequests, kSummaries, kChannels };

/// How much each channel counts, by intent: flow, endpoint, class, config, default. A channel of 0 is not asked.
constexpr std::array<std::array<double, kChannels>, 5> kBoosts = {{
    {1.0, 0.3, 0.0, 0.3, 2.5, 1.5},
    {0.5, 0.3, 0.0, 0.4, 3.0, 1.0},
    {0.7, 2.5, 0.0, 0.4, 0.4, 1.5},
    {0.6, 0.0, 2.5, 0.6, 0.2, 0.0},
    {1.5, 0.3, 0.2, 0.3, 0.5, 2.5},
}};
constexpr std::array<double, kChannels> kUnboosted = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};

constexpr std::size_t kOfChannel = 40;
constexpr double kNoScore = 1e-9;
constexpr double kOfMappedCall = 5;   // in code
constexpr double kOfMappedRoute = 2;  // in configuration
constexpr double kOfAccessor = 0.5;
constexpr double kOfSection = 0.6;  // imports and what else belongs to nothing
constexpr double kOfNamedFile = 1.5;
constexpr double kBehindSummary = 0.95;
constexpr double kWithoutWords = 0.3;  // configuration has few words: what holds none of the question's is near it by chance
/// A first answer that leads by less than that is close: worth a reranker's time.
constexpr double kClear = 0.85;

class Ranking {
 public:
  Ranking(const ReadQuestion& question, const AnswerSources& sources, std::vector<std::string>& warnings, const CancelToken& cancel)
      : question_(question), sources_(sources), warnings_(warnings), cancel_(cancel) {}

  Result<std::vector<Candidate>> rank() {
    const auto& weights = question_.levers.intent_boosts ? kBoosts[static_cast<std::size_t>(question_.intent)] : kUnboosted;
    for (int channel = 0; channel < kChannels; ++channel) {
      if (weights[static_cast<std::size_t>(channel)] <= 0) continue;
      GROVE_ASSIGN_OR_RETURN(std::vector<Candidate> found, candidates_of(static_cast<Channel>(channel)));
      for (Candidate& one : found) {
        one.score *= weights[static_cast<std::size_t>(channel)];
        add_score(ranked_, std::move(one));
      }
    }
    add_calling_types();
    if (!question_.topic.called.empty()) add_callers(sources_, question_.topic.identifiers, ranked_);
    sort_candidates(sources_, ranked_);
    const bool asks_for_calls = !question_.topic.caller.empty() && !sources_.calling.empty();
    if (question_.levers.flow_seed && wants_request() && !asks_for_calls) seed_flow(ranked_);
    if (question_.levers.call_graph) spread_over_calls(sources_, ranked_);
    if (question_.levers.diversity) diversify(sources_, ranked_, question_.asked.limit);
    return std::move(ranked_);
  }

 private:
  /// Scores are shares of the channel's best, before what is known of the unit besides its words.
  Result<std::vector<Candidate>> candidates_of(Channel channel) {
    if (channel == kRequests) return requests();
    if (channel == kSummaries) return summaries();
    search::SearchRequest request;
    request.query = channel == kCode || question_.topic.text.empty() ? question_.asked.text : question_.topic.text;
    request.mode = question_.asked.mode;
    request.limit = kOfChannel;
    if (channel == kTypes) {
      request.filter.kinds = {Kind::kClass, Kind::kInterface, Kind::kStruct, Kind::kEnum, Kind::kTrait, Kind::kType};
      if (!question_.topic.identifiers.empty()) request.query = join(question_.topic.identifiers, " ");
    }
    if (channel == kConfiguration) {
      const auto languages = configuration_languages();
      request.filter.languages.assign(languages.begin(), languages.end());
      request.query = with_configuration_words(request.query);
    }
    if (channel == kProse) {
      const auto languages = document_languages();
      request.filter.languages.assign(languages.begin(), languages.end());
    }
    GROVE_ASSIGN_OR_RETURN(const search::SearchAnswer answer, search(std::move(request), channel));
    std::vector<Candidate> found;
    for (search::Hit hit : answer.hits) {
      hit.score /= std::max(answer.hits.front().score, kNoScore);
      add_unit(hit, channel, found);
    }
    return found;
  }

  Result<search::SearchAnswer> search(search::SearchRequest request, Channel channel) {
    GROVE_ASSIGN_OR_RETURN(search::SearchAnswer answer, search::search(request, sources_.scopes, sources_.models, cancel_));
    const bool is_close = answer.hits.size() > 1 && answer.hits[1].score > kClear * answer.hits[0].score;
    if (channel == kCode && sources_.may_rerank && (is_close || !question_.levers.adaptive_rerank)) {
      request.rerank = search::Rerank::kOn;
      GROVE_ASSIGN_OR_RETURN(answer, search::search(request, sources_.scopes, sources_.models, cancel_));
    }
    for (std::string& warning : answer.warnings)
      if (std::ranges::find(warnings_, warning) == warnings_.end()) warnings_.push_back(std::move(warning));
    return answer;
  }

  void add_unit(const search::Hit& hit, Channel channel, std::vector<Candidate>& found) {
    const index::UnitIndex& index = *sources_.scopes[hit.scope].index;
    const index::UnitView unit = index.unit(hit.ref);
    Candidate candidate{.what = Candidate::What::kUnit, .scope = hit.scope, .ref = hit.ref, .score = hit.score};
    if (question_.levers.demote_accessors && is_accessor(unit)) candidate.score *= kOfAccessor;
    if (chunk_type_of(unit) == "section") candidate.score *= kOfSection;
    if (channel == kConfiguration && hit.matched_terms.empty()) candidate.score *= kWithoutWords;
    if (channel == kConfiguration && is_named(unit.path)) candidate.score *= kOfNamedFile;
    if (channel == kConfiguration) candidate.score *= share_of_configuration(unit, question_.topic.text);
    if (!question_.levers.method_level) {
      if (const auto type = type_around(index, hit.ref)) {
        candidate.members.push_back(hit.ref);
        candidate.ref = *type;
      }
    }
    const auto known = std::ranges::find_if(found, [&](const Candidate& one) { return one.is_same(candidate); });
    if (known == found.end()) return found.push_back(std::move(candidate));
    known->score = std::max(known->score, candidate.score);
    std::ranges::move(candidate.members, std::back_inserter(known->members));
  }

  /// Whether the question names the file, whatever its ending: `application.yml` may be an `application.properties` here.
  bool is_named(std::string_view path) const {
    const auto stem = [](std::string_view name) { return to_lower_ascii(name.substr(0, name.rfind('.'))); };
    return std::ranges::any_of(question_.topic.files,
                               [&](const std::string& file) { return stem(base_name(file)) == stem(base_name(path)); });
  }

  Result<std::vector<Candidate>> requests() {
    std::vector<Candidate> found;
    for (std::size_t scope = 0; scope < sources_.scopes.size(); ++scope) {
      if (sources_.requests[scope] == nullptr) continue;
      for (const search::ScoredDocument& one : sources_.requests[scope]->search(question_.topic))
        found.push_back({.what = Candidate::What::kRequest, .scope = scope, .request = one.document, .score = one.score});
    }
    if (found.empty() && wants_request()) {
      GROVE_ASSIGN_OR_RETURN(found, nearest());
    }
    double best = kNoScore;
    for (const Candidate& one : found) best = std::max(best, one.score);
    for (Candidate& one : found) one.score /= best;
    return found;
  }

  /// What a language model wrote about types and modules, and the types. A summary is as sure as it has many of the question's words.
  std::vector<Candidate> summaries() const {
    std::vector<Candidate> found;
    const std::string& words = question_.topic.text.empty() ? question_.asked.text : question_.topic.text;
    const double wanted = static_cast<double>(std::max<std::size_t>(split_words(words).size(), 1));
    double best = kNoScore;
    for (std::size_t scope = 0; scope < sources_.scopes.size(); ++scope) {
      if (sources_.summaries[scope] == nullptr) continue;
      for (const search::ScoredDocument& one : sources_.summaries[scope]->search(words)) {
        best = std::max<double>(best, one.score);
        const double coverage = std::min(1.0, static_cast<double>(one.terms) / wanted);
        found.push_back({.what = Candidate::What::kSummary, .scope = scope, .request = one.document, .score = one.score * coverage});
      }
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &Candidate::score);
    if (found.size() > kOfChannel) found.resize(kOfChannel);
    for (Candidate& one : found) one.score /= best;
    const std::size_t count = found.size();
    for (std::size_t i = 0; i < count; ++i)
      if (auto type = type_of(found[i])) found.push_back(std::move(*type));
    return found;
  }

  /// The type that a summary is about, just behind it.
  std::optional<Candidate> type_of(const Candidate& summary) const {
    const SummarySubject& subject = sources_.summaries[summary.scope]->at(summary.request).subject;
    if (subject.of != corpus::Summary::Of::kType) return std::nullopt;
    const auto ref = type_named(sources_.scopes[summary.scope], subject.path, subject.name);
    if (!ref) return std::nullopt;
    return Candidate{.what = Candidate::What::kUnit, .scope = summary.scope, .ref = *ref, .score = kBehindSummary * summary.score};
  }

  /// Where the service map says that a service calls the one asked about.
  void add_calling_types() {
    for (std::size_t i = 0; i < sources_.calling.size(); ++i) {
      const Candidate caller{.what = Candidate::What::kUnit, .scope = sources_.calling[i].scope, .ref = sources_.calling[i].ref};
      // The map says it outright; a further call of the same type adds nothing.
      auto known = std::ranges::find_if(ranked_, [&](const Candidate& one) { return one.is_same(caller); });
      const index::UnitView unit = sources_.scopes[caller.scope].index->unit(caller.ref);
      const double score = (is_type(unit.kind) ? kOfMappedCall : kOfMappedRoute) - 0.001 * static_cast<double>(i);
      if (known == ranked_.end()) known = ranked_.insert(known, caller);
      known->score = std::max(known->score, score);
    }
  }

  bool wants_request() const { return question_.intent == QuestionIntent::kFlow || question_.intent == QuestionIntent::kEndpoint; }

  /// Where no request has a word of the question: those of like meaning, if that costs little.
  Result<std::vector<Candidate>> nearest() {
    std::vector<Candidate> found;
    inference::Embedder* embedder = sources_.models.embedder;
    if (!question_.levers.flow_seed || embedder == nullptr || !embedder->is_immediate()) return found;
    for (std::size_t scope = 0; scope < sources_.scopes.size(); ++scope) {
      if (sources_.requests[scope] == nullptr) continue;
      GROVE_ASSIGN_OR_RETURN(const ScoredRequests near, nearest_requests(*sources_.requests[scope], question_.topic, *embedder, cancel_));
      for (const search::ScoredDocument& one : near)
        found.push_back({.what = Candidate::What::kRequest, .scope = scope, .request = one.document, .score = one.score});
    }
    if (!found.empty()) warnings_.emplace_back("no request has words of the question: those of the nearest meaning are shown");
    return found;
  }

  const ReadQuestion& question_;
  const AnswerSources& sources_;
  std::vector<std::string>& warnings_;
  const CancelToken& cancel_;
  std::vector<Candidate> ranked_;
};

}  // namespace

ReadQuestion read_question(const Question& question, const Levers& usual) {
  const std::vector<search::QuestionWord> words = search::question_words(question.text);
  return {.asked = question,
          .intent = search::question_intent(words),
          .topic = search::topic_of(words),
          .levers = question.levers.value_or(usual)};
}

Result<std::vector<Candidate>> rank_answers(const ReadQuestion& question, const AnswerSources& sources, std::vector<std::string>& warnings,
                                            const CancelToken& cancel) {
  return Ranking(question, sources, warnings, cancel).rank();
}

}  // namespace grove::engine
