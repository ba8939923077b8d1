#pragma once

#include "base/cancel.h"
#include "engine/answering/question.h"
#include "inference/chat/chat_model.h"

namespace grove::engine {

/// Has a language model answer from what was retrieved; its citations are checked. Where it gives no answer the context stays, and a
/// warning says why. kCancelled on a cancel.
Status synthesize(inference::ChatModel& model, const Question& question, Answer& answer, const CancelToken& cancel);

}  // namespace grove::engine
