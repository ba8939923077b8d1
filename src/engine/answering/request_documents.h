#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cancel.h"
#include "engine/navigation.h"
#include "engine/navigation/flow_list.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/web_models.h"
#include "engine/unit_code.h"
#include "search/question/document_index.h"
#include "search/question/topic.h"

namespace grove::engine {

/// An endpoint with what a request to it goes through.
struct RequestDocument {
  FlowHit flow;
  std::string controller, path;  ///< Of the handler.
  LineRange lines;
  std::string request_type, response_type, service;
  std::string doc;  ///< The handler's doc comment.
};

/// What fits a question how well, best first.
using ScoredRequests = std::vector<search::ScoredDocument>;

/// The endpoints of one repository with their flows, found by words. Immutable, thread-safe; of one generation of the graph.
class RequestDocuments {
 public:
  explicit RequestDocuments(std::vector<RequestDocument> all);

  const RequestDocument& at(std::uint32_t number) const { return all_[number]; }
  std::size_t size() const { return all_.size(); }
  /// Of a question who calls something, requests that go through it. Else by the topic's words, route, verb and action; all of them, in the
  /// order of the list, where it has none of these.
  ScoredRequests search(const search::Topic& topic) const;
  /// Weighs scores by how verb, route and action agree with the topic's, and sorts them, best first.
  void weigh(const search::Topic& topic, ScoredRequests& found) const;
  /// Requests that go through a type, by its qualified or its last name and the file it stands in: programs of one repository may each have
  /// one of that name.
  std::vector<std::uint32_t> through(std::string_view type, std::string_view path) const;
  /// Names of the flows of types and routes that a text mentions, each once, at most so many.
  std::vector<std::string> mentioned_in(std::string_view text, std::size_t most) const;

 private:
  std::vector<RequestDocument> all_;
  std::vector<search::Action> actions_;  // as names say them
  search::DocumentIndex index_;
  search::DocumentIndex called_;                                         // types behind the handlers
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_type_;  // by name and path
};

/// What they are made from.
struct RequestSources {
  WebModels& models;
  UnitReader& texts;
};

/// Those of each repository, made once for each generation of its graph. Thread-safe; one repository is made at a time.
class RequestDocumentSets {
 public:
  Result<std::shared_ptr<const RequestDocuments>> of(const GraphScope& scope, const RequestSources& sources, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const RequestDocuments> documents;
  };
  std::shared_ptr<const RequestDocuments> known(const GraphScope& scope);

  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace grove::engine
