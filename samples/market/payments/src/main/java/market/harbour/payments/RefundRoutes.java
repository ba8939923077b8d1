package market.harbour.payments;

import static org.springframework.web.servlet.function.RouterFunctions.route;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

@Configuration
class RefundRoutes {
  @Bean
  RouterFunction<ServerResponse> refunds(RefundHandler handler) {
    return route()
        .path("/refunds", refunds -> refunds.GET("/{id}", handler::state).POST("/{id}", handler::grant))
        .build();
  }
}
