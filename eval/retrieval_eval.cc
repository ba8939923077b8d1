// Measures and tunes ranking in one process: NDCG@10 by repository and kind of query, ablations with paired bootstrap intervals, coordinate
// descent. The official figures come from the scorers of the evaluation folder, which use the program from outside; this shows why they are
// as they are.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "index/index_writer.h"
#include "index/scoring.h"
#include "inference/open_embedder.h"
#include "inference/open_reranker.h"
#include "inference/store/rerank_verdicts.h"
#include "ingest/ingest.h"
#include "ingest/run.h"
#include "ingest/tools.h"
#include "retrieval_set.h"
#include "search/search.h"
#include "source/decode.h"

namespace grove::eval {
namespace {

struct Prepared {
  LabelledRepository labelled;
  std::vector<search::Scope> scopes;
};

struct Options {
  std::vector<std::string> sets;
  std::vector<std::string> corpora;  ///< One a set.
  std::string data;
  std::string mode = "hybrid";
  std::string only;
  std::vector<std::string> weights;
  std::vector<std::string> scoring;
  bool ablate = false;
  bool tune = false;
  bool misses = false;
  bool compare = false;
  std::string query;
  std::string rerank;  ///< A reranker to compare with the first stage.
  std::string record;  ///< Models folder of a data directory in which the verdict on it is kept.
  search::Rerank reranking = search::Rerank::kOff;
  bool reindex = false;
};

/// Units of checkouts, cut from their files.
class CheckoutTexts final : public search::UnitTexts {
 public:
  search::UnitText read(const search::Scope& scope, index::UnitRef ref, const CancelToken&) const override {
    const index::UnitView unit = scope.index->unit(ref);
    auto bytes = read_file(scope.repository.root + "/" + std::string(unit.path));
    if (!bytes) return {};
    const source::DecodedFile file = source::decode_file(unit.path, *std::move(bytes));
    const auto cut = [&](ByteRange range) { return range.end > file.text.size() ? "" : file.text.substr(range.begin, range.size()); };
    return {.code = cut(unit.range), .doc = cut(unit.doc)};
  }
};

/// One score a query, in the order of the set.
struct Scores {
  std::vector<double> values;
  std::vector<std::string> categories;
  std::vector<std::string> repositories;
  std::vector<double> took_ms;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

search::Mode mode_of(const std::string& name) {
  if (name == "keyword") return search::Mode::kKeyword;
  return name == "semantic" ? search::Mode::kSemantic : search::Mode::kHybrid;
}

std::vector<std::string> files_of(const search::SearchAnswer& answer, const std::vector<search::Scope>& scopes) {
  std::vector<std::string> files;
  std::set<std::string_view> seen;
  for (const search::Hit& hit : answer.hits) {
    const std::string_view path = scopes[hit.scope].index->unit(hit.ref).path;
    if (seen.insert(path).second) files.emplace_back(path);
    if (files.size() == 10) break;
  }
  return files;
}

Scores score_all(const std::vector<Prepared>& repositories, const search::Tuning& tuning, const Options& options,
                 const search::Models& models) {
  Scores scores;
  for (const Prepared& repository : repositories) {
    for (const LabelledQuery& query : repository.labelled.queries) {
      search::SearchRequest request;
      request.query = query.text;
      request.mode = mode_of(options.mode);
      request.limit = 30;
      request.tuning = tuning;
      request.rerank = options.reranking;
      const auto answer = search::search(request, repository.scopes, models, CancelToken());
      const std::vector<std::string> files = answer ? files_of(*answer, repository.scopes) : std::vector<std::string>{};
      scores.values.push_back(ndcg_at_10(files, query.targets));
      scores.categories.push_back(query.category);
      scores.repositories.push_back(repository.labelled.name);
      scores.took_ms.push_back(answer ? answer->took_ms : 0);
      if (options.misses && scores.values.back() < 0.99)
        fmt::print("{:.3f} {} {} | {} | want {} | got {}\n", scores.values.back(), repository.labelled.name, answer ? answer->form : "-",
                   query.text, fmt::join(query.targets, " "),
                   fmt::join(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, files.size())), " "));
    }
  }
  return scores;
}

void print_groups(const Scores& scores, const std::vector<std::string>& keys) {
  std::map<std::string, std::vector<double>> groups;
  for (std::size_t i = 0; i < scores.values.size(); ++i) groups[keys[i]].push_back(scores.values[i]);
  for (const auto& [key, values] : groups) fmt::print("  {:20} {:3} {:.4f}\n", key, values.size(), mean(values));
}

void print_scores(Scores scores) {
  print_groups(scores, scores.repositories);
  print_groups(scores, scores.categories);
  std::sort(scores.took_ms.begin(), scores.took_ms.end());
  fmt::print("NDCG@10 {:.4f} over {} queries; p50 {:.3f} ms, p95 {:.3f} ms\n", mean(scores.values), scores.values.size(),
             scores.took_ms[scores.took_ms.size() / 2], scores.took_ms[scores.took_ms.size() * 95 / 100]);
}

void print_ablations(const std::vector<Prepared>& repositories, const search::Tuning& tuning, const Options& options,
                     const search::Models& models) {
  const Scores base = score_all(repositories, tuning, options, models);
  fmt::print("without a signal, against {:.4f} with all (paired bootstrap over queries, 95 %):\n", mean(base.values));
  for (const search::TuningField& field : search::tuning_fields()) {
    if (field.member == &search::Tuning::rerank_share) continue;  // measured by --rerank
    search::Tuning ablated = tuning;
    ablated.*field.member = field.neutral;
    const Scores without = score_all(repositories, ablated, options, models);
    const PairedDifference difference = paired_bootstrap(base.values, without.values);
    fmt::print("  {:20} {:.4f}  {:+.4f} [{:+.4f}, {:+.4f}]  better {} worse {}\n", field.name, mean(without.values), difference.mean,
               difference.low, difference.high, difference.better, difference.worse);
  }
}

void print_comparison(const std::vector<Prepared>& repositories, const search::Tuning& tuning, Options options,
                      const search::Models& models) {
  options.mode = "keyword";
  const Scores keyword = score_all(repositories, tuning, options, models);
  options.mode = "hybrid";
  const Scores hybrid = score_all(repositories, tuning, options, models);
  const PairedDifference difference = paired_bootstrap(keyword.values, hybrid.values);
  fmt::print("keyword {:.4f}, hybrid {:.4f}: {:+.4f} [{:+.4f}, {:+.4f}] (95 %, paired bootstrap over queries), better {} worse {} of {}\n",
             mean(keyword.values), mean(hybrid.values), difference.mean, difference.low, difference.high, difference.better,
             difference.worse, hybrid.values.size());
}

Status compare_reranking(const std::vector<Prepared>& repositories, const search::Tuning& tuning, Options options,
                         const search::Models& models) {
  const Scores first = score_all(repositories, tuning, options, models);
  options.reranking = search::Rerank::kOn;
  const Scores reranked = score_all(repositories, tuning, options, models);
  const PairedDifference difference = paired_bootstrap(first.values, reranked.values);
  fmt::print(
      "{} alone {:.4f}, with {} {:.4f}: {:+.4f} [{:+.4f}, {:+.4f}] (95 %, paired bootstrap over queries), better {} worse {} of {}\n",
      options.mode, mean(first.values), models.reranker->info().model, mean(reranked.values), difference.mean, difference.low,
      difference.high, difference.better, difference.worse, reranked.values.size());
  if (options.record.empty()) return {};
  const inference::RerankVerdict verdict{
      .difference = difference.mean, .low = difference.low, .high = difference.high, .queries = reranked.values.size()};
  fmt::print("`--rerank auto` {} it\n", inference::does_not_lose(verdict) ? "uses" : "does not use");
  return inference::record_verdict(options.record, options.rerank, verdict);
}

/// What tuning raises: the mean of one mode, or of keyword and hybrid together.
double objective(const std::vector<Prepared>& repositories, const search::Tuning& tuning, Options options, const search::Models& models) {
  if (options.mode != "both") return mean(score_all(repositories, tuning, options, models).values);
  options.mode = "keyword";
  const double keyword = mean(score_all(repositories, tuning, options, models).values);
  options.mode = "hybrid";
  return (keyword + mean(score_all(repositories, tuning, options, models).values)) / 2;
}

/// Coordinate descent over all weights: tries factors of each in turn and keeps what raises the mean. Prints what it changed.
void tune(const std::vector<Prepared>& repositories, search::Tuning tuning, const Options& options, const search::Models& models) {
  double best = objective(repositories, tuning, options, models);
  constexpr double kWorthwhile = 2e-4;  // less is noise of one query
  for (int round = 0; round < 3; ++round) {
    const double before = best;
    for (const search::TuningField& field : search::tuning_fields()) {
      const double standing = tuning.*field.member;
      double kept = standing;
      for (const double factor : {0.0, 0.5, 0.7, 0.85, 1.15, 1.4, 2.0}) {
        tuning.*field.member = standing * factor;
        if (field.neutral == 1.0 && tuning.*field.member > 1.5) continue;
        const double value = objective(repositories, tuning, options, models);
        if (value > best + kWorthwhile) {
          best = value;
          kept = tuning.*field.member;
        }
      }
      tuning.*field.member = kept;
      if (kept == standing) continue;
      fmt::print("  {} {:.3f} -> {:.3f}: {:.4f}\n", field.name, standing, kept, best);
      std::fflush(stdout);
    }
    if (best - before < 1e-4) break;
  }
}

/// One query, unit by unit: what each channel and signal made of it.
void show_query(const std::vector<Prepared>& repositories, const search::Tuning& tuning, const Options& options,
                const search::Models& models) {
  for (const Prepared& repository : repositories) {
    search::SearchRequest request;
    request.query = options.query;
    request.mode = mode_of(options.mode);
    request.limit = 20;
    request.explain = true;
    request.tuning = tuning;
    const auto answer = search::search(request, repository.scopes, models, CancelToken());
    if (!answer) continue;
    for (const search::PlanStep& step : answer->plan)
      fmt::print("{:10} {:5} -> {:5} {:7.3f} ms  {}\n", step.name, step.in, step.out, step.took_ms, step.detail);
    for (const search::Hit& hit : answer->hits) {
      const index::UnitView unit = repository.scopes[hit.scope].index->unit(hit.ref);
      fmt::print("{:.4f} lexical {:3} vector {:3} name {:3}  {}:{} {} {}\n", hit.score, hit.ranks.lexical, hit.ranks.vector, hit.ranks.name,
                 unit.path, unit.lines.first, kind_name(unit.kind), unit.qualified_name);
    }
  }
}

index::VectorSpace vector_space(const inference::Embedder* embedder) {
  const inference::EmbedderInfo& info = embedder->info();
  return {info.provider, info.model, info.dimensions, info.fingerprint};
}

/// `body.b=0.6`, `name.weight=4`, `k1=1.2`, `stem_repeats=2`: BM25F, for which everything is indexed anew.
Result<index::Scoring> scoring_of(const Options& options) {
  static const std::map<std::string, std::size_t> fields = {{"name", 0},      {"qualified", 1}, {"path", 2},
                                                            {"signature", 3}, {"doc", 4},       {"body", 5}};
  index::Scoring scoring;
  for (const std::string& setting : options.scoring) {
    const auto equals = setting.find('=');
    const auto dot = setting.find('.');
    const float value = equals == std::string::npos ? 0 : std::stof(setting.substr(equals + 1));
    if (setting.starts_with("k1=")) {
      scoring.k1 = value;
    } else if (setting.starts_with("stem_repeats=")) {
      scoring.stem_repeats = static_cast<std::uint32_t>(value);
    } else if (const auto field = fields.find(setting.substr(0, dot)); field != fields.end() && dot < equals) {
      index::FieldScoring& row = scoring.fields[field->second];
      const std::string part = setting.substr(dot + 1, equals - dot - 1);
      (part == "weight" ? row.weight : part == "b" ? row.b : row.pivot) = value;
    } else {
      return fail(ErrorCode::kInvalidArgument, "no such part of the scoring: " + setting);
    }
  }
  return scoring;
}

Status prepare_set(const RetrievalSet& set, const Options& options, inference::Embedder* embedder, std::vector<Prepared>& prepared) {
  NullProgress progress;
  GROVE_ASSIGN_OR_RETURN(const index::Scoring scoring, scoring_of(options));
  ingest::Tools tools = ingest::real_tools();
  tools.open_index = [&](const std::string& directory, const index::VectorSpace& space) {
    index::IndexOptions how;
    how.scoring = scoring;
    return index::IndexWriter::open_with(directory, space, how);
  };
  for (const LabelledRepository& labelled : set.repositories) {
    if (!options.only.empty() && ("," + options.only + ",").find("," + labelled.name + ",") == std::string::npos) continue;
    ingest::IngestRequest request;
    request.repository.id = request.repository.name = labelled.name;
    request.repository.root = labelled.folder;
    request.directory = options.data + "/" + labelled.name;
    request.embedder = embedder;
    request.rebuild = options.reindex;
    std::filesystem::create_directories(request.directory);
    GROVE_ASSIGN_OR_RETURN([[maybe_unused]] const auto report, ingest::run_ingest(request, tools, progress, CancelToken()));
    GROVE_ASSIGN_OR_RETURN(auto index, index::open_index(request.directory + "/index", vector_space(embedder)));
    auto graph = graph::open_graph(request.directory + "/graph");
    prepared.push_back({labelled, {{request.repository, index, 1.0, graph ? *std::move(graph) : nullptr}}});
  }
  for (const std::string& name : set.missing) fmt::print("not found: {}\n", name);
  return {};
}

Result<std::vector<Prepared>> prepare(const Options& options, inference::Embedder* embedder) {
  std::vector<Prepared> prepared;
  for (std::size_t i = 0; i < options.sets.size(); ++i) {
    GROVE_ASSIGN_OR_RETURN(const RetrievalSet set,
                           read_retrieval_set(options.sets[i], options.corpora[std::min(i, options.corpora.size() - 1)]));
    GROVE_RETURN_IF_ERROR(prepare_set(set, options, embedder, prepared));
  }
  return prepared;
}

Result<search::Tuning> tuning_of(const Options& options) {
  search::Tuning tuning;
  for (const std::string& weight : options.weights) {
    const auto equals = weight.find('=');
    bool known = false;
    for (const search::TuningField& field : search::tuning_fields()) {
      if (equals == std::string::npos || field.name != weight.substr(0, equals)) continue;
      tuning.*field.member = std::stod(weight.substr(equals + 1));
      known = true;
    }
    if (!known) return fail(ErrorCode::kInvalidArgument, "no such weight: " + weight);
  }
  return tuning;
}

Status run(const Options& options) {
  GROVE_ASSIGN_OR_RETURN(const search::Tuning tuning, tuning_of(options));
  GROVE_ASSIGN_OR_RETURN(const std::shared_ptr<inference::Embedder> embedder, inference::open_embedder({}, CancelToken()));
  GROVE_ASSIGN_OR_RETURN(const std::vector<Prepared> repositories, prepare(options, embedder.get()));
  std::unique_ptr<inference::ResidentReranker> reranker;
  if (!options.rerank.empty()) {
    GROVE_ASSIGN_OR_RETURN(reranker, inference::open_reranker({.model = options.rerank, .keep_alive = {.grace = std::nullopt}}));
  }
  const CheckoutTexts texts;
  const search::Models models{
      .embedder = embedder.get(), .reranker = reranker.get(), .texts = &texts, .rerank_within = std::chrono::minutes(10)};
  if (!options.query.empty()) {
    show_query(repositories, tuning, options, models);
  } else if (reranker) {
    return compare_reranking(repositories, tuning, options, models);
  } else if (options.compare) {
    print_comparison(repositories, tuning, options, models);
  } else if (options.ablate) {
    print_ablations(repositories, tuning, options, models);
  } else if (options.tune) {
    tune(repositories, tuning, options, models);
  } else {
    print_scores(score_all(repositories, tuning, options, models));
  }
  return {};
}

}  // namespace
}  // namespace grove::eval

