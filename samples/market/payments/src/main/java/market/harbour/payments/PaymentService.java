package market.harbour.payments;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Gets the money for orders, by card at once or by invoice later. */
@Service
public class PaymentService {
  private final PaymentMapper payments;
  private final PaymentProvider cards;
  private final PaymentProvider invoices;
  private final RiskCheck risks;
  private final OrdersHttp orders;
  private final ReceiptSender receipts;

  public PaymentService(
      PaymentMapper payments,
      PaymentProvider cards,
      @Qualifier("invoice") PaymentProvider invoices,
      RiskCheck risks,
      OrdersHttp orders,
      ReceiptSender receipts) {
    this.payments = payments;
    this.cards = cards;
    this.invoices = invoices;
    this.risks = risks;
    this.orders = orders;
    this.receipts = receipts;
  }

  @Transactional
  public Payment charge(String orderId, String method, long cents) {
    var payment = new Payment(UUID.randomUUID().toString(), orderId, method, cents, Payment.State.OPEN);
    payments.insert(payment);
    if ("invoice".equals(method) && risks.mayPayLater(orderId, cents)) {
      invoices.collect(payment);
      return payment;
    }
    cards.collect(payment);
    return settle(payment);
  }

  private Payment settle(Payment payment) {
    payments.changeState(payment.id(), Payment.State.SETTLED);
    orders.paid(payment.orderId(), payment.id());
    receipts.send(payment);
    return payment.in(Payment.State.SETTLED);
  }

  public Payment byId(String id) {
    return payments.findById(id).orElseThrow(() -> new NoSuchElementException("no payment " + id));
  }

  public List<Payment> ofOrder(String orderId) {
    return payments.findByOrder(orderId);
  }

  @Transactional
  public Payment refund(String id) {
    Payment payment = byId(id);
    cards.giveBack(payment);
    payments.changeState(id, Payment.State.REFUNDED);
    return payment.in(Payment.State.REFUNDED);
  }
}
