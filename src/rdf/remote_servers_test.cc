#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/process.h"
#include "base/testing/temporary_folder.h"
#include "rdf/triple_store.h"

namespace grove::rdf {
namespace {

// Real SPARQL servers that others wrote, through the protocol alone.
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Server {
  std::string name;
  std::string path;  ///< Of its endpoint.
};
void PrintTo(const Server& server, std::ostream* out) { *out << server.name; }

std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(socket);
  return ntohs(address.sin_port);
}

class RemoteServers : public testing::TestWithParam<Server> {
 protected:
  void SetUp() override {
    const std::string port = std::to_string(free_port());
    auto started = ProcessSession::start({GROVE_SOURCE_DIR "/tests/servers/sparql_server.sh", GetParam().name, port, folder_.path()},
                                         inherited_environment([](std::string_view) { return false; }));
    ASSERT_TRUE(started) << describe(started.error());
    server_.emplace(*std::move(started));
    auto store = open_remote_store({.query_url = "http://127.0.0.1:" + port + GetParam().path});
    ASSERT_TRUE(store);
    store_ = *std::move(store);
    // The first time, it has to be fetched.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(3);
    while (!store_->size()) {
      if (std::chrono::steady_clock::now() > deadline) {
        ASSERT_FALSE(std::filesystem::exists(folder_ / "log")) << GetParam().name << " was started and never answered us";
        GTEST_SKIP() << GetParam().name << " can't be started here: Java or Maven is missing, or the server can't be had";
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
  }

  std::string answer(const QueryRequest& request) {
    const auto answer = store_->query(request, {});
    return answer ? answer->body : describe(answer.error());
  }

  TemporaryFolder folder_;
  std::optional<ProcessSession> server_;
  std::unique_ptr<TripleStore> store_;
};

TEST_P(RemoteServers, HoldGraphsAndAnswerWithBindings) {
  const LoadRequest load{.text = "@prefix e: <http://e/> . e:a e:p \"x\\\"y\\\\\", \"z\"@en, 5, [ e:q e:b ] .",
                         .syntax = Syntax::kTurtle,
                         .graph = "http://e/g",
                         .mode = LoadRequest::Mode::kReplace};
  for (int i = 0; i < 2; ++i) {
    const Status loaded = store_->load(load, {});
    ASSERT_TRUE(loaded) << describe(loaded.error());
  }
  const QueryRequest select{.text = "SELECT ?o { GRAPH ?g { ?s <http://e/p> ?o FILTER(!isBlank(?o)) } } ORDER BY STR(?o)",
                            .bindings = {{"s", iri("http://e/a")}, {"g", iri("http://e/g")}},
                            .solutions = SolutionSyntax::kCsv};
  EXPECT_THAT(answer(select), AllOf(HasSubstr("\"x\"\"y\\\""), HasSubstr("z"), HasSubstr("5")));
  const QueryRequest ask{.text = "ASK { GRAPH ?g { ?s ?p ?o } }", .bindings = {{"o", literal("x\"y\\")}}};
  EXPECT_THAT(answer(ask), HasSubstr("true"));
  const auto graph = store_->graph("http://e/g", Syntax::kNTriples, {});
  ASSERT_TRUE(graph) << describe(graph.error());
  EXPECT_THAT(*graph, AllOf(HasSubstr("<http://e/a> <http://e/p> \"z\"@en"), HasSubstr("<http://e/b>")));
  EXPECT_EQ(store_->graph("http://e/none", Syntax::kTurtle, {}).error().code, ErrorCode::kNotFound);
}

TEST_P(RemoteServers, TakeUpdatesAndSayWhatIsWrong) {
  ASSERT_TRUE(store_->update({.text = "INSERT DATA { GRAPH <http://e/h> { <http://e/c> <http://e/p> 1 } }"}, {}));
  ASSERT_TRUE(store_->drop_graph("http://e/h", {}));
  EXPECT_THAT(answer({.text = "ASK { GRAPH <http://e/h> { ?s ?p ?o } }"}), Not(HasSubstr("true")));
  const Status wrong = store_->update({.text = "INSERT DATA { nonsense"}, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kInvalidArgument) << describe(wrong.error());
}

INSTANTIATE_TEST_SUITE_P(Servers, RemoteServers, testing::Values(Server{"fuseki", "/ds"}, Server{"blazegraph", "/blazegraph/sparql"}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace grove::rdf
