package market.harbour.payments;

import lombok.RequiredArgsConstructor;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

@Component
@RequiredArgsConstructor
class RefundHandler {
  private final PaymentService payments;

  ServerResponse state(ServerRequest request) {
    return ServerResponse.ok().body(payments.byId(request.pathVariable("id")).state());
  }

  ServerResponse grant(ServerRequest request) {
    return ServerResponse.accepted().body(payments.refund(request.pathVariable("id")));
  }
}
