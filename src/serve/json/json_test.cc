#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "serve/json/fields.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(JsonWriter, WritesNestedValuesInOrder) {
  JsonWriter json;
  json.begin_object().field("a", 1).key("b").begin_array().value("x").value(2.5).value(true).begin_object().end_object().end_array();
  json.field_unless_empty("left_out", "").field("c", "d").end_object();
  EXPECT_EQ(json.take(), R"({"a":1,"b":["x",2.5,true,{}],"c":"d"})");
}

TEST(JsonWriter, EveryByteStringComesOutAsValidJson) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& text : {all, std::string("\xC3"), std::string("\xED\xA0\x80"), std::string("\xF4\x90\x80\x80"),
                                  std::string("\xC0\x80"), std::string("ä\xFFß"), std::string("😀\xF0\x9F")}) {
    JsonWriter json;
    json.value(text);
    const std::string written = json.take();
    ASSERT_TRUE(nlohmann::json::accept(written)) << written;
  }
  JsonWriter json;
  json.value("\"\\\n\x01ä\xFF😀");
  EXPECT_EQ(json.take(), "\"\\\"\\\\\\n\\u0001ä\xEF\xBF\xBD😀\"");
}

TEST(JsonWriter, NumbersReadBackAsTheyWere) {
  for (const double number : {0.0, 0.1, 1.0 / 3, 1e300, -5e-324, 0.93}) {
    JsonWriter json;
    json.value(number);
    EXPECT_EQ(nlohmann::json::parse(json.take()).get<double>(), number);
  }
  JsonWriter json;
  json.begin_array().value(std::nan("")).value(INFINITY).end_array();
  EXPECT_EQ(json.take(), "[0,0]");
}

constexpr FieldSpec kSpecs[] = {
    {.name = "query", .need = FieldSpec::Need::kRequired},
    {.name = "limit", .type = FieldType::kInteger, .least = 1, .most = 100},
    {.name = "repos", .type = FieldType::kTextList, .alias = "repo_ids"},
    {.name = "mode", .type = FieldType::kChoice, .choices = "hybrid|keyword"},
    {.name = "rerank", .type = FieldType::kSwitch, .choices = "auto|on|off"},
    {.name = "explain", .type = FieldType::kBoolean},
};

Error refused(std::string_view body) {
  const auto fields = read_body(kSpecs, body);
  EXPECT_FALSE(fields.has_value()) << body;
  return fields ? Error{} : fields.error();
}

TEST(Fields, AreReadByTheirTypes) {
  const auto fields = read_body(kSpecs, R"({"query":"x","limit":7,"repo_ids":["a","b"],"mode":"keyword","rerank":true,"explain":true})");
  ASSERT_TRUE(fields.has_value()) << fields.error().message;
  EXPECT_EQ(fields->text("query"), "x");
  EXPECT_EQ(fields->integer("limit", 10), 7);
  EXPECT_THAT(fields->list("repos"), ElementsAre("a", "b"));
  EXPECT_EQ(fields->text("mode"), "keyword");
  EXPECT_EQ(fields->text("rerank"), "on");
  EXPECT_TRUE(fields->boolean("explain"));
}

TEST(Fields, ANameGivenTwiceAndANumberBeyondAllAreSaidAsSuch) {
  EXPECT_THAT(refused(R"({"query":"x","limit":1,"limit":2})").message, HasSubstr("`limit` is given twice"));
  EXPECT_THAT(refused(R"({"query":"x","query":"x"})").message, HasSubstr("`query` is given twice"));
  EXPECT_THAT(refused(R"({"query":"x","limit":1e400})").message, HasSubstr("one of its numbers is out of range"));
  EXPECT_THAT(refused(R"({"query":x})").message, HasSubstr("wrong at byte 10"));
  EXPECT_TRUE(read_body(kSpecs, R"({"query":"limit","limit":2})"));
}

