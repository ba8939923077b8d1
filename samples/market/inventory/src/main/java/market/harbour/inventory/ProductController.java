package market.harbour.inventory;

import market.harbour.kernel.CrudController;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/products")
public class ProductController extends CrudController<Product, String, ProductRepository> {
  private final SupplierCheck suppliers;

  public ProductController(ProductRepository products, SupplierCheck suppliers) {
    super(products);
    this.suppliers = suppliers;
  }

  @Override
  protected Product checked(Product product) {
    if (!suppliers.isKnown(product.getSupplier())) throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_ENTITY);
    return product;
  }
}
