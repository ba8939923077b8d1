package market.harbour.payments;

/** A way for money to arrive, and to go back. */
interface PaymentProvider {
  void collect(Payment payment);

  void giveBack(Payment payment);
}
