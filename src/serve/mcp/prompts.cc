#include "serve/mcp/prompts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "serve/mcp/resources.h"

namespace grove::serve::mcp {
namespace {

struct PromptArgument {
  std::string_view name, meaning;
  enum class Need { kOptional, kRequired } need = Need::kOptional;
  enum class Values { kAny, kRepository } values = Values::kAny;
};

/// A text with `{name}` where an argument goes; a sentence in `[…]` is left out where its argument is.
struct Prompt {
  std::string_view name, title, description;
  std::vector<PromptArgument> arguments;
  std::string_view text;
};

constexpr PromptArgument kRepository = {
    .name = "repo", .meaning = "Name of a repository; all where it is left out.", .values = PromptArgument::Values::kRepository};

const std::array<Prompt, 3>& prompts() {
  static const std::array<Prompt, 3> all = {{
      {.name = "explore_codebase",
       .title = "Explore a codebase",
       .description = "Find out how a codebase is built and where to begin.",
       .arguments = {kRepository, {.name = "question", .meaning = "What you want to understand."}},
       .text = "Help me understand this codebase with Grove's tools.[ Look only at the repository `{repo}`.][ My question: {question}]\n"
               "1. List the repositories and how far they are indexed; index what isn't.\n"
               "2. Search for entry points, main modules and the words of the question, several searches with different words.\n"
               "3. Look at the outlines of the files that matter most, and read only the parts you need.\n"
               "4. Follow the calls between them.\n"
               "Then explain: what it does, its main parts and how they work together, where a request enters and how it flows, and "
               "where to begin reading. Name repository, path and lines for each claim, and say what you did not look at."},
      {.name = "explain_symbol",
       .title = "Explain a symbol",
       .description = "Explain what a function, method or class does, and how it is used.",
       .arguments = {{.name = "symbol", .meaning = "Its name: `verify`, `Auth.verify`.", .need = PromptArgument::Need::kRequired},
                     kRepository},
       .text = "Explain `{symbol}` with Grove's tools.[ It is in the repository `{repo}`.]\n"
               "1. Find its definition. Where the name means several things, say which ones there are and explain the likeliest.\n"
               "2. Find who calls it and what it calls, and look at two or three typical usages.\n"
               "Then explain: what it is for, what it takes and returns, what it changes, how it fails, and how it is meant to be used. "
               "Name path and lines for each claim."},
      {.name = "impact_of_change",
       .title = "Impact of a change",
       .description = "Find out what a change of a symbol would reach.",
       .arguments = {{.name = "symbol", .meaning = "What is to be changed.", .need = PromptArgument::Need::kRequired},
                     {.name = "change", .meaning = "What is to be changed about it."},
                     kRepository},
       .text = "Tell me what a change of `{symbol}` would reach, with Grove's tools.[ The change: {change}][ It is in the repository "
               "`{repo}`.]\n"
               "1. Find its definition.\n"
               "2. Find all its usages, with all pages of the answer, and its callers three calls deep.\n"
               "3. Look for subclasses and implementations, tests, configuration and documents that name it.\n"
               "Then list what would have to change, what could break without a compiler noticing, and which tests cover it; say how "
               "sure each edge is (`confidence`), and what can't be seen from here. Name path and lines."},
  }};
  return all;
}

const Prompt* find_prompt(std::string_view name) {
  const auto found = std::ranges::find(prompts(), name, &Prompt::name);
  return found == prompts().end() ? nullptr : &*found;
}

RpcResult<std::vector<std::pair<std::string, std::string>>> read_arguments(const Prompt& prompt, const Json& params) {
  const Json none = Json::object();
  const Json* given = member(params, "arguments");
  if (given == nullptr) given = &none;
  std::vector<std::pair<std::string, std::string>> values;
  for (const PromptArgument& argument : prompt.arguments) {
    std::string value = text_member(*given, argument.name);
    if (value.empty() && argument.need == PromptArgument::Need::kRequired) {
      return refuse(RpcCode::kInvalidParams, fmt::format("argument `{}` of prompt `{}` is missing", argument.name, prompt.name));
    }
    values.emplace_back(argument.name, std::move(value));
  }
  return values;
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string place = "{" + name + "}";
    const auto at = text.find(place);
    const auto open = at == std::string::npos ? at : text.rfind('[', at);
    const auto close = at == std::string::npos ? at : text.find(']', at);
    if (open != std::string::npos && close != std::string::npos) {
      const std::string sentence = value.empty() ? std::string() : text.substr(open + 1, close - open - 1);
      text.replace(open, close - open + 1, sentence);
    }
  }
  // Last, so that a value that looks like a place stays what it is.
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto found = std::ranges::find_if(
        values, [&](const auto& value) { return text.compare(i, value.first.size() + 2, "{" + value.first + "}") == 0; });
    if (found == values.end()) {
      out += text[i];
    } else {
      out += found->second;
      i += found->first.size() + 1;
    }
  }
  return out;
}

class CodePrompts final : public PromptSet {
 public:
  explicit CodePrompts(const ToolBackend& backend) : backend_(backend) {}

  Json list() const override {
    Json items = Json::array();
    for (const Prompt& prompt : prompts()) {
      Json item = {{"name", prompt.name}, {"title", prompt.title}, {"description", prompt.description}, {"arguments", Json::array()}};
      for (const PromptArgument& argument : prompt.arguments) {
        item["arguments"].push_back(
            {{"name", argument.name}, {"description", argument.meaning}, {"required", argument.need == PromptArgument::Need::kRequired}});
      }
      items.push_back(std::move(item));
    }
    return items;
  }

  std::optional<RpcResult<Json>> get(const std::string& name, const Json& params, Exchange&) const override {
    const Prompt* prompt = find_prompt(name);
    if (prompt == nullptr) return std::nullopt;
    const auto values = read_arguments(*prompt, params);
    if (!values) return std::unexpected(values.error());
    const Json content = {{"type", "text"}, {"text", filled(std::string(prompt->text), *values)}};
    return Json{{"description", prompt->description}, {"messages", Json::array({{{"role", "user"}, {"content", content}}})}};
  }

  std::optional<std::vector<std::string>> complete(const std::string& name, const std::string& argument,
                                                   const std::string& typed) const override {
    const Prompt* prompt = find_prompt(name);
    if (prompt == nullptr) return std::nullopt;
    const auto spec = std::ranges::find(prompt->arguments, argument, &PromptArgument::name);
    const bool repository = spec != prompt->arguments.end() && spec->values == PromptArgument::Values::kRepository;
    return repository ? repository_completions(backend_, typed) : std::vector<std::string>{};
  }

 private:
  const ToolBackend& backend_;
};

}  // namespace

std::shared_ptr<const PromptSet> code_prompts(const ToolBackend& backend) { return std::make_shared<CodePrompts>(backend); }

}  // namespace grove::serve::mcp
