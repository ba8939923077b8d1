#include "fuzz/fuzz_input.h"
#include "graph/web/request_address.h"
#include "graph/web/route_tree.h"

// Whatever code puts together as an address is taken apart, and its route finds itself.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  const grove::graph::web::RequestAddress address = grove::graph::web::parse_address(text);
  grove::fuzz::require(address.host.empty() || address.has_authority);
  grove::fuzz::require(address.route.empty() || address.route.front() == '/');
  grove::fuzz::require(grove::graph::web::name_for(text).size() <= size);
  grove::graph::web::RouteTree tree;
  tree.add(address.route, "GET", 7);
  grove::fuzz::require(!tree.find(address.route, "GET").empty());
  return 0;
}
