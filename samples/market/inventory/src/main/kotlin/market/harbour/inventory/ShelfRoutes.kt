package market.harbour.inventory

import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.stereotype.Component
import org.springframework.web.servlet.function.ServerRequest
import org.springframework.web.servlet.function.ServerResponse
import org.springframework.web.servlet.function.body
import org.springframework.web.servlet.function.router

/** What the people in the warehouse use. */
@Configuration
class ShelfRoutes {
    @Bean
    fun shelves(handler: ShelfHandler) = router {
        GET("/shelves/{shelf}", handler::show)
        POST("/shelves/{shelf}/deliveries", handler::deliver)
    }
}

data class Delivery(val sku: String, val quantity: Int)

@Component
class ShelfHandler(private val stock: StockService) {
    fun show(request: ServerRequest): ServerResponse =
        ServerResponse.ok().body(stock.onShelf(request.pathVariable("shelf")))

    fun deliver(request: ServerRequest): ServerResponse {
        val delivery = request.body<Delivery>()
        return ServerResponse.ok().body(stock.put(request.pathVariable("shelf"), delivery.sku, delivery.quantity))
    }
}
