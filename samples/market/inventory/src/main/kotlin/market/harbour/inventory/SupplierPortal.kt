package market.harbour.inventory

import org.springframework.beans.factory.annotation.Value
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.stereotype.Component
import retrofit2.Call
import retrofit2.Retrofit
import retrofit2.converter.jackson.JacksonConverterFactory
import retrofit2.http.GET
import retrofit2.http.Path

/** The portal in which suppliers keep their own data. */
interface SupplierPortal {
    @GET("suppliers/{id}")
    fun supplier(@Path("id") id: String): Call<Supplier>
}

@Configuration
class SupplierPortalConfiguration {
    @Bean
    fun portal(@Value("\${inventory.portal.url:https://portal.suppliers.example/}") url: String): SupplierPortal =
        Retrofit.Builder()
            .baseUrl(url)
            .addConverterFactory(JacksonConverterFactory.create())
            .build()
            .create(SupplierPortal::class.java)
}

@Component
class SupplierCheck(private val suppliers: SupplierRepository, private val portal: SupplierPortal) {
    /** Whom we don't know yet, the portal may; then we know them from now on. */
    fun isKnown(id: String): Boolean {
        if (suppliers.existsById(id)) return true
        val found = portal.supplier(id).execute().body() ?: return false
        suppliers.save(found)
        return true
    }
}
