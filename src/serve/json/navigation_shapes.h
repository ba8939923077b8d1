#pragma once

#include <string>

#include "engine/navigation.h"

namespace grove::serve {

class JsonWriter;

// The JSON of what symbol graphs answer, as docs/http-api.md describes it.

/// `{"symbol", "definitions": […]}`
std::string definitions_json(const engine::Definitions& found);
/// The first of them as one object, with how many call it.
std::string symbol_json(const engine::Definitions& found);
/// `{"symbol", "references": […]}`
std::string references_json(const engine::References& found);
/// `{"symbol", "edges": […], "unresolved": […]}`
std::string calls_json(const engine::Calls& found);
/// `{"endpoints": […]}`
std::string endpoints_json(const engine::EndpointList& found);
/// The first flow's fields, then `"others": [flow, …]`.
std::string flows_json(const engine::Flows& found);
/// The keys `steps` and `mermaid` of the object that is being written.
void write_flow_steps(JsonWriter& json, const engine::FlowHit& flow);
/// Text with outline.
std::string file_json(const engine::FileText& file);

}  // namespace grove::serve