int main(int argc, char** argv) {
  grove::eval::Options options;
  CLI::App app{"Measures ranking on a labelled retrieval set"};
  app.add_option("--set", options.sets, "folders with repos.tsv and queries/")->required();
  app.add_option("--corpora", options.corpora, "folder with the checkouts, one a set")->required();
  app.add_option("--data", options.data, "where indexes go; kept between runs")->required();
  app.add_option("--mode", options.mode, "hybrid, keyword or semantic; for --tune also both");
  app.add_option("--only", options.only, "names of repositories, by comma");
  app.add_option("--weight", options.weights, "name=value, a ranking weight");
  app.add_option("--scoring", options.scoring, "k1=, stem_repeats=, FIELD.weight=, FIELD.b=, FIELD.pivot=: indexes anew");
  app.add_flag("--ablate", options.ablate, "switch off one signal after another");
  app.add_option("--query", options.query, "show how one query is answered");
  app.add_option("--rerank", options.rerank, "with this reranker against without, paired");
  app.add_option("--record", options.record,
                 "with --rerank: the models folder of a data directory, whose `--rerank auto` follows the verdict");
  app.add_flag("--compare", options.compare, "hybrid against keyword, paired");
  app.add_flag("--tune", options.tune, "coordinate descent over the weights");
  app.add_flag("--misses", options.misses, "print the queries below 0.99");
  app.add_flag("--reindex", options.reindex, "index anew");
  CLI11_PARSE(app, argc, argv);
  const auto status = grove::eval::run(options);
  if (!status) fmt::print(stderr, "{}\n", grove::describe(status.error()));
  return status ? 0 : 1;
}
