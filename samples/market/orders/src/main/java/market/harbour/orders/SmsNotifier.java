package market.harbour.orders;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestTemplate;

/** By text message, for what can't wait. */
@Service("sms")
class SmsNotifier implements Notifier {
  private final RestTemplate http = new RestTemplate();
  private final String centre;

  SmsNotifier(@Value("${market.sms.url:https://sms.centre.example}") String centre) {
    this.centre = centre;
  }

  private record Message(String to, String text) {}

  @Override
  public void tell(String customer, String text) {
    http.postForLocation(centre + "/messages", new Message(customer, text));
  }
}
