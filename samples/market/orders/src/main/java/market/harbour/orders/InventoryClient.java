package market.harbour.orders;

import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** The inventory service, found through discovery. */
@FeignClient(name = "inventory", path = "/api/v1/stock")
interface InventoryClient {
  record Reservation(int quantity) {}

  record Reserved(String sku, long cents) {}

  @PostMapping("/{sku}/reservations")
  Reserved reserve(@PathVariable("sku") String sku, @RequestBody Reservation reservation);

  @DeleteMapping("/{sku}/reservations")
  void release(@PathVariable("sku") String sku, @RequestParam("quantity") int quantity);
}
