package market.harbour.kernel;

/** Put into the queue of receipts when money has arrived. */
public record ReceiptIssued(String orderId, String paymentId, long cents) {}
