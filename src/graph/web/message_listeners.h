#pragma once

#include "graph/web/messages.h"
#include "graph/web/rabbit_bindings.h"

namespace grove::graph::web {

/// Adds functions that messages are given to, and the bindings that their annotations declare. kCancelled on a cancel.
Status find_message_listeners(Workplace& at, const RabbitBeans& beans, const CancelToken& cancel, Messages& found);

}  // namespace grove::graph::web
