#pragma once

#include <vector>

#include "graph/web/request_senders.h"

namespace grove::graph::web {

/// The requests that functions send with a library's client, directly or by way of functions that pass an address on. kCancelled on a
/// cancel.
Status find_sent_requests(ClientTools& tools, RequestSenders& senders, const CancelToken& cancel, std::vector<ClientCall>& found);

}  // namespace grove::graph::web
