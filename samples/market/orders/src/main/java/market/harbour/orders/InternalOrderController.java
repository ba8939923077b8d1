package market.harbour.orders;

import java.util.List;
import lombok.RequiredArgsConstructor;
import market.harbour.kernel.ApiController;
import market.harbour.kernel.ApiPaths;
import market.harbour.kernel.PostJson;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;

/** For the other services only: the gateway has no route to it. */
@ApiController(ApiPaths.INTERNAL_ORDERS)
@RequiredArgsConstructor
class InternalOrderController {
  record Settlement(String paymentId) {}

  private final OrderService orders;

  @PostJson("/{id}/payment")
  void settle(@PathVariable String id, @RequestBody Settlement settlement) {
    orders.markPaid(id, settlement.paymentId());
  }

  @GetMapping("/unpaid")
  List<Order> unpaid() {
    return orders.unpaid();
  }
}
