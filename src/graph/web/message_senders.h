#pragma once

#include <vector>

#include "graph/web/messages.h"

namespace grove::graph::web {

/// Adds the places where code sends messages. kCancelled on a cancel.
Status find_message_senders(Workplace& at, const CancelToken& cancel, std::vector<MessageEnd>& found);

/// Whether the functions of a library's type send messages.
bool is_message_sender(std::string_view library_type);

/// The destination that configuration gives to a binding of Spring Cloud Stream or a channel of Reactive Messaging; its own name where it
/// gives none.
std::string stream_destination(const Workplace& at, const Module& module, std::string_view binding);

}  // namespace grove::graph::web
