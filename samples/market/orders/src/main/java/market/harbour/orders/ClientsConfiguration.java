package market.harbour.orders;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.client.loadbalancer.LoadBalanced;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

@Configuration
class ClientsConfiguration {
  @Bean
  @LoadBalanced
  RestClient.Builder balanced() {
    return RestClient.builder();
  }

  @Bean
  PaymentsClient payments(RestClient.Builder balanced, @Value("${market.clients.payments}") String base) {
    var adapter = RestClientAdapter.create(balanced.baseUrl(base).build());
    return HttpServiceProxyFactory.builderFor(adapter).build().createClient(PaymentsClient.class);
  }
}
