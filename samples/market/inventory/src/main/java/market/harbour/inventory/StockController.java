package market.harbour.inventory;

import org.springframework.web.bind.annotation.RestController;

@RestController
public class StockController implements StockApi {
  private final StockService stock;

  public StockController(StockService stock) {
    this.stock = stock;
  }

  @Override
  public StockItem show(String sku) {
    return stock.find(sku);
  }

  @Override
  public StockItem reserve(String sku, Reservation reservation) {
    return stock.reserve(sku, reservation.quantity());
  }

  @Override
  public void release(String sku, int quantity) {
    stock.release(sku, quantity);
  }
}
