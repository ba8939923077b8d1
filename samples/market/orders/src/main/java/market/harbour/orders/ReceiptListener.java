package market.harbour.orders;

import market.harbour.kernel.ReceiptIssued;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Sends receipts on to the customers. */
@Component
class ReceiptListener {
  @Autowired private OrderService orders;
  @Autowired private Notifier notifier;

  @RabbitListener(queues = "${market.queues.receipts:market.receipts}")
  void forward(ReceiptIssued receipt) {
    Order order = orders.byId(receipt.orderId());
    notifier.tell(order.getCustomer(), "Receipt " + receipt.paymentId() + " for order " + order.getId());
  }
}
