package market.harbour.orders;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import lombok.RequiredArgsConstructor;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes orders, has them paid, and tells the rest of the house. */
@Service
@RequiredArgsConstructor
public class OrderService {
  /** What a customer asks for; the price comes from the inventory. */
  public record Wish(String sku, int quantity) {}

  private final OrderRepository orders;
  private final InventoryClient inventory;
  private final PaymentsClient payments;
  private final ApplicationEventPublisher events;

  /** Reserves the goods, keeps the order, and asks for the money. What can't be reserved ends in a conflict. */
  @Transactional
  public Order place(String customer, List<Wish> wishes, String paymentMethod) {
    List<Order.Line> lines = wishes.stream().map(this::reserve).toList();
    Order order = orders.save(new Order(UUID.randomUUID().toString(), customer, Order.Status.PLACED, lines));
    payments.charge(new PaymentsClient.Charge(order.getId(), paymentMethod, order.total()));
    events.publishEvent(new OrderEvents.Placed(order));
    return order;
  }

  private Order.Line reserve(Wish wish) {
    var reserved = inventory.reserve(wish.sku(), new InventoryClient.Reservation(wish.quantity()));
    return new Order.Line(wish.sku(), wish.quantity(), reserved.cents());
  }

  public List<Order> ofCustomer(String customer) {
    return orders.findByCustomerOrderByIdDesc(customer);
  }

  public List<Order> unpaid() {
    return orders.findUnpaid();
  }

  public Order byId(String id) {
    return orders.findById(id).orElseThrow(() -> new NoSuchElementException("no order " + id));
  }

  @Transactional
  public Order cancel(String id) {
    Order order = byId(id);
    order.getLines().forEach(line -> inventory.release(line.sku(), line.quantity()));
    order.setStatus(Order.Status.CANCELLED);
    return orders.save(order);
  }

  @Transactional
  public void markPaid(String id, String paymentId) {
    Order order = byId(id);
    order.setStatus(Order.Status.PAID);
    orders.save(order);
    events.publishEvent(new OrderEvents.Paid(order, paymentId));
  }
}
