#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rdf/triple_store.h"

namespace grove::rdf {

/// What a client and a store's process say to each other. A call is a CallHead with three descriptors: the request (a file in memory),
/// where its answer goes (a pipe), and a socket on which one Reply comes back.
enum class CallKind : std::uint32_t { kQuery = 1, kGraph, kUpdate, kLoad, kDrop, kSize };

struct CallHead {
  CallKind kind = CallKind::kQuery;
  std::uint32_t change = 0;      ///< The number of the change, for blank nodes of a load; given by the store's process.
  std::int64_t deadline_ns = 0;  ///< Of the steady clock.
  std::uint64_t memory = 0;      ///< Bytes beyond what the store holds.
};

/// What a store's process and its clients understand each other by, told by the first Reply to a client; another number is another
/// language.
inline constexpr std::uint64_t kCallLanguage = 1;

/// Whether a call may change what the store holds.
bool changes_store(CallKind kind);

std::string_view bytes_of(const CallHead& head);
std::optional<CallHead> head_of(std::string_view bytes);

std::string encode(const QueryRequest& request);
QueryRequest decode_query(std::string_view bytes);
std::string encode(const UpdateRequest& request);
UpdateRequest decode_update(std::string_view bytes);
/// Without its text, which follows.
std::string encode(const LoadRequest& request);
LoadRequest decode_load(std::string_view bytes);

struct GraphRequest {
  std::optional<std::string> name = {};
  Syntax syntax = Syntax::kTurtle;
};

std::string encode(const GraphRequest& request);
GraphRequest decode_graph(std::string_view bytes);

/// How a call ended.
struct Reply {
  Status status;
  std::uint64_t number = 0;  ///< kQuery: the form of the query; kSize: the size.
  bool is_last = false;      ///< Of a worker: it takes no further call and is about to end.
};

std::string encode(const Reply& reply);
Reply decode_reply(std::string_view bytes);

}  // namespace grove::rdf
