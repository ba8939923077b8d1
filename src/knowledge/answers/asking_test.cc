#include "knowledge/answers/asking.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "knowledge/testing/scripted_model.h"

namespace grove::knowledge {
namespace {

using inference::ChatMessage;
using testing::HasSubstr;
using Reply = ScriptedModel::Reply;

std::vector<Question> questions(int count) {
  std::vector<Question> list;
  for (int i = 0; i < count; ++i)
    list.push_back({.id = "c" + std::to_string(i),
                    .request = {.messages = {{ChatMessage::Role::kUser, "BEGIN 0\npassage " + std::to_string(i) + "\nEND 0\n"}}}});
  return list;
}

std::string good(const std::string& passage) { return R"({"instances": [{"label": ")" + passage + "\"}]}"; }

struct Asker {
  explicit Asker(const ScriptedModel& server)
      : model(inference::open_chat_model(
            {.base_url = server.base_url(), .model = "gpt-4o-mini", .timeout = std::chrono::milliseconds(400), .retry = {.attempts = 1}})) {
  }

  Result<AskedAll> ask(std::span<const Question> list, unsigned jobs = 1) {
    ModelRun run{.model = *model, .progress = progress, .cancel = cancel, .jobs = jobs, .price = inference::chat_list_price("gpt-4o-mini")};
    return ask_all(list, {.required = "instances"}, run);
  }

  std::unique_ptr<inference::ChatModel> model;
  NullProgress progress;
  CancelToken cancel;
};

std::vector<std::string> texts(const AskedAll& all) {
  std::vector<std::string> out;
  for (const Answered& answer : all.answers) out.push_back(answer.json ? answer.json->json : "failed: " + answer.failure->reason);
  return out;
}

TEST(Asking, AnswersStandInTheOrderOfTheQuestionsWhateverTheOrderTheyComeIn) {
  const auto script = [](const ScriptedModel::Asked& asked) {
    const int number = std::stoi(asked.passage.substr(8));
    return Reply{.text = good(asked.passage), .pause_ms = (7 - number % 8) * 10};
  };
  const ScriptedModel server(script);
  const auto list = questions(16);
  const auto one = Asker(server).ask(list, 1);
  const auto eight = Asker(server).ask(list, 8);
  ASSERT_TRUE(one && eight);
  EXPECT_EQ(texts(*one), texts(*eight));
  EXPECT_EQ(one->answers[3].json->json, R"({"instances":[{"label":"passage 3"}]})");
}

/// One fault in the second of three answers; what becomes of it when asking again helps, and when it doesn't.
void check_fault(const Reply& fault, const std::string& reason, int more_questions) {
  for (const bool heals : {true, false}) {
    const ScriptedModel server([&](const ScriptedModel::Asked& asked) {
      const bool faulty = asked.passage == "passage 1" && (asked.turn == 0 || !heals);
      return faulty ? fault : Reply{.text = good(asked.passage)};
    });
    const auto list = questions(3);
    const auto all = Asker(server).ask(list);
    ASSERT_TRUE(all) << reason << ": " << all.error().message;
    EXPECT_EQ(server.asked(), 3 + more_questions) << reason;
    EXPECT_TRUE(all->answers[0].json && all->answers[2].json) << reason << ": the others are answered";
    const bool can_heal = more_questions == 1;
    EXPECT_EQ(all->answers[1].json.has_value(), heals && can_heal) << reason;
    if (heals && can_heal) continue;
    ASSERT_TRUE(all->answers[1].failure) << reason;
    EXPECT_EQ(all->answers[1].failure->chunk_id, "c1");
    EXPECT_THAT(all->answers[1].failure->reason, HasSubstr(reason));
    EXPECT_EQ(all->spent.failed, 1U);
  }
}

TEST(Asking, AnAnswerThatCannotBeReadIsAskedForOnceMoreAndThenFailsAlone) {
  check_fault({.text = R"({"instances": [{"label": "cut)"}, "cut off", 1);
  check_fault({.text = R"({"instances": []})", .finish = "length"}, "cut off", 1);
  check_fault({.text = R"({"instances": [{"a": 1, "a": 2}]})"}, "two members", 1);
  check_fault({.text = "No."}, "no JSON object", 1);
  check_fault({.text = "[1]"}, "no JSON object", 1);
  check_fault({.text = R"({'instances': [{'label': 'it's'}]})"}, "single quotes", 1);
  check_fault({.text = R"({"instances": null})"}, "is null", 1);
}

TEST(Asking, AnAnswerThatCanBeMendedIsTakenWithoutAskingAgain) {
  const std::vector<std::string> faults{"```json\n{\"instances\": [{\"label\": \"x\"}]}\n```",
                                        "Here it is: {\"instances\": [{\"label\": \"x\"}]} That is all.",
                                        "[1] {\"instances\": [{\"label\": \"x\"}]}", "{'instances': [{'label': 'x'}]}",
                                        "{\"instances\": [{\"label\": \"x\", \"label\": \"x\"}]}"};
  for (const std::string& fault : faults) {
    const ScriptedModel server([&](const ScriptedModel::Asked&) { return Reply{.text = fault}; });
    EXPECT_THAT(texts(*Asker(server).ask(questions(1))), testing::ElementsAre(R"({"instances":[{"label":"x"}]})")) << fault;
    EXPECT_EQ(server.asked(), 1) << fault;
  }
  const ScriptedModel server(
      [&](const ScriptedModel::Asked&) { return Reply{.text = R"({"instances": [{"label": null, "size": NaN}]})"}; });
  EXPECT_THAT(texts(*Asker(server).ask(questions(1))), testing::ElementsAre(R"({"instances":[{"label":null,"size":null}]})"));
}

TEST(Asking, AServerThatGivesNoAnswerCostsTheChunkOnly) {
  check_fault({.text = "too long", .status = 400}, "too long", 0);
  check_fault({.text = "busy", .status = 503}, "busy", 0);
  check_fault({.text = good("x"), .send_only = 10}, "cannot ask", 0);
  check_fault({.text = good("x"), .pause_ms = 1000}, "cannot ask", 0);
  check_fault({.text = ""}, "empty", 0);
}

TEST(Asking, TheModelIsToldWhatWasWrong) {
  std::string last;
  const http::TestServer server([&](const http::TestServer::Request& request) {
    last = request.body;
    return http::TestServer::Response{.body = R"({"choices": [{"message": {"content": "{\"instances\": [{\"a\": 1, \"a\": 2}]}"}}]})"};
  });
  const auto model = inference::open_chat_model({.base_url = server.url(), .model = "m"});
  NullProgress progress;
  const CancelToken cancel;
  ASSERT_TRUE(ask_all(questions(1), {.required = "instances"}, {.model = *model, .progress = progress, .cancel = cancel}));
  EXPECT_THAT(last, HasSubstr("two members named"));
}

