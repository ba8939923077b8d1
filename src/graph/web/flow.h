#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/graph.h"
#include "graph/web/bound_members.h"
#include "graph/web/endpoints.h"
#include "graph/web/inner_functions.h"
#include "graph/web/layers.h"
#include "graph/web/uses.h"

namespace grove::graph::web {

/// One thing that happens on the way of a request.
struct FlowStep {
  Layer layer = Layer::kNone;
  /// Qualified name of the function; of what a library provides, the type it is asked of and its name; of a handler without a name what it
  /// answers, `GET /orders`.
  std::string symbol;
  std::string type;  ///< Qualified name of the type whose objects do it; of a handler outside of types `/` and the path of its file.
  std::string path;  ///< Where the function stands; where it is called, if it stands in a library.
  std::uint32_t line = 0;
  std::size_t caller = 0;    ///< Number of the step that calls it, from 1; 0 for the first.
  std::uint32_t branch = 0;  ///< Which of several that may be meant by one call, from 1; 0 where only one is. Passed on to what it calls.
  /// How the caller hands over to it.
  enum class Via : std::uint8_t { kCall, kEvent, kMessage, kRequest } via = Via::kCall;
  bool is_asynchronous = false;  ///< The caller doesn't wait for it.
  std::size_t repository = 0;    ///< Number of the one that its path is of.
  std::string service = {};      ///< That it runs in; empty in the one that the flow begins in.
  std::string host = {};         ///< Of a step that asks another program: whom, where that is known; of a message where to.
  std::string request = {};      ///< What is asked of another program, or what this step answers: `GET /orders/{id}`.
};
/// "call", "event", "message", "request"
std::string_view via_name(FlowStep::Via via);

/// A request that one service sends to another one on the way.
struct ServiceCall {
  std::string from_service = {}, to_service = {};
  std::string http_method = {}, route = {};  ///< As the sender knows them.
  std::string via = {};                      ///< `client_name`
  std::size_t repository = 0;                ///< That the line is of.
  std::string path = {};
  std::uint32_t line = 0;
};

/// What a request goes through, in the order of the calls in the code.
struct Flow {
  std::vector<FlowStep> steps;
  std::vector<ServiceCall> service_calls = {};  ///< In order of the steps, each once.
  bool is_cut = false;                          ///< There is more than is followed.
};

/// The calls of the programs of a repository, as far as flows go by them. Immutable, thread-safe, without reference to what it was
/// made from; symbols are those of the generation.
class FlowIndex {
 public:
  /// Of the programs at a workplace, which serve `endpoints`. kCancelled on a cancel.
  static Result<FlowIndex> make(Workplace& at, const UsesInFile& uses, std::span<const Endpoint> endpoints, const CancelToken& cancel);

  const InnerFunctions& inner_functions() const { return inner_; }

  /// Of one program alone: from an endpoint's handler through all that it calls; each function once, so cycles end. `declarations` of the
  /// same generation.
  Flow trace(const Declarations& declarations, const Endpoint& endpoint) const;

  /// What one call comes to: a function as an object of a type has it.
  struct Meant {
    SymbolId function = kNobody;
    SymbolId type = kNobody;
    friend auto operator<=>(const Meant&, const Meant&) = default;
  };

  /// One call of a function.
  struct Call {
    std::vector<SymbolId> targets;  ///< Functions of the repository; none where a library provides it.
    SymbolId type = kNobody;        ///< Declared type of what is asked, where that is known and the repository's.
    std::string name;               ///< Of what a library provides, or of what is open.
    std::string library_type;       ///< Qualified name of a library's type that is asked.
    std::vector<Meant> given;       ///< Beans' functions that it can mean, where a library declares what is called; these are the targets.
    std::vector<std::string> qualifiers;
    SymbolId asked = kNobody;  ///< The field, or function of the same object, whose value is asked.
    std::string field;         ///< The injected field that is asked.
    bool is_own = false;       ///< Of the same object.
    bool is_of_super = false;  ///< `super.f()`
    FlowStep::Via via = FlowStep::Via::kCall;
    std::uint8_t arity = 0;
    std::uint32_t line = 0;
    FileId file = 0;
  };

 private:
  friend class FlowIndexer;
  friend class FlowWalk;

  const TypeRole* role(SymbolId type) const;
  Layer layer_of(SymbolId type) const;
  bool is_generated(SymbolId type) const;
  /// What objects of a type do where a function is called.
  SymbolId function_of(SymbolId type, SymbolId function) const;
  /// What a call means where it is made by an object of a type.
  std::vector<Meant> meanings(const Declarations& declarations, const Call& call, SymbolId self) const;
  std::vector<Meant> given(const Call& call) const;
  std::vector<SymbolId> objects(const Declarations& declarations, const Call& call, const BoundMember& asked, SymbolId owner) const;
  /// What type arguments say of the member that a call asks, in objects of a class; null where they say nothing.
  const BoundMember* bound_member(const Call& call, SymbolId self) const;
  /// A call of such a member, with the function that its type has for it; without targets where it has none.
  Call told_call(const Declarations& declarations, const Call& call, SymbolId self) const;
  SymbolId fragment_of(const Declarations& declarations, SymbolId repository, SymbolId wanted) const;
  std::vector<SymbolId> injected(const Call& call, std::vector<SymbolId> beans) const;

  std::map<CodeOwner, std::vector<Call>> calls_;
  InnerFunctions inner_;
  std::unordered_map<SymbolId, TypeRole> roles_;  // of types that have one
  ClassesBelow below_;
  std::unordered_map<std::uint64_t, BoundMember> bound_;        // by class and member, where type arguments say more than its declaration
  std::unordered_map<std::uint64_t, SymbolId> overrides_;       // by class and function, what objects of the class do
  std::unordered_map<SymbolId, std::vector<SymbolId>> before_;  // by controller, functions that run before each of its handlers
  std::unordered_set<SymbolId> accessors_;
  std::unordered_set<FileId> other_files_;     // of languages without containers: each function that is called is a step
  std::unordered_set<SymbolId> asynchronous_;  // functions that run by themselves
};

class FlowTargets;

/// One repository's part of what flows go through.
struct FlowProgram {
  const FlowIndex* index = nullptr;
  const Declarations* declarations = nullptr;  ///< Of the same generation.
};

/// From an endpoint of a repository through all that it calls, and on into the services that are asked or told something on the way. Each
/// function once, so cycles end, of services too. `programs` are numbered as `targets` numbers them.
Flow trace_flow(std::span<const FlowProgram> programs, const FlowTargets& targets, std::size_t repository, const Endpoint& endpoint);

/// A sequence diagram of a flow in Mermaid's language: participants in order of appearance.
std::string mermaid_of(const Flow& flow, std::string_view request);

}  // namespace grove::graph::web
