#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/messages.h"

namespace grove::graph::web {

/// The queues, exchanges and bindings that beans declare: `new Queue("orders")`, `BindingBuilder.bind(queue).to(exchange).with("key")`.
class RabbitBeans {
 public:
  explicit RabbitBeans(Workplace& at);

  /// The queue of a bean, by the name of the function that makes it.
  std::optional<std::string> queue_of(std::string_view bean) const;
  const std::vector<MessageBinding>& bindings() const { return bindings_; }

 private:
  /// A queue or an exchange.
  struct Made {
    std::string name;
    bool is_fanout = false;
  };
  using Beans = std::map<std::string, Made, std::less<>>;
  void read_made(std::string_view call, std::string_view receiver, Beans& beans);
  void read_bindings(FileId file);
  std::optional<Made> made(const Beans& beans, const Site& site);
  std::string text(const Site& site);

  Workplace& at_;
  Beans queues_, exchanges_;
  std::vector<MessageBinding> bindings_;
};

}  // namespace grove::graph::web
