package market.harbour.payments;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentController {
  record Charge(String orderId, String method, long cents) {}

  record Charged(String paymentId, boolean isSettled) {}

  private final PaymentService payments;

  PaymentController(PaymentService payments) {
    this.payments = payments;
  }

  @PostMapping("${payments.web.charges:/charges}")
  @ResponseStatus(HttpStatus.CREATED)
  Charged charge(@RequestBody Charge charge) {
    Payment payment = payments.charge(charge.orderId(), charge.method(), charge.cents());
    return new Charged(payment.id(), payment.state() == Payment.State.SETTLED);
  }

  @GetMapping("${payments.web.charges:/charges}/{id}")
  Payment one(@PathVariable String id) {
    return payments.byId(id);
  }

  @GetMapping("${payments.web.statements}")
  List<Payment> statement(@RequestParam String orderId) {
    return payments.ofOrder(orderId);
  }
}
