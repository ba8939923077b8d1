package shop.corner.catalog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** One thing on our shelves. Stock counts pieces that nobody has reserved. */
@Entity
@Table(name = "products")
public class Product {
  @Id private String sku;

  @Column(nullable = false)
  private String title;

  @Column(name = "price_cents", nullable = false)
  private long priceCents;

  @Column(nullable = false)
  private int stock;

  @Version private long version;

  protected Product() {}

  public Product(String sku, String title, long priceCents, int stock) {
    this.sku = sku;
    this.title = title;
    this.priceCents = priceCents;
    this.stock = stock;
  }

  public boolean canSpare(int quantity) {
    return stock >= quantity;
  }

  void take(int quantity) {
    if (!canSpare(quantity)) {
      throw new InsufficientStockException(sku, quantity, stock);
    }
    stock -= quantity;
  }

  void putBack(int quantity) {
    stock += quantity;
  }

  public String getSku() {
    return sku;
  }

  public String getTitle() {
    return title;
  }

  public long getPriceCents() {
    return priceCents;
  }

  public int getStock() {
    return stock;
  }
}
