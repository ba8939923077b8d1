package market.harbour.payments;

/** Money that was asked for. */
public record Payment(String id, String orderId, String method, long cents, State state) {
  public enum State { OPEN, SETTLED, REFUNDED }

  public Payment in(State next) {
    return new Payment(id, orderId, method, cents, next);
  }
}
