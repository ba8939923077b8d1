#pragma once

#include <string>
#include <vector>

#include "engine/answering/question.h"

namespace grove::engine {

/// What hits say, each behind its number `[1]` and its place, cut where there is too much of it: whole lines only.
std::string context_block(const std::vector<AnswerHit>& hits);

/// A flow in lines of text: the request, then `1. [controller] shop.Web.place  (Web.java:7)`.
std::string flow_text(const FlowHit& flow);

}  // namespace grove::engine
