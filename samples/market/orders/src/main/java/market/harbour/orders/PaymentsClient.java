package market.harbour.orders;

import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;

/** The payments service. */
@HttpExchange("/charges")
interface PaymentsClient {
  record Charge(String orderId, String method, long cents) {}

  record Charged(String paymentId, boolean isSettled) {}

  @PostExchange
  Charged charge(@RequestBody Charge charge);
}
