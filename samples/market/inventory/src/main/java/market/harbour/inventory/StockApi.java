package market.harbour.inventory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** What others rely on; the prefix of the version is set for all controllers by WebConfiguration. */
@RequestMapping("/stock")
public interface StockApi {
  record Reservation(int quantity) {}

  @GetMapping("/{sku}")
  StockItem show(@PathVariable String sku);

  @PostMapping("/{sku}/reservations")
  @ResponseStatus(HttpStatus.CREATED)
  StockItem reserve(@PathVariable String sku, @RequestBody Reservation reservation);

  @DeleteMapping("/{sku}/reservations")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void release(@PathVariable String sku, @RequestParam int quantity);
}
