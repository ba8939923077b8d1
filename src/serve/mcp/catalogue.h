#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serve/mcp/exchange.h"

namespace grove::serve::mcp {

/// A tool that a profile offers.
struct ToolEntry {
  std::string name;
  Json definition;  ///< As tools/list shows it.
  enum class Pace {
    kQuick,
    kLong,  ///< May take minutes: tells its progress, and gets a worker of another kind.
  } pace = Pace::kQuick;
  enum class Manner {
    kSilent,  ///< Sends nothing but its answer.
    kTalks,   ///< May send progress, logs and questions before it.
  } manner = Manner::kSilent;
  /// `params` are those of tools/call; the result is that of tools/call without what the server stamps on every result.
  std::function<RpcResult<Json>(const Json& params, Exchange& exchange)> call;
};

/// Some resources. Thread-safe.
class ResourceSet {
 public:
  virtual ~ResourceSet() = default;
  /// Items of resources/list and resources/templates/list.
  virtual Json list() const = 0;
  virtual Json templates() const = 0;
  /// Whether the URI may be subscribed to.
  virtual bool covers(std::string_view uri) const = 0;
  /// The contents; nothing where the URI is none of this set.
  virtual std::optional<RpcResult<Json>> read(const std::string& uri, Exchange& exchange) const = 0;
  /// What a variable of a template may be, beginning with what was typed; nothing where the template is none of this set.
  virtual std::optional<std::vector<std::string>> complete(std::string_view uri_template, const std::string& variable,
                                                           const std::string& typed) const = 0;
};

/// Some prompts. Thread-safe.
class PromptSet {
 public:
  virtual ~PromptSet() = default;
  virtual Json list() const = 0;
  /// The result of prompts/get; nothing where there is no such prompt in this set.
  virtual std::optional<RpcResult<Json>> get(const std::string& name, const Json& params, Exchange& exchange) const = 0;
  virtual std::optional<std::vector<std::string>> complete(const std::string& name, const std::string& argument,
                                                           const std::string& typed) const = 0;
};

/// What is offered under one address.
struct Profile {
  std::string name;
  std::vector<std::shared_ptr<const ToolEntry>> tools;  ///< In the order they are listed.
  std::vector<std::shared_ptr<const ResourceSet>> resources;
  std::vector<std::shared_ptr<const PromptSet>> prompts;

  const ToolEntry* tool(std::string_view name) const;
};

}  // namespace grove::serve::mcp