TEST(Fields, NullCountsAsLeftOutAndOneTextAsAList) {
  const auto fields = read_body(kSpecs, R"({"query":"x","limit":null,"repos":"a","rerank":"off"})");
  ASSERT_TRUE(fields.has_value()) << fields.error().message;
  EXPECT_EQ(fields->integer("limit", 10), 10);
  EXPECT_THAT(fields->list("repos"), ElementsAre("a"));
  EXPECT_EQ(fields->text("rerank"), "off");
}

TEST(Fields, AWrongTypeNamesTheFieldAndWhatItHasToBe) {
  EXPECT_EQ(refused(R"({"query":1})").message, "field `query` has to be a text");
  EXPECT_EQ(refused(R"({"query":"x","limit":"7"})").message, "field `limit` has to be a whole number from 1 to 100");
  for (const char* limit : {"0", "101", "1.5", "-1", "99999999999999999999", "18446744073709551615", "true", "[]"}) {
    EXPECT_THAT(refused(std::string(R"({"query":"x","limit":)") + limit + "}").message, HasSubstr("`limit`")) << limit;
  }
  EXPECT_THAT(refused(R"({"query":"x","repos":[1]})").message, HasSubstr("`repos` has to be a list of texts"));
  EXPECT_THAT(refused(R"({"query":"x","mode":"fast"})").message, HasSubstr("`mode` has to be one of hybrid, keyword"));
  EXPECT_THAT(refused(R"({"query":"x","rerank":1})").message, HasSubstr("`rerank` has to be true, false or one of auto, on, off"));
  EXPECT_THAT(refused(R"({"query":"x","explain":"yes"})").message, HasSubstr("`explain` has to be true or false"));
}

TEST(Fields, AnUnknownFieldNamesTheNearest) {
  const Error error = refused(R"({"query":"x","repo":["a"]})");
  EXPECT_EQ(error.message, "field `repo` is unknown");
  EXPECT_THAT(error.hint, HasSubstr("`repos`"));
}

TEST(Fields, AMissingFieldAndOneGivenTwiceAreRefused) {
  EXPECT_EQ(refused("{}").message, "field `query` is missing");
  EXPECT_EQ(refused(R"({"query":"x","repos":["a"],"repo_ids":["b"]})").message, "field `repos` is given twice");
}

TEST(Fields, NullIsNoValueOfAFieldThatHasToBeThere) { EXPECT_EQ(refused(R"({"query":null})").message, "field `query` has to be a text"); }

TEST(Fields, WhatIsNoJsonObjectSaysWhere) {
  EXPECT_THAT(refused("{\"query\": }").message, HasSubstr("wrong at byte 11"));
  for (const char* body : {"", "[]", "\"x\"", "null", "{\"query\":\"\xFF\"}", "{\"query\":\"x\"} trailing"}) refused(body);
  refused(std::string(100'000, '['));
}

TEST(Fields, ParametersOfUrlsAreReadTheSameWay) {
  const auto fields = read_query(kSpecs, {{"query", "x"}, {"repos", "a"}, {"repos", "b"}, {"limit", "5"}, {"explain", ""}});
  ASSERT_TRUE(fields.has_value()) << fields.error().message;
  EXPECT_THAT(fields->list("repos"), ElementsAre("a", "b"));
  EXPECT_EQ(fields->integer("limit", 0), 5);
  EXPECT_TRUE(fields->boolean("explain"));
  EXPECT_FALSE(read_query(kSpecs, {{"query", "x"}, {"limit", "5x"}}).has_value());
  EXPECT_FALSE(read_query(kSpecs, {{"query", "x"}, {"other", "1"}}).has_value());
}

TEST(Fields, TheirSchemaIsJsonAndHoldsEveryField) {
  const auto schema = nlohmann::json::parse(schema_of(kSpecs));
  for (const FieldSpec& spec : kSpecs) EXPECT_TRUE(schema["properties"].contains(std::string(spec.name))) << spec.name;
  EXPECT_TRUE(schema["properties"].contains("repo_ids"));
  EXPECT_EQ(schema["required"], nlohmann::json({"query"}));
  EXPECT_EQ(schema["properties"]["limit"]["maximum"], 100);
}

}  // namespace
}  // namespace grove::serve
