// Measures answers to questions in plain words: the share whose first hit is expected and the mean reciprocal rank by intent, and ablations
// of the levers with paired bootstrap intervals.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "ask_set.h"
#include "engine/engine.h"
#include "retrieval_set.h"

namespace grove::eval {
namespace {

struct Options {
  std::string questions, corpora, data;
  std::string mode = "hybrid";
  bool ablate = false;
  bool misses = false;
};

/// One value a question, in the order of the set.
struct Scores {
  std::vector<double> first, reciprocal;
  std::size_t right_intents = 0;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

Status index_all(engine::Engine& engine, const QuestionSet& set) {
  NullProgress progress;
  for (const AskedRepository& repository : set.repositories) {
    GROVE_ASSIGN_OR_RETURN(const Repository added,
                           engine.add({.name = repository.name, .location = repository.folder}, progress, CancelToken()));
    GROVE_RETURN_IF_ERROR(engine.index({.repository = added.id}, progress, CancelToken()));
  }
  return {};
}

std::string told(const engine::AnswerHit& hit) {
  if (!hit.flow.route.empty()) return hit.chunk_type + " " + hit.flow.http_method + " " + hit.flow.route;
  return hit.chunk_type + " " + (hit.unit.qualified_name.empty() ? hit.unit.path : hit.unit.qualified_name);
}

Result<Scores> score_all(engine::Engine& engine, const QuestionSet& set, const Options& options, const engine::Levers& levers) {
  Scores scores;
  for (const LabelledQuestion& question : set.questions) {
    engine::Question asked{.text = question.text,
                           .scope = {.repositories = {question.repository}},
                           .levers = levers,
                           .synthesis = engine::Question::Synthesis::kNone};
    if (options.mode == "keyword") asked.mode = search::Mode::kKeyword;
    GROVE_ASSIGN_OR_RETURN(const engine::Answer answer, engine.answer(asked, CancelToken()));
    scores.reciprocal.push_back(reciprocal_rank(answer, question.expected));
    scores.first.push_back(scores.reciprocal.back() == 1 ? 1 : 0);
    scores.right_intents += answer.intent == question.intent ? 1U : 0U;
    if (!options.misses || scores.reciprocal.back() == 1) continue;
    std::string got;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, answer.hits.size()); ++i) got += (i == 0 ? "" : "; ") + told(answer.hits[i]);
    fmt::print("{:.2f} {} {} ({}) | {} | want {} | got {}\n", scores.reciprocal.back(), question.repository, question.intent, answer.intent,
               question.text, fmt::join(question.expected, " "), got);
  }
  return scores;
}

void print_scores(const QuestionSet& set, const Scores& scores) {
  std::map<std::string, Scores> groups;
  for (std::size_t i = 0; i < set.questions.size(); ++i) {
    for (const std::string& group : {set.questions[i].intent, set.questions[i].repository}) {
      groups[group].first.push_back(scores.first[i]);
      groups[group].reciprocal.push_back(scores.reciprocal[i]);
    }
  }
  for (const auto& [name, group] : groups)
    fmt::print("  {:15} {:3}  first {:.3f}  MRR {:.3f}\n", name, group.first.size(), mean(group.first), mean(group.reciprocal));
  fmt::print("first {:.3f}, MRR {:.3f}, intents {:.3f} over {} questions\n", mean(scores.first), mean(scores.reciprocal),
             static_cast<double>(scores.right_intents) / static_cast<double>(set.questions.size()), set.questions.size());
}

struct Lever {
  const char* name;
  bool engine::Levers::* member;
};
constexpr Lever kLevers[] = {{"intent_boosts", &engine::Levers::intent_boosts},
                             {"flow_seed", &engine::Levers::flow_seed},
                             {"diversity", &engine::Levers::diversity},
                             {"call_graph", &engine::Levers::call_graph},
                             {"demote_accessors", &engine::Levers::demote_accessors},
                             {"method_level", &engine::Levers::method_level},
                             {"adaptive_rerank", &engine::Levers::adaptive_rerank}};

Status print_ablations(engine::Engine& engine, const QuestionSet& set, Options options, const Scores& base) {
  options.misses = false;
  fmt::print("each lever the other way, MRR against {:.4f} (paired bootstrap over questions, 95 %):\n", mean(base.reciprocal));
  for (const Lever& lever : kLevers) {
    engine::Levers levers;
    levers.*lever.member = !(levers.*lever.member);
    GROVE_ASSIGN_OR_RETURN(const Scores other, score_all(engine, set, options, levers));
    const PairedDifference difference = paired_bootstrap(base.reciprocal, other.reciprocal);
    fmt::print("  {:17} {:3} {:.4f}  {:+.4f} [{:+.4f}, {:+.4f}]  better {} worse {}\n", lever.name, levers.*lever.member ? "on" : "off",
               mean(other.reciprocal), difference.mean, difference.low, difference.high, difference.better, difference.worse);
  }
  return {};
}

Status run(const Options& options) {
  GROVE_ASSIGN_OR_RETURN(const QuestionSet set, read_question_set(options.questions, options.corpora));
  for (const std::string& name : set.missing) fmt::print("no checkout of {} in {}\n", name, options.corpora);
  if (set.questions.empty()) return {};
  GROVE_ASSIGN_OR_RETURN(const auto engine, engine::Engine::open({.data_directory = options.data}));
  GROVE_RETURN_IF_ERROR(index_all(*engine, set));
  GROVE_ASSIGN_OR_RETURN(const Scores base, score_all(*engine, set, options, {}));
  print_scores(set, base);
  return options.ablate ? print_ablations(*engine, set, options, base) : Status{};
}

}  // namespace
}  // namespace grove::eval

int main(int argc, char** argv) {
  CLI::App app("Measures answers to questions in plain words.");
  grove::eval::Options options;
  app.add_option("--questions", options.questions, "Folder with questions.tsv and repos.tsv")->required();
  app.add_option("--corpora", options.corpora, "Folder with one checkout a repository, named owner+name")->required();
  app.add_option("--data", options.data, "Data directory to index into")->required();
  app.add_option("--mode", options.mode, "hybrid or keyword")->check(CLI::IsMember({"hybrid", "keyword"}));
  app.add_flag("--ablate", options.ablate, "Each lever the other way, one at a time");
  app.add_flag("--misses", options.misses, "Name questions whose first hit is another one");
  CLI11_PARSE(app, argc, argv);
  const auto done = grove::eval::run(options);
  if (!done) fmt::print(stderr, "{}\n", grove::describe(done.error()));
  return done ? 0 : 1;
}
