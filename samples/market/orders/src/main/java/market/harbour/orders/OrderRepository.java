package market.harbour.orders;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface OrderRepository extends JpaRepository<Order, String> {
  List<Order> findByCustomerOrderByIdDesc(String customer);

  @Query("select o from Order o where o.status = market.harbour.orders.Order.Status.PLACED")
  List<Order> findUnpaid();
}
