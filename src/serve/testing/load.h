#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace grove::serve {

/// One request of a mix, and the status that has to come back.
struct LoadRequest {
  std::string name;   ///< What times are told under.
  std::string bytes;  ///< As it goes over the socket; must keep the connection open.
  unsigned status = 200;
};

/// Many clients at once on a server at 127.0.0.1.
struct LoadPlan {
  std::uint16_t port = 0;
  std::vector<LoadRequest> mix;  ///< Drawn from by chance, always in the same order.
  std::size_t requests = 0;      ///< Of all busy connections together.
  std::size_t busy = 0;          ///< Each sends its next request once the last one was answered.
  std::size_t idle = 0;          ///< Each asks for `mix.front()` before and after all the others, and keeps its connection between.
};

struct LoadReport {
  std::map<std::string, std::vector<double>> milliseconds;  ///< By name, of requests whose answer was right.
  std::size_t answered = 0;                                 ///< Rightly, those of idle connections included.
  std::size_t wrong = 0;                                    ///< Another status, a connection that broke, or no answer within a minute.
  std::vector<std::string> what_was_wrong;                  ///< The first few.
};

/// Runs the plan on the calling thread. Fails nothing by itself: the report says all.
LoadReport put_load(const LoadPlan& plan);

}  // namespace grove::serve
