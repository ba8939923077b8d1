package market.harbour.inventory

import org.springframework.beans.factory.annotation.Value
import org.springframework.stereotype.Component
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToMono

/** What suppliers ask today, where they say so. */
@Component
class PriceFeed(@Value("\${inventory.prices.url:https://prices.suppliers.example}") base: String) {
    private val feed: WebClient = WebClient.create(base)

    fun today(sku: String): Long? = feed.get().uri("/prices/{sku}", sku).retrieve().bodyToMono<Long>().block()
}
