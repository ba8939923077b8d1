package shop.corner.catalog;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface ProductRepository extends JpaRepository<Product, String> {
  List<Product> findByTitleContainingIgnoreCase(String words);

  @Query("select p from Product p where p.stock < :threshold order by p.stock")
  List<Product> runningLow(int threshold);
}
