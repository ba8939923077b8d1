package market.harbour.payments;

import lombok.RequiredArgsConstructor;
import market.harbour.kernel.ReceiptIssued;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
@RequiredArgsConstructor
class ReceiptSender {
  private final RabbitTemplate rabbit;

  @Value("${market.queues.receipts:market.receipts}")
  private String queue;

  void send(Payment payment) {
    rabbit.convertAndSend(queue, new ReceiptIssued(payment.orderId(), payment.id(), payment.cents()));
  }
}
