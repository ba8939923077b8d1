package market.harbour.payments.ledger;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import market.harbour.payments.PaymentMapper;
import market.harbour.payments.PaymentService;
import org.springframework.stereotype.Component;

@Component
@Path("/accounts")
@Produces(MediaType.APPLICATION_JSON)
public class LedgerResource {
  private final PaymentMapper payments;
  private final PaymentService service;

  public LedgerResource(PaymentMapper payments, PaymentService service) {
    this.payments = payments;
    this.service = service;
  }

  @GET
  @Path("/balance")
  public long balance() {
    return payments.settledCents();
  }

  @Path("/{order}/entries")
  public EntriesResource entries(@PathParam("order") String order) {
    return new EntriesResource(service, order);
  }
}
