package market.harbour.inventory

import market.harbour.kernel.OrderPlaced
import org.springframework.kafka.annotation.KafkaListener
import org.springframework.stereotype.Component

/** Goods leave the shelves once their order stands. */
@Component
class OrderPlacedListener(private val stock: StockService) {
    @KafkaListener(topics = ["\${market.topics.order-placed}"], groupId = "inventory")
    fun take(order: OrderPlaced) {
        order.lines().forEach { line -> stock.take(line.sku(), line.quantity()) }
    }
}
