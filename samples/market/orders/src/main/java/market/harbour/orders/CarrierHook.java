package market.harbour.orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Calls the carrier, who knows nothing of our registry. */
@Component
class CarrierHook {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String carrier;

  CarrierHook(@Value("${market.webhooks.carrier}") String carrier) {
    this.carrier = carrier;
  }

  void collect(Order order) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(carrier + "/collections/" + order.getId()))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      http.send(request, HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
