package market.harbour.payments;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Primary;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/** The terminal of the card network. */
@Service
@Primary
class CardProvider implements PaymentProvider {
  private final RestClient terminal;

  CardProvider(@Value("${payments.terminal.url:https://terminal.cardnet.example}") String url) {
    this.terminal = RestClient.create(url);
  }

  private record Amount(String reference, long cents) {}

  @Override
  public void collect(Payment payment) {
    terminal.post().uri("/debits").body(new Amount(payment.id(), payment.cents())).retrieve().toBodilessEntity();
  }

  @Override
  public void giveBack(Payment payment) {
    terminal.delete().uri("/debits/{reference}", payment.id()).retrieve().toBodilessEntity();
  }
}
