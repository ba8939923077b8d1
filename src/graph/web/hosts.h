#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grove::graph::web {

/// Who is meant by a part of an address.
struct NamedHost {
  std::string scheme;  ///< Lower case; of `jdbc:mysql://…` it is `mysql`; empty where none is written.
  std::string host;
  std::uint16_t port = 0;  ///< 0 where none is written.
};

/// All hosts that a text of configuration names: `http://user:word@a:80/x`, `a:9092,b:9092`, `mongodb://a,b/db`, `jdbc:mysql://a/db`,
/// `jdbc:oracle:thin:@a:1521:x`, `failover:(tcp://a:1,tcp://b:1)`, `lb://shop`. Databases inside the program have none, nor has what
/// holds a placeholder that is not known.
std::vector<NamedHost> hosts_in(std::string_view text);
/// `localhost` and other names of one's own machine.
bool is_own_machine(std::string_view host);

}  // namespace grove::graph::web
