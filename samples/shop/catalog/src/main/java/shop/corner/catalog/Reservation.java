package shop.corner.catalog;

import java.time.Instant;

/** Pieces set aside for an order until it is paid, or until the time is over. */
public record Reservation(String orderId, String sku, int quantity, Instant expiresAt) {
  boolean isExpired(Instant now) {
    return expiresAt.isBefore(now);
  }
}
