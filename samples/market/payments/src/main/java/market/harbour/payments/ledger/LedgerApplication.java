package market.harbour.payments.ledger;

import jakarta.ws.rs.ApplicationPath;
import org.glassfish.jersey.server.ResourceConfig;
import org.springframework.stereotype.Component;

/** The accountants' own surface, which is older than the rest and stays with Jersey. */
@Component
@ApplicationPath("/ledger")
public class LedgerApplication extends ResourceConfig {
  public LedgerApplication() {
    register(LedgerResource.class);
  }
}
