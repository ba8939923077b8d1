package market.harbour.gateway;

import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What partners may see of the suppliers: the data below /data of the inventory, under a path of their own. */
@Configuration
class PartnerRoutes {
  @Bean
  RouteLocator partners(RouteLocatorBuilder builder) {
    return builder
        .routes()
        .route(
            "partners",
            route ->
                route
                    .path("/partners/**")
                    .filters(filter -> filter.stripPrefix(1).prefixPath("/data"))
                    .uri("lb://inventory"))
        .build();
  }
}
