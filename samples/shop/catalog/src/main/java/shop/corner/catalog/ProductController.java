package shop.corner.catalog;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api")
public class ProductController {
  record ReservationRequest(String orderId, int quantity) {}

  private final ProductRepository products;
  private final StockService stock;

  public ProductController(ProductRepository products, StockService stock) {
    this.products = products;
    this.stock = stock;
  }

  @GetMapping("/products")
  public List<Product> find(@RequestParam(defaultValue = "") String words) {
    return products.findByTitleContainingIgnoreCase(words);
  }

  @GetMapping("/products/{sku}")
  public Product show(@PathVariable String sku) {
    return products.findById(sku).orElseThrow(() -> new UnknownProductException(sku));
  }

  @PostMapping("/products/{sku}/reservations")
  @ResponseStatus(HttpStatus.CREATED)
  public Reservation reserve(@PathVariable String sku, @RequestBody ReservationRequest request) {
    return stock.reserve(sku, request.orderId(), request.quantity());
  }

  @DeleteMapping("/reservations/{orderId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void release(@PathVariable String orderId) {
    stock.release(orderId);
  }
}
