package market.harbour.payments.ledger;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;
import market.harbour.payments.Payment;
import market.harbour.payments.PaymentService;

/** What one order left in the books. */
public class EntriesResource {
  private final PaymentService payments;
  private final String order;

  EntriesResource(PaymentService payments, String order) {
    this.payments = payments;
    this.order = order;
  }

  @GET
  public List<Payment> all() {
    return payments.ofOrder(order);
  }

  @DELETE
  @Path("/{payment}")
  public Payment reverse(@PathParam("payment") String payment) {
    return payments.refund(payment);
  }
}
