#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "serve/mcp/announcements.h"
#include "serve/mcp/catalogue.h"

// What the official conformance suite wants a server to offer while it is tested: tools, resources and prompts that exercise each part of
// the protocol. Offered only by `--conformance`.
namespace grove::serve::mcp {

/// Adds all of them. `announcements` outlives the profile.
void add_conformance_fixtures(Profile& profile, Announcements& announcements);

using FixtureTools = std::vector<ToolEntry>;
FixtureTools content_fixtures();  ///< Answers of every kind of content.
FixtureTools talking_fixtures();  ///< Progress, logs, questions, streams that break off.
FixtureTools input_fixtures();    ///< Answers that ask for input first.
FixtureTools announcing_fixtures(Announcements& announcements);
std::shared_ptr<const ResourceSet> fixture_resources();
std::shared_ptr<const PromptSet> fixture_prompts();

/// A tool without arguments, or with the schema given as JSON.
ToolEntry fixture(std::string_view name, std::string_view description, RpcResult<Json> (*run)(const Json& params, Exchange& exchange));
Json text_result(std::string_view text);

/// A PNG of one pixel and a WAV of a few samples, in base64.
inline constexpr std::string_view kTinyPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
inline constexpr std::string_view kTinyWav = "UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQQAAAAAAAAA";

}  // namespace grove::serve::mcp
