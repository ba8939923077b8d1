package market.harbour.payments;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The order service, as far as payments needs it. */
@Component
class OrdersHttp {
  private static final String ORDERS = "/internal/api/v1/orders/";

  private record Settlement(String paymentId) {}

  private final ServiceHttp http;
  private final String base;

  OrdersHttp(ServiceHttp http, @Value("${payments.orders-url}") String base) {
    this.http = http;
    this.base = base;
  }

  void paid(String orderId, String paymentId) {
    http.post(base + ORDERS + orderId + "/payment", new Settlement(paymentId));
  }
}
