package shop.corner.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

@ResponseStatus(HttpStatus.CONFLICT)
public class InsufficientStockException extends RuntimeException {
  public InsufficientStockException(String sku, int wanted, int left) {
    super("only " + left + " of " + sku + " left, " + wanted + " wanted");
  }
}
