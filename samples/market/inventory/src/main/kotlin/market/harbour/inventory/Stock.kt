package market.harbour.inventory

import org.springframework.data.annotation.Id
import org.springframework.data.mongodb.core.mapping.Document

/** What lies on the shelves of one article. */
@Document("stock")
data class StockItem(@Id val sku: String, val shelf: String, val onHand: Int, val reserved: Int, val cents: Long) {
    val free: Int get() = onHand - reserved
}

@Document("products")
data class Product(@Id val sku: String, val title: String, val supplier: String)

@Document("suppliers")
data class Supplier(@Id val id: String, val name: String, val city: String)
