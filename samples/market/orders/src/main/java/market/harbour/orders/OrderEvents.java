package market.harbour.orders;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** What follows from the steps of an order, within this service. */
@Component
class OrderEvents {
  record Placed(Order order) {}

  record Paid(Order order, String paymentId) {}

  private final OrderPublisher publisher;
  private final Notifier notifier;
  private final Notifier urgent;

  OrderEvents(OrderPublisher publisher, Notifier notifier, @Qualifier("sms") Notifier urgent) {
    this.publisher = publisher;
    this.notifier = notifier;
    this.urgent = urgent;
  }

  /** Only what is in the database may be told to others. */
  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void announce(Placed event) {
    publisher.placed(event.order());
    notifier.tell(event.order().getCustomer(), "We have your order " + event.order().getId());
  }

  @EventListener
  void thank(Paid event) {
    urgent.tell(event.order().getCustomer(), "Paid. Your parcel leaves today");
  }
}
