#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/answers.h"
#include "engine/navigation.h"
#include "search/search.h"

namespace grove::engine {

/// What helps answers along; each can be switched off, and `grove_ask_eval --ablate` measures each.
struct Levers {
  bool intent_boosts = true;     ///< Sorts of answers weigh as the question's intent says.
  bool flow_seed = true;         ///< A question about a flow gets one, though words alone would not bring it up.
  bool diversity = true;         ///< At most two answers of one class, and what is like what stands above counts less.
  bool call_graph = true;        ///< What the best answers call, and what a flow goes through, answers too.
  bool demote_accessors = true;  ///< Getters and setters count half.
  bool method_level = false;     ///< Methods answer by themselves; else their class does, with what in it matched.
  bool adaptive_rerank = true;   ///< A reranker, where one is switched on, reads only what is close; else all.
};

/// A question in plain words.
struct Question {
  std::string text;
  RepositoryScope scope = {};  ///< Without expansion.
  std::size_t limit = 10;
  search::Mode mode = search::Mode::kHybrid;
  std::optional<Levers> levers = {};  ///< Otherwise as the options say.
  enum class Synthesis {
    kAsConfigured,  ///< A language model writes the answer where one is switched on.
    kNone,
  } synthesis = Synthesis::kAsConfigured;
};

/// Something that answers a question: a unit, an endpoint, a flow, or what a language model wrote about a type or a module.
struct AnswerHit {
  UnitHit unit;            ///< Of endpoints and flows the handler's place, of summaries their type's; `code` is what they say.
  std::string chunk_type;  ///< "class", "method", "endpoint", "flow", "config", "document", "entity", "summary"; "section" for other code.
  FlowHit flow;            ///< Of endpoints and flows.
  std::vector<std::string> flows;            ///< Names of flows that go through the class, or through what a document mentions.
  std::vector<ServiceEdge> service_edges;    ///< Of a question who calls a service: the calls that are written there.
  std::vector<std::string> matched_members;  ///< Of a class: its methods that answer.
  std::string summary;                       ///< Of a class: what a language model wrote about it.
  std::string quote = {};                    ///< Of a document: its sentences that answer, word for word as they stand in `unit.code`.
  std::string written_by;                    ///< The language model that wrote the summary; nobody checked it.
};

struct Answer {
  std::string intent;  ///< "flow", "endpoint", "class", "config", "default"
  std::vector<AnswerHit> hits;
  std::size_t total = 0;           ///< How many there are beyond the limit, these included.
  std::string context;             ///< What the hits say, each with its number, for people and language models to read.
  std::string text;                ///< The answer of a language model; else the context.
  std::string model;               ///< The model that wrote it; empty where none did.
  std::vector<std::size_t> cited;  ///< Ranks of the hits that it rests on.
  std::vector<std::string> scope, skipped, pending;
  std::string embedding_model;  ///< Empty without vectors.
  double vectors_ready = 0;
  bool stale = false;
  std::vector<std::string> warnings;
  double took_ms = 0;
};

}  // namespace grove::engine
