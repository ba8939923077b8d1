package market.harbour.orders;

import lombok.RequiredArgsConstructor;
import market.harbour.kernel.OrderPlaced;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/** Tells the other services about orders. */
@Component
@RequiredArgsConstructor
class OrderPublisher {
  private final KafkaTemplate<String, OrderPlaced> kafka;

  @Value("${market.topics.order-placed}")
  private String topic;

  void placed(Order order) {
    var lines = order.getLines().stream().map(line -> new OrderPlaced.Line(line.sku(), line.quantity())).toList();
    kafka.send(topic, order.getId(), new OrderPlaced(order.getId(), order.getCustomer(), lines, order.total()));
  }
}
