package market.harbour.payments;

import lombok.extern.slf4j.Slf4j;
import market.harbour.kernel.OrderPlaced;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Notices orders that nobody charged. */
@Component
@Slf4j
class OrderListener {
  private final PaymentMapper payments;

  OrderListener(PaymentMapper payments) {
    this.payments = payments;
  }

  @KafkaListener(topics = "${market.topics.order-placed}", groupId = "payments")
  void compare(OrderPlaced order) {
    long charged = payments.findByOrder(order.orderId()).stream().mapToLong(Payment::cents).sum();
    if (charged < order.cents()) log.warn("order {} lacks {} cents", order.orderId(), order.cents() - charged);
  }
}
