package market.harbour.kernel;

import java.util.List;

/** Told to everybody on the topic of placed orders once an order is in the database. */
public record OrderPlaced(String orderId, String customer, List<Line> lines, long cents) {
  public record Line(String sku, int quantity) {}
}
