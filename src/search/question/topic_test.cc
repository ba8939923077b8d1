#include "search/question/topic.h"

#include <gtest/gtest.h>

namespace grove::search {
namespace {

Topic topic(std::string_view question) { return topic_of(question_words(question)); }

TEST(Topic, IsWhatIsLeftWithoutTheAsking) {
  EXPECT_EQ(topic("Walk me through what happens when a user creates an order.").text, "creates order");
  EXPECT_EQ(topic("What REST endpoints does this expose?").text, "");
  EXPECT_EQ(topic("Explain the OrderService class").text, "OrderService");
  EXPECT_EQ(topic("Which service calls the payment service?").text, "service payment");
}

TEST(Topic, LeavesOutWhoActsAndKeepsWhatIsActedOn) {
  EXPECT_EQ(topic("what happens when a customer is deleted").text, "customer deleted");
  EXPECT_EQ(topic("what happens when the customer deletes an address").text, "deletes address");
  EXPECT_EQ(topic("what happens once somebody registers a user").text, "registers user");
}

TEST(Topic, OrderIsAThingUnlessItIsThatOfSomethingElse) {
  EXPECT_EQ(topic("in which order are the mails sent").text, "mails sent");
  EXPECT_EQ(topic("how is an order paid").text, "order paid");
}

TEST(Topic, SaysWhatIsDone) {
  EXPECT_EQ(topic("when a user places an order").action, Action::kCreate);
  EXPECT_EQ(topic("how are visits cancelled").action, Action::kDelete);
  EXPECT_EQ(topic("editing an owner").action, Action::kUpdate);
  EXPECT_EQ(topic("looking up vets").action, Action::kRead);
  EXPECT_EQ(topic("the order").action, Action::kNone);
  EXPECT_EQ(agreement(Action::kCreate, "POST"), Agreement::kUsual);
  EXPECT_EQ(agreement(Action::kUpdate, "POST"), Agreement::kPossible) << "forms can do nothing else";
  EXPECT_EQ(agreement(Action::kUpdate, "GET"), Agreement::kNone);
  EXPECT_EQ(agreement(Action::kNone, "POST"), Agreement::kNone);
}

TEST(Topic, OfWhoCallsSomethingSaysWhat) {
  EXPECT_EQ(topic("Which service calls the payment service?").called, "payment service");
  EXPECT_EQ(topic("who uses OrderRepository").called, "OrderRepository");
  EXPECT_EQ(topic("which microservices depend on the auth service").called, "auth service");
  EXPECT_EQ(topic("what does the order service call").called, "");
  EXPECT_EQ(topic("how are calls counted").called, "");
}

TEST(Topic, KnowsWhoseCallsAreAskedFor) {
  EXPECT_EQ(topic("Which services does the order service call?").caller, "order service");
  EXPECT_EQ(topic("what other microservices does api-gateway depend on").caller, "api-gateway");
  EXPECT_EQ(topic("whom does the billing service talk to").caller, "billing service");
  EXPECT_EQ(topic("which port does the account service use").caller, "");
  EXPECT_EQ(topic("what does OrderService use").caller, "");  // a class, not who is asked
  EXPECT_EQ(topic("which service calls the payment service").caller, "");
}

TEST(Topic, KnowsVerbsRoutesAndFiles) {
  const Topic found = topic("What does POST /orders/{id} do, and what stands in application.yml?");
  EXPECT_EQ(found.http_method, "POST");
  EXPECT_EQ(found.route, "/orders/{id}");
  EXPECT_EQ(found.files, std::vector<std::string>{"application.yml"});
}

}  // namespace
}  // namespace grove::search
