package market.harbour.orders;

import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Writes orders as accountants want them. */
@Component
class InvoiceWriter {
  String asCsv(Order order) {
    return order.getLines().stream()
        .map(line -> String.format(Locale.ROOT, "%s;%d;%d", line.sku(), line.quantity(), line.cents()))
        .collect(Collectors.joining("\n", "sku;quantity;cents\n", "\n"));
  }
}
