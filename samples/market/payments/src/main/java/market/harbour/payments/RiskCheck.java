package market.harbour.payments;

import java.io.IOException;
import java.io.UncheckedIOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Asks an agency whether somebody may pay later. */
@Component
class RiskCheck {
  private final OkHttpClient http = new OkHttpClient();

  @Value("${payments.risk.url:https://risk.cardnet.example}")
  private String agency;

  boolean mayPayLater(String orderId, long cents) {
    Request request = new Request.Builder().url(agency + "/scores/" + orderId + "?cents=" + cents).get().build();
    try (Response response = http.newCall(request).execute()) {
      return response.isSuccessful();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
