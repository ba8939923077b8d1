package shop.corner.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

@ResponseStatus(HttpStatus.NOT_FOUND)
public class UnknownProductException extends RuntimeException {
  public UnknownProductException(String sku) {
    super("there is no product " + sku);
  }
}
