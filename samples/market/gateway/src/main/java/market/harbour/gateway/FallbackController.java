package market.harbour.gateway;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Where the circuit breakers send clients whose service doesn't answer. */
@RestController
class FallbackController {
  @RequestMapping(path = "/fallback/{service}", method = {RequestMethod.GET, RequestMethod.POST})
  @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
  Mono<Map<String, String>> tryLater(@PathVariable String service) {
    return Mono.just(Map.of("service", service, "message", "Try again in a minute"));
  }
}
