package market.harbour.orders;

/** A way to reach customers. */
interface Notifier {
  void tell(String customer, String text);
}
