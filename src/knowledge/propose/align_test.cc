#include "knowledge/propose/align.h"

#include <gmock/gmock.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "knowledge/testing/scripted_model.h"

namespace grove::knowledge {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using Reply = ScriptedModel::Reply;

SchemaCard baseline() {
  SchemaCard card;
  card.version = "2026-05-04T12:00:00Z";
  card.name_space = "http://example.org/ns/";
  card.classes = {{.name = "Agent", .description = "Who acts.", .origin = "foaf"}};
  card.datatype_properties = {{.name = "name", .domain = "Agent", .range = "string", .description = {}, .origin = "foaf"},
                              {.name = "name", .domain = "Group", .range = "string", .description = {}, .origin = "org"}};
  card.object_properties = {{.name = "knows", .domain = "Agent", .range = "Agent", .description = {}, .origin = "foaf"}};
  return card;
}

Proposal proposal() {
  Proposal made;
  made.terms.classes = {{.name = "Maintainer", .description = "Who maintains.", .evidence = {{"c1", "maintainers"}}},
                        {.name = "Robot", .description = {}, .evidence = {}}};
  made.terms.datatype_properties = {{.name = "called", .domain = "Group", .range = "string", .description = {}, .evidence = {}}};
  made.terms.object_properties = {{.name = "trusts", .domain = "Maintainer", .range = "Maintainer", .description = {}, .evidence = {}}};
  return made;
}

std::string decision(const std::string& name, const std::string& action, const std::string& term, const std::string& domain = {}) {
  return json{{"induced_name", name},      {"action", action},     {"baseline_name", term},
              {"baseline_domain", domain}, {"confidence", "High"}, {"rationale", "so"}}
      .dump();
}

/// Decides all that is proposed above, whatever is asked.
std::string decided() {
  return R"({"decisions": [)" + decision("maintainer", "extend", "agent") + ',' + decision("Robot", "reuse", "Machine") + ',' +
         decision("called", "reuse", "name", "group") + ',' + decision("trusts", "extend", "knows") + ',' + decision("Ghost", "new", "") +
         "]}";
}

struct Aligner {
  Result<AlignedProposal> align(const ScriptedModel& server, const AlignRequest& request) {
    const auto model = inference::open_chat_model({.base_url = server.base_url(), .model = "m", .retry = {.attempts = 1}});
    return align_terms(request, {.model = *model, .progress = progress, .cancel = cancel, .jobs = 2});
  }
  NullProgress progress;
  CancelToken cancel;
};

TEST(AlignTerms, TakesWhatTheBaselineHasAndNothingElse) {
  const ScriptedModel server([](const auto&) { return Reply{.text = decided()}; });
  const Proposal proposed = proposal();
  const SchemaCard card = baseline();
  const auto aligned = Aligner().align(server, {.proposal = proposed, .baseline = card});
  ASSERT_TRUE(aligned) << aligned.error().message;
  const Alignment& alignment = aligned->alignment;
  ASSERT_THAT(alignment.classes, SizeIs(2));
  EXPECT_EQ(alignment.classes[0].action, AlignAction::kExtend);
  EXPECT_EQ(alignment.classes[0].baseline_name, "Agent") << "as the baseline spells it";
  EXPECT_EQ(alignment.classes[0].baseline_origin, "foaf");
  EXPECT_EQ(alignment.classes[0].confidence, "high");
  EXPECT_THAT(alignment.classes[0].evidence, SizeIs(1)) << "the proposal's";
  EXPECT_EQ(alignment.classes[1].action, AlignAction::kNew) << "the baseline has no Machine";
  ASSERT_THAT(alignment.datatype_properties, SizeIs(1));
  EXPECT_EQ(alignment.datatype_properties[0].baseline_origin, "org") << "the one of that domain";
  EXPECT_THAT(alignment.warnings, ElementsAre(HasSubstr("Robot was put to Machine")));
  EXPECT_TRUE(alignment.partial) << "there are warnings";
}

TEST(AlignTerms, WhatTheModelLeavesOutIsNewWithAWarning) {
  const ScriptedModel server([](const auto&) { return Reply{.text = R"({"decisions": []})"}; });
  const Proposal proposed = proposal();
  const SchemaCard card = baseline();
  const auto aligned = Aligner().align(server, {.proposal = proposed, .baseline = card});
  ASSERT_TRUE(aligned);
  EXPECT_THAT(aligned->alignment.warnings, SizeIs(4));
  EXPECT_EQ(aligned->alignment.object_properties[0].action, AlignAction::kNew);
}

TEST(AlignTerms, GoesOnWithTheCategoriesThatAreMissing) {
  const ScriptedModel server([](const auto&) { return Reply{.text = decided()}; });
  const Proposal proposed = proposal();
  const SchemaCard card = baseline();
  const auto whole = Aligner().align(server, {.proposal = proposed, .baseline = card});
  ASSERT_TRUE(whole);
  for (int categories = 1; categories <= 3; ++categories) {
    // Ends as by a kill, right after so many categories were saved.
    std::string saved;
    int saves = 0;
    const AlignRequest broken{.proposal = proposed, .baseline = card, .save = [&](const Alignment& alignment) -> Status {
                                saved = alignment_json(alignment);
                                if (++saves == categories) return fail(ErrorCode::kIo, "killed");
                                return {};
                              }};
    ASSERT_FALSE(Aligner().align(server, broken));
    const Alignment done = parse_alignment(saved, "saved").value();
    EXPECT_TRUE(done.partial);
    const int before = server.asked();
    const auto resumed = Aligner().align(server, {.proposal = proposed, .baseline = card, .done = done});
    ASSERT_TRUE(resumed) << resumed.error().message;
    EXPECT_EQ(server.asked() - before, 3 - categories) << "a question for each category that was missing";
    EXPECT_EQ(alignment_json(resumed->alignment), alignment_json(whole->alignment)) << categories;
  }
}

TEST(AlignTerms, AsksAgainWhatHadNoAnswerAndTellsOfWhatWasProposedSince) {
  std::atomic<bool> is_well = false;
  const ScriptedModel server([&](const auto&) { return is_well ? Reply{.text = decided()} : Reply{.text = {}, .status = 503}; });
  Proposal proposed = proposal();
  const SchemaCard card = baseline();
  const auto first = Aligner().align(server, {.proposal = proposed, .baseline = card});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_THAT(first->failures, SizeIs(3));
  EXPECT_TRUE(first->alignment.partial);
  is_well = true;
  const auto second = Aligner().align(server, {.proposal = proposed, .baseline = card, .done = first->alignment});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->alignment.object_properties[0].action, AlignAction::kExtend);
  EXPECT_THAT(second->alignment.warnings, ElementsAre(HasSubstr("Robot was put to Machine"))) << "none of the first run's";

  proposed.terms.classes.push_back({.name = "Ghost", .description = {}, .evidence = {}});
  const int before = server.asked();
  const auto third = Aligner().align(server, {.proposal = proposed, .baseline = card, .done = second->alignment});
  ASSERT_TRUE(third);
  EXPECT_EQ(server.asked(), before) << "what is decided stays";
  EXPECT_THAT(third->alignment.warnings, testing::Contains(HasSubstr("Ghost was proposed after this was aligned")));
}

}  // namespace
}  // namespace grove::knowledge
