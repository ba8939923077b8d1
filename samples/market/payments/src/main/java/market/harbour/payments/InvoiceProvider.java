package market.harbour.payments;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** Invoices are printed over night from a table. */
@Service("invoice")
class InvoiceProvider implements PaymentProvider {
  private final JdbcTemplate database;

  InvoiceProvider(JdbcTemplate database) {
    this.database = database;
  }

  @Override
  public void collect(Payment payment) {
    database.update("insert into invoices (payment_id, cents) values (?, ?)", payment.id(), payment.cents());
  }

  @Override
  public void giveBack(Payment payment) {
    database.update("update invoices set cancelled = true where payment_id = ?", payment.id());
  }
}