TEST(Asking, EndsWhereGoingOnIsNoUse) {
  const ScriptedModel unknown([](const auto&) { return Reply{.text = "no such model", .status = 404}; });
  const auto none = Asker(unknown).ask(questions(20));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(unknown.asked(), 1);
  const ScriptedModel locked([](const auto&) { return Reply{.text = "no key", .status = 401}; });
  EXPECT_FALSE(Asker(locked).ask(questions(20)));
  EXPECT_EQ(locked.asked(), 5) << "several in a row";
}

TEST(Asking, GoesOnWhereOnlySomeQuestionsHaveNoAnswerWhateverTheOrderInWhichTheyAreAsked) {
  // Every third has none; the others are kept, as those of a run that was killed.
  const TemporaryFolder folder;
  std::atomic<bool> is_whole = false;
  const ScriptedModel server([&](const ScriptedModel::Asked& asked) {
    const bool fails = is_whole && std::stoi(asked.passage.substr(8)) % 3 == 1;
    return fails ? Reply{.text = "at fault", .status = 500, .pause_ms = 20} : Reply{.text = good(asked.passage)};
  });
  const inference::AnswerCache cache(folder.path());
  Asker asker(server);
  const auto cached = inference::cached_chat_model(*asker.model, cache);
  const auto list = questions(40);
  ModelRun run{.model = *cached, .progress = asker.progress, .cancel = asker.cancel};
  ASSERT_TRUE(ask_all(list, {.required = "instances"}, run));
  for (std::size_t i = 1; i < list.size(); i += 3) ASSERT_TRUE(cache.forget(cached->name(), list[i].request));
  is_whole = true;
  for (const unsigned jobs : {1U, 8U}) {
    run.jobs = jobs;
    const auto resumed = ask_all(list, {.required = "instances"}, run);
    ASSERT_TRUE(resumed) << jobs << ": " << resumed.error().message;
    EXPECT_EQ(resumed->spent.failed, 13U);
  }
}

