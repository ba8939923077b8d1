package market.harbour.inventory

import org.springframework.data.mongodb.repository.MongoRepository
import org.springframework.data.repository.ListCrudRepository
import org.springframework.data.rest.core.annotation.RepositoryRestResource

interface StockRepository : MongoRepository<StockItem, String> {
    fun findByShelf(shelf: String): List<StockItem>
}

interface ProductRepository : MongoRepository<Product, String>

/** Served as it is: partners look suppliers up, the back office edits them. */
@RepositoryRestResource(path = "suppliers")
interface SupplierRepository : ListCrudRepository<Supplier, String> {
    fun findByCity(city: String): List<Supplier>
}
