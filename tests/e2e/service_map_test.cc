#include <gmock/gmock.h>

#include "tests/e2e/program.h"

// What is deployed and who needs whom, as people and programs ask for it.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class MapCommand : public testing::Test {
 protected:
  void SetUp() override {
    for (const std::string name : {"orders", "stock"}) {
      world_.write(name + "/src/main/java/App.java",
                   "import org.springframework.boot.autoconfigure.SpringBootApplication;\n@SpringBootApplication\nclass App {}\n");
      world_.write(name + "/src/main/resources/application.yml",
                   "spring:\n  application.name: " + name + "\n  datasource.url: jdbc:mysql://db:3306/" + name + "\nserver.port: 8081\n");
    }
    world_.write("orders/src/main/java/Stock.java",
                 "import org.springframework.cloud.openfeign.FeignClient;\nimport org.springframework.web.bind.annotation.*;\n"
                 "@FeignClient(\"stock\")\ninterface Stock {\n  @GetMapping(\"/stock/{id}\") int of(@PathVariable long id);\n}\n");
    world_.write("stock/docker-compose.yml", "services:\n  stock:\n    image: example/stock\n  db:\n    image: mysql:8\n");
    ASSERT_EQ(world_.run({"index", "orders", "stock", "--no-vectors"}).exit_code, 0);
  }

  World world_;
};

TEST_F(MapCommand, JoinsRepositories) {
  const Outcome outcome = world_.run({"map", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  const json map = outcome.json();
  EXPECT_EQ(map["services"], json::parse(R"([
    {"name": "db", "repo": "orders", "infrastructure": true, "role": "database", "system": "mysql", "code": false},
    {"name": "db", "repo": "stock", "infrastructure": true, "role": "database", "system": "mysql", "code": false,
     "evidence": {"path": "docker-compose.yml", "line": 5}},
    {"name": "orders", "repo": "orders", "infrastructure": false, "role": "program", "port": 8081, "code": true,
     "evidence": {"path": "src/main/java/App.java", "line": 2}},
    {"name": "stock", "repo": "stock", "infrastructure": false, "role": "program", "port": 8081, "code": true,
     "evidence": {"path": "src/main/java/App.java", "line": 2}}])"));
  EXPECT_EQ(map["edges"], json::parse(R"([
    {"from": "orders", "from_repo": "orders", "to": "db", "to_repo": "orders", "kind": "database", "repo": "orders", "confidence": "exact",
     "evidence": {"path": "src/main/resources/application.yml", "line": 3}},
    {"from": "orders", "from_repo": "orders", "to": "stock", "to_repo": "stock", "kind": "feign", "repo": "orders", "confidence": "exact",
     "evidence": {"path": "src/main/java/Stock.java", "line": 5},
     "requests": [{"http_method": "GET", "route": "/stock/{id}", "via": "feign", "evidence": {"path": "src/main/java/Stock.java", "line": 5}}]},
    {"from": "stock", "from_repo": "stock", "to": "db", "to_repo": "stock", "kind": "database", "repo": "stock", "confidence": "exact",
     "evidence": {"path": "src/main/resources/application.yml", "line": 3}}])"));
}

TEST_F(MapCommand, PeopleGetLinesAndDrawings) {
  EXPECT_EQ(world_.run({"map"}).output,
            "orders\n  database  db  src/main/resources/application.yml:3\n  feign     stock  src/main/java/Stock.java:5\n"
            "stock\n  database  db  src/main/resources/application.yml:3\n");
  EXPECT_EQ(world_.run({"map", "--format", "mermaid"}).output,
            "flowchart LR\n  S1[(\"db\")]\n  S2[(\"db\")]\n  S3[\"orders\"]\n  S4[\"stock\"]\n  S3 -.->|database| S1\n  S3 -->|feign| S4\n"
            "  S4 -.->|database| S2\n");
  EXPECT_THAT(world_.run({"map", "--format", "dot"}).output, HasSubstr("  s3 -> s4 [label=\"feign\"];\n"));
  EXPECT_EQ(world_.run({"map", "--format", "x"}).exit_code, 2);
}

TEST_F(MapCommand, ServicesAreListedByTheirWords) {
  EXPECT_EQ(world_.run({"services", "mysql"}).output,
            "db  database mysql                  orders\ndb  database mysql                  docker-compose.yml:5\n");
  const json found = world_.run({"services", "stock", "--repo", "stock", "--json"}).json();
  EXPECT_EQ(found["total"], 1);
  EXPECT_EQ(found["services"][0]["name"], "stock");
  EXPECT_EQ(world_.run({"services", "nothing"}).output, "");
  EXPECT_EQ(world_.run({"services", "--repo", "none"}).exit_code, 3);
}

}  // namespace
}  // namespace grove::e2e
