package market.harbour.payments;

import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

/** Every call to another service goes through here, so that all carry our name. */
@Component
class ServiceHttp {
  private final RestTemplate balanced;

  ServiceHttp(RestTemplate balanced) {
    this.balanced = balanced;
  }

  void post(String url, Object body) {
    var headers = new HttpHeaders();
    headers.set("X-Caller", "payments");
    balanced.exchange(url, HttpMethod.POST, new HttpEntity<>(body, headers), Void.class);
  }
}
