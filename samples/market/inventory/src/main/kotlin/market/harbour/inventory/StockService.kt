package market.harbour.inventory

import org.springframework.stereotype.Service

class OutOfStock(sku: String) : RuntimeException("not enough of $sku")

@Service
class StockService(private val stock: StockRepository, private val prices: PriceFeed) {
    fun find(sku: String): StockItem = stock.findById(sku).orElseThrow { NoSuchElementException("no article $sku") }

    fun onShelf(shelf: String): List<StockItem> = stock.findByShelf(shelf)

    /** Sets goods aside at the price of today. */
    fun reserve(sku: String, quantity: Int): StockItem {
        val item = find(sku)
        if (item.free < quantity) throw OutOfStock(sku)
        val cents = prices.today(sku) ?: item.cents
        return stock.save(item.copy(reserved = item.reserved + quantity, cents = cents))
    }

    fun release(sku: String, quantity: Int) {
        val item = find(sku)
        stock.save(item.copy(reserved = maxOf(0, item.reserved - quantity)))
    }

    /** What was set aside leaves the house. */
    fun take(sku: String, quantity: Int) {
        val item = find(sku)
        stock.save(item.copy(onHand = item.onHand - quantity, reserved = item.reserved - quantity))
    }

    fun put(shelf: String, sku: String, quantity: Int): StockItem {
        val item = find(sku)
        return stock.save(item.copy(shelf = shelf, onHand = item.onHand + quantity))
    }
}