TEST(Asking, NeighboursThatAreTooLongFailAlone) {
  for (const unsigned jobs : {1U, 8U}) {
    int first = 3;
    const ScriptedModel server([&](const ScriptedModel::Asked& asked) {
      const int number = std::stoi(asked.passage.substr(8));
      const bool fails = number >= first && number < first + 7;
      return fails ? Reply{.text = "too long", .status = 400} : Reply{.text = good(asked.passage)};
    });
    const auto all = Asker(server).ask(questions(16), jobs);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->spent.failed, 7U);
    first = 0;
    EXPECT_FALSE(Asker(server).ask(questions(16), jobs)) << "none got through before: it may be refused whatever is asked";
  }
}

TEST(Asking, CountsWhatItTookAndSaysWhatItWouldTake) {
  const TemporaryFolder folder;
  const ScriptedModel server([](const ScriptedModel::Asked& asked) { return Reply{.text = good(asked.passage)}; });
  const inference::AnswerCache cache(folder.path());
  Asker asker(server);
  const auto cached = inference::cached_chat_model(*asker.model, cache);
  const auto list = questions(4);
  const ModelRun run{
      .model = *cached, .progress = asker.progress, .cancel = asker.cancel, .price = inference::chat_list_price("gpt-4o-mini")};
  const Estimate before = estimate(list, {"gpt-4o-mini", cache, inference::chat_list_price("gpt-4o-mini")});
  EXPECT_EQ(before.kept, 0U);
  EXPECT_GT(before.dollars.value(), 0);
  EXPECT_EQ(server.asked(), 0) << "an estimate asks nobody";
  const auto first = ask_all(list, {.required = "instances"}, run);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->spent.asked, 4U);
  EXPECT_GT(first->spent.tokens_in, 0U);
  EXPECT_GT(first->spent.dollars.value(), 0);
  const auto again = ask_all(list, {.required = "instances"}, run);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->spent.asked, 0U);
  EXPECT_EQ(again->spent.kept, 4U);
  EXPECT_EQ(texts(*first), texts(*again));
  EXPECT_EQ(estimate(list, {"gpt-4o-mini", cache, inference::chat_list_price("gpt-4o-mini")}).kept, 4U);
  EXPECT_EQ(spent_text({.asked = 40, .kept = 12, .tokens_in = 91230, .tokens_out = 8410, .dollars = 0.02}),
            "40 asked, 12 kept, 91,230 tokens in, 8,410 out, $0.02");
}

TEST(Asking, AKeptAnswerThatIsNoneIsAskedForAnewOnlyWhereThatIsWanted) {
  const TemporaryFolder folder;
  std::atomic<bool> is_broken = true;
  const ScriptedModel server([&](const ScriptedModel::Asked& asked) {
    const bool fails = is_broken && asked.passage == "passage 1";
    return Reply{.text = fails ? "no answer" : good(asked.passage)};
  });
  const inference::AnswerCache cache(folder.path());
  Asker asker(server);
  const auto cached = inference::cached_chat_model(*asker.model, cache);
  ModelRun run{.model = *cached, .progress = asker.progress, .cancel = asker.cancel};
  const auto list = questions(3);
  EXPECT_EQ(ask_all(list, {.required = "instances"}, run)->spent.failed, 1U);
  is_broken = false;
  const auto kept = ask_all(list, {.required = "instances"}, run);
  EXPECT_EQ(kept->spent.failed, 1U);
  EXPECT_EQ(kept->spent.asked, 0U);
  run.forget = [&](const inference::ChatRequest& request) { return cache.forget(cached->name(), request); };
  const auto retried = ask_all(list, {.required = "instances"}, run);
  EXPECT_EQ(retried->spent.failed, 0U);
  EXPECT_EQ(retried->spent.asked, 1U) << "only what failed";
  EXPECT_EQ(retried->spent.kept, 2U);
  EXPECT_EQ(ask_all(list, {.required = "instances"}, run)->spent.asked, 0U);
}

TEST(Asking, FailuresAreLeftInAFileAndGoneWithTheNextGoodRun) {
  const TemporaryFolder folder;
  const std::string path = folder / "out.failures.jsonl";
  const std::vector<Failure> failures{{.chunk_id = "c1", .stage = "facts", .reason = "cut \"off\"", .answer = "{"}};
  ASSERT_TRUE(write_failures(path, failures));
  EXPECT_EQ(read_file(path).value(), R"({"chunk_id":"c1","stage":"facts","reason":"cut \"off\"","answer":"{"})"
                                     "\n");
  ASSERT_TRUE(write_failures(path, {}));
  EXPECT_FALSE(read_file(path));
}

}  // namespace
}  // namespace grove::knowledge
